import { randomUUID } from 'node:crypto'
import type { Row } from '../world/parts.ts'
import { addPeople, type Person } from '../world/people.ts'
import type { Tap } from '../world/proxy.ts'
import type { RunningService } from '../world/service.ts'
import { type BehindProxy, startBehindProxy } from './behind-proxy.ts'

/** When the service is killed: as it sends the commit, or as the database confirms it. */
const MOMENTS = ['before the commit', 'after the commit'] as const
type Moment = (typeof MOMENTS)[number]

/** A request, and the number of rows it creates. */
type Asked = { name: string; path: string; body: object; token?: string }

/** Kills the service between effect and answer, and asks again under the same key. */
export async function killBeforeAnswer(): Promise<Row[]> {
  const trap = createTrap()
  // Without named statements, whose text is sent once, the trap sees every one.
  const behind = await startBehindProxy(trap.tap, { DATABASE_POOLER: 'transaction' })
  const rows: Row[] = []
  try {
    let server = await behind.start()
    const people = await addPeople(behind.holder, 2 * MOMENTS.length)
    for (const moment of MOMENTS) {
      for (const asked of await planCalls(server, people, moment)) {
        const outcome = await killDuring(behind, { server, trap, moment, asked })
        server = outcome.server
        rows.push(outcome.row)
        console.log(`${asked.name}, killed ${moment}: ${outcome.row.seen}`)
      }
    }
    const violations = await behind.holder.ask('findViolations')
    rows.push({
      what: 'all of these',
      must: 'nothing is done twice',
      seen: `${violations.length} violations ${violations.join('; ')}`,
      holds: violations.length === 0,
    })
    await server.stop()
  } finally {
    await behind.stop()
  }
  return rows
}

type Trap = { tap: Tap; set: (moment: Moment, spring: () => void) => void }

const KEEPS = 'UPDATE idempotent_answer SET status'

/** Springs at the commit of the transaction that keeps an answer, and lets nothing of it through. */
function createTrap(): Trap {
  let armed: { moment: Moment; spring: () => void } | undefined
  let connection: number | undefined
  const tap: Tap = (direction, chunk, number) => {
    if (!armed) return true
    const isToDatabase = direction === 'to database'
    if (isToDatabase && chunk.includes(KEEPS)) connection = number
    const isCommit = number === connection && chunk.includes('COMMIT')
    if (!isCommit || isToDatabase !== (armed.moment === 'before the commit')) return true
    armed.spring()
    armed = undefined
    return false
  }
  const set = (moment: Moment, spring: () => void) => {
    connection = undefined
    armed = { moment, spring }
  }
  return { tap, set }
}

async function planCalls({ address }: RunningService, people: Person[], moment: Moment): Promise<Asked[]> {
  const [first, second] = [people.pop(), people.pop()]
  if (!first || !second) throw new Error('there are too few people')
  const signIn = { name: 'sign-in by code and invite', path: '/api/verify-otp', body: toGuess(first) }
  const { body } = await post(address, { ...signIn, body: toGuess(second) }, randomUUID())
  const { node_token: token } = JSON.parse(body) as { node_token: string }
  const handle = moment.replaceAll(' ', '-')
  const agent = { agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle }
  const { email } = second
  return [
    signIn,
    { name: 'gain', path: '/api/node/entropy', body: { email, pesScore: 0.9 }, token },
    { name: 'scan', path: '/api/motion/record', body: { email }, token },
    { name: 'declared agent', path: '/api/agent/declare', body: agent },
    { name: 'mailed code', path: '/api/send-otp', body: { email } },
  ]
}

function toGuess({ email, code }: Person): object {
  return { email, otp: code }
}

type Killing = { server: RunningService; trap: Trap; moment: Moment; asked: Asked }

async function killDuring(behind: BehindProxy, { server, trap, moment, asked }: Killing) {
  const key = randomUUID()
  const before = await countRows(behind)
  const killed = new Promise<void>((resolve) => trap.set(moment, () => void server.kill().then(resolve)))
  const first = await post(server.address, asked, key)
  if (first.status !== 0) throw new Error(`${asked.name} was answered ${first.status} before the kill: ${first.body}`)
  await killed
  const again = await behind.start()
  // A key whose process died is free after a minute, which this test doesn't wait for.
  await behind.holder.ask('query', {
    text: `UPDATE idempotent_answer SET started_at = started_at - interval '2 minutes' WHERE status IS NULL`,
  })
  const answers = [await post(again.address, asked, key), await post(again.address, asked, key)]
  const done = (await countRows(behind)) - before
  const [second, third] = answers
  const isSame = second?.status === 200 && second.body === third?.body && third.repeated
  const isKept = second?.repeated === (moment === 'after the commit')
  const row: Row = {
    what: `${asked.name}: the service is killed ${moment}`,
    must: 'the same key gets one answer, and it is done once',
    seen: `${second?.status}${second?.repeated ? ' repeated' : ''}, then ${third?.status}${third?.repeated ? ' repeated' : ''}; done ${done} ×`,
    holds: isSame && isKept && done === 1,
  }
  return { server: again, row }
}

/** One more for each that was done. */
async function countRows({ holder }: BehindProxy): Promise<number> {
  const [row] = await holder.ask('query', {
    text: `SELECT (SELECT count(*) FROM node WHERE activated_at IS NOT NULL) + (SELECT count(*) FROM entropy_entry)
      + (SELECT coalesce(sum(scans), 0) FROM scan_day) + (SELECT count(*) FROM agent) + (SELECT count(*) FROM outbox WHERE channel = 'mail') AS count`,
  })
  return Number(row?.['count'])
}

type Answer = { status: number; body: string; repeated: boolean }

async function post(address: string, { path, body, token }: Asked, key: string): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...authorization }
  try {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.text(), repeated: answer.headers.has('idempotency-replayed') }
  } catch {
    return { status: 0, body: '', repeated: false }
  }
}
