import { createApp } from '../../apps/server/src/app.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { openTaskThreads } from '../../apps/server/src/tasks/task-threads.ts'
import { UNHURRIED } from '../../apps/server/test/unhurried.ts'
import { readWorldSettings, worldSecrets } from './settings.ts'

/*
 * One process of the service, whose clock stands still until it is told the time. world.ts starts it with the connection to its
 * database, and ends it by ending the channel.
 */
let now = Number(process.env['NOW'])
const clock = () => new Date(now)
const db = openDatabase({ connection: JSON.parse(process.env['CONNECTION'] ?? '{}'), max: 16, now: clock })
const threads = openTaskThreads({ most: 1 })
const app = createApp(
  { db, secrets: worldSecrets(), settings: readWorldSettings(process.env['WORLD_LIMITS']), threads, now: clock },
  UNHURRIED,
)

process.on('message', ({ time }: { time: number }) => {
  now = time
  process.send?.({ time })
})
process.once('disconnect', () => void end())

async function end(): Promise<void> {
  await app.close()
  await Promise.all([db.close(), threads.close()])
  process.exit()
}

process.send?.({ address: await app.listen({ port: 0, host: '127.0.0.1' }) })
