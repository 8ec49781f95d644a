import { realpathSync } from 'node:fs'
import { openDatabase } from '../database/pool.ts'
import { DataFolderInUse } from '../database/problem.ts'
import { connectionIn, placesIn } from '../postgres/paths.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { Settings } from '../settings/settings.ts'
import { type Data, openData, startService } from '../start.ts'
import type { Surroundings } from './command.ts'

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

/** Does the work of a command with the service's data, whether it runs or not; what is refused is printed and exit code 1. */
export async function workBesideService(
  { settings, print }: Surroundings,
  work: (service: Service) => Promise<number>,
): Promise<number> {
  const { service, stop } = await startService(settings, () => {}, openBesideService)
  try {
    return await work(service)
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    print(error.message)
    return 1
  } finally {
    await stop()
  }
}
