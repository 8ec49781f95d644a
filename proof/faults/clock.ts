import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { type Row, rowsOf } from '../world/parts.ts'
import { addPeople, type Person } from '../world/people.ts'
import type { RunningService } from '../world/service.ts'
import { type BehindProxy, startBehindProxy } from './behind-proxy.ts'

const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

/** The clock and the time zone of a process of the service; the database's clock is right. */
const CLOCKS: Record<string, () => Record<string, string>> = {
  'two days ahead': () => withClock('+2d'),
  'two days behind': () => withClock('-2d'),
  'in Pacific/Kiritimati (+14 h)': () => ({ TZ: 'Pacific/Kiritimati' }),
  'in America/Los_Angeles (−8 h)': () => ({ TZ: 'America/Los_Angeles' }),
  'in Asia/Kolkata (+5:30 h)': () => ({ TZ: 'Asia/Kolkata' }),
}

/** Returns the environment of a process whose clock is off by this much, like +2d. */
export function withClock(offset: string): Record<string, string> {
  if (LIBRARY === undefined) throw new Error('libfaketime is missing: apt-get install libfaketime')
  return { FAKETIME: offset, LD_PRELOAD: LIBRARY, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** Runs processes of the service whose clock or time zone is another, beside one whose clock is right. */
export async function moveClock(): Promise<Row[]> {
  const behind = await startBehindProxy()
  try {
    const right = await behind.start()
    const people = await addPeople(behind.holder, 2 * Object.keys(CLOCKS).length)
    const rows: Row[] = []
    for (const [name, env] of Object.entries(CLOCKS)) {
      const wrong = await behind.start(env())
      rows.push(...(await compare(behind, { name, right, wrong, people: people.splice(0, 2) })))
      await wrong.stop()
    }
    await right.stop()
    return rows
  } finally {
    await behind.stop()
  }
}

type Compared = { name: string; right: RunningService; wrong: RunningService; people: Person[] }

async function compare(behind: BehindProxy, { name, right, wrong, people }: Compared): Promise<Row[]> {
  const [member, late] = people as [Person, Person]
  const row = rowsOf(`a process of the service ${name}`)
  const { node_token: token } = (await post(right, '/api/verify-otp', toGuess(member))).body
  await beginStreak(behind, member)
  const gain = { email: member.email, pesScore: 0.9 }
  const key = randomUUID()
  const first = await post(right, '/api/node/entropy', gain, { token, key })
  const again = await post(wrong, '/api/node/entropy', gain, { token, key })
  const gains = [
    await post(wrong, '/api/node/entropy', gain, { token }),
    await post(wrong, '/api/node/entropy', gain, { token }),
  ]
  const more = await post(wrong, '/api/node/entropy', gain, { token })
  const used = await post(wrong, '/api/verify-otp', toGuess(member))
  await behind.holder.ask('endCodes', { email: late.email })
  const ended = await post(wrong, '/api/verify-otp', toGuess(late))
  const streaks = [first, ...gains, more].map(({ body }) => body.streakDays)
  return [
    row(
      'a streak of 5 days becomes 6, once',
      `streak ${streaks.join(', ')}`,
      streaks.every((days) => days === 6),
    ),
    row(
      'three gains a day; a repeated Idempotency-Key is none',
      `a repeated call was ${again.repeated ? 'repeated' : 'done again'}; beyond three: ${more.body.entropyGain}`,
      again.repeated && more.body.entropyGain === 0,
    ),
    row(
      'used and ended codes stay so',
      `${used.status} for a used code, ${ended.status} for an ended one`,
      used.status === 401 && ended.status === 401,
    ),
  ]
}

function toGuess({ email, code }: Person): object {
  return { email, otp: code }
}

async function beginStreak({ holder }: BehindProxy, { email }: Person): Promise<void> {
  const day = `(now() AT TIME ZONE 'UTC')::date - 1`
  await holder.ask('query', {
    text: `UPDATE node SET streak_days = 5, last_entropy_day = ${day} WHERE email_key = '${email}'`,
  })
}

type Body = { node_token?: string; streakDays?: number; entropyGain?: number }
type Answer = { status: number; body: Body; repeated: boolean }

async function post(
  { address }: RunningService,
  path: string,
  body: object,
  { token, key = randomUUID() }: { token?: string | undefined; key?: string } = {},
): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...authorization }
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const repeated = answer.headers.has('idempotency-replayed')
  return { status: answer.status, body: (await answer.json()) as Body, repeated }
}
