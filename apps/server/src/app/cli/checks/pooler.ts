import { Client } from 'pg'
import type { Pooler } from '../../../platform/database/pool.ts'
import { say } from '../../../platform/speakers.ts'
import type { Finding } from './finding.ts'

const CONNECT_MS = 3000

/** Whether DATABASE_POOLER says what stands between this service and its database. */
export async function checkPooler(urls: readonly string[], pooler: Pooler): Promise<Finding> {
  // The same stands before each host, and one of them may be down.
  const taking = await Promise.any(urls.map(takesTurns))
  const about = say('pooler')
  if (taking && pooler === 'none')
    return {
      mood: 'fail',
      about,
      says: say('transactions get other connections in turn: set DATABASE_POOLER=transaction'),
    }
  if (!taking && pooler === 'transaction')
    return { mood: 'warn', about, says: say('none was noticed; without DATABASE_POOLER statements are planned once') }
  const says = taking ? say('one in transaction mode, as DATABASE_POOLER says') : say('none between')
  return { mood: 'ok', about, says }
}

/** Whether one client meets another connection of the database once somebody holds the one it had. */
async function takesTurns(url: string): Promise<boolean> {
  const [one, other] = [openClient(url), openClient(url)]
  try {
    await Promise.all([one.connect(), other.connect()])
    const before = await readConnection(one)
    await other.query('BEGIN')
    await readConnection(other)
    return (await readConnection(one)) !== before
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

function openClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // Without a listener, a connection that is lost would end this process.
  client.on('error', () => {})
  return client
}

async function readConnection(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
}
