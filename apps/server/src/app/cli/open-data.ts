import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '../../platform/database/pool.ts'
import { DataFolderInUse } from '../../platform/operator-problem.ts'
import { connectionIn, placesIn } from '../../platform/postgres/paths.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { DATA_DIR, SANDBOX_DATA_DIR, SettingProblem, type Settings } from '../../platform/settings/settings.ts'
import { type Data, openData, startService } from '../start.ts'
import type { Surroundings } from './command.ts'

// Standard output is for what the command prints; that it makes a database is for the person who runs it.
const sayAside = (line: string): void => console.error(line)

/** Opens the database whether the service runs or not: a running one lets us in through its socket. */
export async function openBesideService(settings: Settings, log: (line: string) => void): Promise<Data> {
  const problem = findForgottenSandbox(settings)
  if (problem) throw problem
  try {
    return await openData(settings, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const db = openDatabase({ connection: connectionIn(placesIn(realpathSync(settings.dataDir))), max: 2 })
    return { db, stop: () => db.close() }
  }
}

/** Returns why a command shouldn't make a new database: it has none yet, and a sandbox with one lies beside it. */
export function findForgottenSandbox(
  { dataDir, sandbox, databaseUrls }: Settings,
  folder = process.cwd(),
): SettingProblem | undefined {
  const own = resolve(folder, DATA_DIR)
  const other = resolve(folder, SANDBOX_DATA_DIR)
  const isPossible = !sandbox && databaseUrls === undefined && dataDir === own
  if (!isPossible || hasDatabase(own) || !hasDatabase(other)) return undefined
  return new SettingProblem(
    'there is no database in {own}, but a sandbox in {other}: add --sandbox or set SANDBOX=yes',
    {
      own,
      other,
    },
  )
}

function hasDatabase(dataDir: string): boolean {
  return existsSync(placesIn(dataDir).cluster)
}

/** Does the work of a command with the service's data, whether it runs or not; what is refused is printed and exit code 1. */
export async function workBesideService(
  { settings, print }: Surroundings,
  work: (service: Service) => Promise<number>,
): Promise<number> {
  const { service, stop } = await startService(settings, sayAside, openBesideService)
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
