import { randomUUID } from 'node:crypto'
import { type Row, rowsOf } from '../world/parts.ts'
import { addPeople } from '../world/people.ts'
import { makeOwnPostgres } from '../world/postgres.ts'
import { makeFolder } from '../world/processes.ts'
import { findWrong, type RunningService, startService } from '../world/service.ts'
import { withClock } from './clock.ts'

const GAINS_A_DAY = 3

/** The clock of the whole machine, the database's too, in the order in which it jumps. */
const JUMPS = ['right', '+2d', 'right', '-2d', 'right'] as const

type Turn = { jump: (typeof JUMPS)[number]; statuses: number[]; gains: number[]; streaks: number[] }

/** Moves the clock of the service and of its database by days, ahead and back, while a person keeps using it. */
export async function jumpClock(): Promise<Row[]> {
  const dataDir = makeFolder()
  const postgres = await makeOwnPostgres()
  const turns: Turn[] = []
  const wrong: string[] = []
  let who: Member | undefined
  for (const jump of JUMPS) {
    const clock = jump === 'right' ? {} : withClock(jump)
    const database = await postgres.start(clock)
    const service = await startService({ dataDir, env: { ...clock, DATABASE_URL: postgres.url }, isQuiet: true })
    who ??= await joinNode(service)
    turns.push(await useService(service, who, jump))
    wrong.push(...(await findWrong(service)))
    await service.stop()
    await database.stop()
  }
  return judge(turns, wrong)
}

type Member = { email: string; token: string }

async function joinNode(server: RunningService): Promise<Member> {
  const [person] = await addPeople(server, 1)
  if (!person) throw new Error('no person was added')
  const { email, code } = person
  const answer = await post(server, '/api/verify-otp', { email, otp: code })
  const { node_token: token } = (await answer.json()) as { node_token: string }
  return { email, token }
}

/** One scan more than a day has. */
async function useService(server: RunningService, { email, token }: Member, jump: Turn['jump']): Promise<Turn> {
  const turn: Turn = { jump, statuses: [], gains: [], streaks: [] }
  for (let scan = 0; scan <= GAINS_A_DAY; scan++) {
    const answer = await post(server, '/api/node/entropy', { email, pesScore: 0.9 }, token)
    const { entropyGain, streakDays } = (await answer.json()) as { entropyGain?: number; streakDays?: number }
    turn.statuses.push(answer.status)
    if (entropyGain) turn.gains.push(entropyGain)
    if (streakDays !== undefined) turn.streaks.push(streakDays)
  }
  return turn
}

function post({ address }: RunningService, path: string, body: object, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...authorization }
  return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function judge(turns: readonly Turn[], wrong: readonly string[]): Row[] {
  const what = 'the clock of service and database: right, two days ahead, right, two days behind, right'
  const row = rowsOf(what)
  const streaks = turns.flatMap((turn) => turn.streaks)
  const statuses = new Set(turns.flatMap((turn) => turn.statuses))
  const gains = turns.map(({ jump, gains: { length } }) => `${length} at ${jump}`)
  const mayGain = turns.every(({ gains: { length } }) => length <= GAINS_A_DAY)
  const again = turns.filter(({ jump }) => jump === 'right').reduce((sum, turn) => sum + turn.gains.length, 0)
  return [
    row(
      'every call is answered',
      [...statuses].join(', '),
      [...statuses].every((status) => status < 500),
    ),
    row('three gains a day, also of a day that comes again', gains.join(', '), mayGain && again <= GAINS_A_DAY),
    row(
      'no streak is lost',
      `streak ${streaks.join(', ')}`,
      streaks.every((days, at) => days >= (streaks[at - 1] ?? 1)),
    ),
    row('no corruption; sums hold', wrong.join('; ') || '0 violations, amcheck clean', wrong.length === 0),
  ]
}
