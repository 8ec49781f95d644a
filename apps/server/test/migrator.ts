import { runMigrations } from '../src/platform/database/migrate.ts'
import { openDatabase } from '../src/platform/database/pool.ts'

// A process of its own that migrates when told to: CONNECTION as JSON, then the folder.
const [connection = '', folder = ''] = process.argv.slice(2)
const db = openDatabase({ connection: JSON.parse(connection) })
process.once('message', () => void run())
process.send?.('ready')

async function run(): Promise<void> {
  const applied = await runMigrations(db, folder)
  await db.close()
  process.send?.(applied, () => process.disconnect())
}
