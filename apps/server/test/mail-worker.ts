import { openDatabase } from '../src/database/pool.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { createSecrets } from '../src/secrets.ts'
import { readSettings } from '../src/settings/settings.ts'
import { openTaskThreads } from '../src/tasks/task-threads.ts'

// A process that only sends mail: the database's connection as JSON, then SMTP_URL. It ends when it is told to.
const [connection = '', smtpUrl = ''] = process.argv.slice(2)
const db = openDatabase({ connection: JSON.parse(connection) })
const secrets = createSecrets(Buffer.alloc(32, 7))
const settings = readSettings({ SMTP_URL: smtpUrl })
const worker = startWorker({ db, secrets, settings, threads: openTaskThreads(), now: () => new Date() }, () => {})
process.once('message', () => {
  void worker
    .stop()
    .then(() => db.close())
    .then(() => process.disconnect())
})
process.send?.('started')
