import { startPostgres } from '../src/index.ts'

// A process that holds an embedded database as the server does: DATA_DIR, then PostgreSQL's settings as JSON.
const [dataDir = '', settings = '{}'] = process.argv.slice(2)
const log = (line: string) => void process.send?.({ line })

try {
  const { connection, stop } = await startPostgres({ dataDir, log, settings: JSON.parse(settings) })
  process.once('message', () => void stop().then(() => process.disconnect()))
  process.send?.({ connection })
} catch (error) {
  process.send?.({ problem: error instanceof Error ? error.message : String(error) }, () => process.disconnect())
}
