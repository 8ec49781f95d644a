import { createApp } from '../src/app/app.ts'
import { openTaskThreads } from '../src/app/tasks/tasks.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { UNHURRIED } from './unhurried.ts'

// A whole service in a process of its own: the database's connection as JSON, then the publishing settings as JSON.
const [connection = '', publishing = ''] = process.argv.slice(2)
const db = openDatabase({ connection: JSON.parse(connection) })
const settings = { ...readSettings({ ADMIN_SECRET: 'the-admin-secret' }), publishing: JSON.parse(publishing) }
const secrets = createSecrets(Buffer.alloc(32, 7))
const app = createApp({ db, secrets, settings, threads: openTaskThreads(), now: () => new Date() }, UNHURRIED)
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
