import { startWorker } from '../src/app/jobs/worker.ts'
import { openTaskThreads } from '../src/app/tasks/tasks.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { readSettings } from '../src/platform/settings/settings.ts'

// A process that only does jobs: the database's connection and the settings, both as JSON. It ends at a message.
const [connection = '', environment = ''] = process.argv.slice(2)
const db = openDatabase({ connection: JSON.parse(connection) })
const secrets = createSecrets(Buffer.alloc(32, 7))
const settings = readSettings(JSON.parse(environment))
const worker = startWorker({ db, secrets, settings, threads: openTaskThreads(), now: () => new Date() }, () => {})
process.once('message', () => {
  void worker
    .stop()
    .then(() => db.close())
    .then(() => process.disconnect())
})
process.send?.('started')
