import { setTimeout as delay } from 'node:timers/promises'
import { type Row, rowsOf } from '../world/parts.ts'

/** How long a fault lasts. */
export const FAULT_MS = Number(process.env.FAULT_MS ?? 8000)
const WATCH_MS = 6000
const EVERY_MS = 100
// What may take its time: a statement (15 s) and the tries of a transaction (5 s).
const MOST_MS = 20_000
const GIVE_UP_MS = 60_000
const RECOVERY_MS = 5000

/** A call that was sent while something was broken, or after it. */
export type Call = { handle: string; sentAt: number; ms: number; status: number; retryAfter: string | null }

/** What is broken, by what, and how it ends. */
export type Passing = { what: string; name: string; begin: () => void; end: () => void }

/** Calls the service without pause while something is broken for a while, and judges what callers got. */
export async function watchFault(address: string, passing: Passing): Promise<{ rows: Row[]; calls: Call[] }> {
  const calls: Promise<Call>[] = []
  const stopping = new AbortController()
  const calling = (async () => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      calls.push(callOnce(address, `${passing.name}-${number}`))
      await delay(EVERY_MS)
    }
  })()
  await delay(1000)
  passing.begin()
  await delay(FAULT_MS)
  passing.end()
  const endedAt = performance.now()
  await delay(WATCH_MS)
  stopping.abort()
  await calling
  const all = await Promise.all(calls)
  return { rows: judge(passing, all, endedAt), calls: all }
}

async function callOnce(address: string, handle: string): Promise<Call> {
  const sentAt = performance.now()
  const body = JSON.stringify({ agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(GIVE_UP_MS)
  const answer = await fetch(`${address}/api/agent/declare`, { method: 'POST', headers, body, signal }).catch(
    () => null,
  )
  const ms = performance.now() - sentAt
  return { handle, sentAt, ms, status: answer?.status ?? 0, retryAfter: answer?.headers.get('retry-after') ?? null }
}

function judge({ what }: Passing, calls: readonly Call[], endedAt: number): Row[] {
  const row = rowsOf(what)
  const counts = Object.entries(Object.groupBy(calls, ({ status }) => status)).map(([k, v]) => `${v?.length} × ${k}`)
  const isClear = ({ status, retryAfter }: Call) => status === 200 || (status === 503 && retryAfter !== null)
  const longest = Math.max(...calls.map(({ ms }) => ms))
  // A call that was sent after the end and not answered well, or that was answered well too late.
  const recoveredAt = calls
    .filter(({ sentAt }) => sentAt > endedAt)
    .map(({ sentAt, ms, status }) => (status === 200 ? (ms > 1000 ? sentAt + ms : endedAt) : sentAt + ms))
  const recoveryMs = Math.max(0, ...recoveredAt.map((at) => at - endedAt))
  return [
    row('200, or 503 with Retry-After', counts.join(', '), calls.every(isClear)),
    row(
      `no call longer than ${MOST_MS / 1000} s; well again within ${RECOVERY_MS / 1000} s of its end`,
      `longest ${(longest / 1000).toFixed(1)} s, well again after ${(recoveryMs / 1000).toFixed(1)} s`,
      longest <= MOST_MS && recoveryMs <= RECOVERY_MS,
    ),
  ]
}
