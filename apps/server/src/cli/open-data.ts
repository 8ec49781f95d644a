import { realpathSync } from 'node:fs'
import { openDatabase } from '../database/pool.ts'
import { DataFolderInUse } from '../database/problem.ts'
import { connectionIn, placesIn } from '../postgres/paths.ts'
import type { Settings } from '../settings/settings.ts'
import { type Data, openData } from '../start.ts'

/** Opens the database whether the service runs or not: a running one lets us in through its socket. */
export async function openBesideService(settings: Settings, log: (line: string) => void): Promise<Data> {
  try {
    return await openData(settings, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const db = openDatabase({ connection: connectionIn(placesIn(realpathSync(settings.dataDir))), max: 2 })
    return { db, stop: () => db.close() }
  }
}
