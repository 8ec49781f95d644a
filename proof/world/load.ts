import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from './people.ts'

const CALLERS = 8
// The service is away for a moment; asking it without pause would only slow its return.
const AWAY_MS = 20
const SETTLE_MS = 2000

/** How hard it presses, what its agents are called, and who signs in beside them. */
export type Pressure = { name?: string; callers?: number; restMs?: number; people?: readonly Person[] }

type Figures = {
  agents: number
  signIns: number
  gains: number
  /** Answers that were repeated by their Idempotency-Key. */
  repeated: number
  /** Statuses that are neither success nor 503, with their problem codes. */
  unforeseen: string[]
}

export type Load = {
  /** How many writes were acknowledged. */
  count: () => number
  /** Waits until so many writes are acknowledged. */
  reach: (count: number) => Promise<void>
  figures: () => Figures
  /** How many calls went unanswered or got 503. */
  refused: () => number
  /** Why calls were refused, and how often: a status with its problem code, or the name of an error. */
  reasons: () => string
  /** Waits until all calls that went to this address are answered, as a proxy does with a server that is taken out of it. */
  drain: (address: string) => Promise<void>
  /** The longest time without an acknowledged write since this was last asked, in ms; the time until now counts. */
  longestPause: () => number
  /** Ends the load; calls that are not answered yet are repeated under their keys until they are. */
  stop: () => Promise<void>
  /** Lists the acknowledged writes that an address does not know. */
  findLost: (address: string) => Promise<string[]>
}

/** A write that is repeated under one key until it is answered. */
type Write = { path: string; body: object; token?: string; key: string; note: (body: Body) => void }
type Body = Partial<{
  error: string
  node_token: string
  entropyGain: number
  alreadyDeclared: boolean
  entropyScore: number
}>
type Answer = { status: number; body: Body; isRepeated: boolean; reason: string }
type Member = Person & { token: string; gained: number }

/** Declares agents, signs people in and gains for them without end, from several callers at once, wherever the service is at the moment. */
export function startLoad(address: () => string, pressure: Pressure = {}): Load {
  const { name = 'load', callers = CALLERS, restMs = 0, people = [] } = pressure
  const figures: Figures = { agents: 0, signIns: 0, gains: 0, repeated: 0, unforeseen: [] }
  const agents: string[] = []
  const members: Member[] = []
  const waiting = [...people]
  const refusals: string[] = []
  /** Writes whose key is held by a process that died. */
  const unsettled = new Set<Write>()
  const underWay = new Map<number, { at: string; answered: Promise<Answer> }>()
  const pauses = watchPauses()
  const events = new EventEmitter()
  const stopping = new AbortController()
  const count = () => figures.agents + figures.signIns + figures.gains

  /** Whether a write is done with: acknowledged, or answered as it never should be. */
  async function settle(write: Write, caller: number): Promise<boolean> {
    const at = address()
    const answered = post(at, write)
    underWay.set(caller, { at, answered })
    const { status, body, isRepeated, reason } = await answered
    if (status === 200) {
      if (isRepeated) figures.repeated++
      write.note(body)
      pauses.end()
      events.emit('write')
      return true
    }
    const isInFlight = status === 409 && body.error === 'REQUEST_IN_FLIGHT'
    const isAway = status === 0 || status === 503
    if (isAway) refusals.push(reason)
    if (isInFlight) unsettled.add(write)
    if (!isAway && !isInFlight) figures.unforeseen.push(`${reason} at ${write.path}`)
    return !isAway
  }

  async function insist(write: Write, caller: number): Promise<void> {
    while (!(await settle(write, caller))) await delay(AWAY_MS)
  }

  function planGain(member: Member): Write {
    const note = ({ entropyGain = 0 }: Body) => {
      member.gained += entropyGain
      figures.gains++
    }
    const body = { email: member.email, pesScore: 0.9 }
    return { path: '/api/node/entropy', body, token: member.token, key: randomUUID(), note }
  }

  function planSignIn(person: Person): Write {
    const note = ({ node_token: token = '' }: Body) => {
      members.push({ ...person, token, gained: 0 })
      figures.signIns++
    }
    const body = { email: person.email, otp: person.code }
    return { path: '/api/verify-otp', body, key: randomUUID(), note }
  }

  const planAgent = (handle: string) => declare(handle, () => void (figures.agents = agents.push(handle)))

  const call = async (caller: number): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const person = waiting.pop()
      const member = members.at(-1 - caller)
      const writes = [planAgent(`${name}-${caller}-${number}`), ...(person ? [planSignIn(person)] : [])]
      if (member) writes.push(planGain(member))
      for (const write of writes) await insist(write, caller)
      if (restMs > 0) await delay(restMs)
    }
  }
  const calls = Array.from({ length: callers }, (_, caller) => call(caller))

  return {
    count,
    reach: async (wanted) => {
      while (count() < wanted) await once(events, 'write')
    },
    figures: () => figures,
    refused: () => refusals.length,
    reasons: () =>
      [...Map.groupBy(refusals, (word) => word)].map(([word, all]) => `${all.length} × ${word}`).join(', '),
    drain: async (from) => {
      await Promise.all([...underWay.values()].filter(({ at }) => at === from).map(({ answered }) => answered))
    },
    longestPause: pauses.longest,
    stop: async () => {
      stopping.abort()
      await Promise.all(calls)
      // Keys that were held by a process that died are free again after a minute.
      while (unsettled.size > 0) {
        const again = [...unsettled]
        unsettled.clear()
        for (const write of again) await insist(write, 0)
        if (unsettled.size > 0) await delay(SETTLE_MS)
      }
    },
    findLost: async (at) => [
      ...(await findMissing(agents, (handle) => findAgent(at, handle))),
      ...(await findMissing(members, (member) => findGains(at, member))),
    ],
  }
}

function declare(handle: string, note: Write['note']): Write {
  const body = { agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle }
  return { path: '/api/agent/declare', body, key: randomUUID(), note }
}

/** Undefined where an agent is declared. */
export async function findAgent(address: string, handle: string): Promise<string | undefined> {
  const { body } = await post(
    address,
    declare(handle, () => {}),
  )
  return body.alreadyDeclared === true ? undefined : `agent ${handle}`
}

/** Undefined where the score of a member is the sum of the gains that were answered. */
async function findGains(address: string, { email, token, gained }: Member): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${address}/api/node/entropy?email=${encodeURIComponent(email)}`, { headers })
  const { entropyScore } = (await answer.json()) as Body
  return entropyScore === gained ? undefined : `${email}: ${answer.status}, ${entropyScore} instead of ${gained}`
}

/** Looks for each of a list, and lists what is said of those that are not there. */
export async function findMissing<T>(
  list: readonly T[],
  look: (one: T) => Promise<string | undefined>,
): Promise<string[]> {
  return (await inLines(CALLERS, list, look)).filter((lack) => lack !== undefined)
}

/** Does something with each of a list, so many at once. */
export async function inLines<T, R>(atOnce: number, list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lines = Array.from({ length: atOnce }, async () => {
    for (let index = next++; index < list.length; index = next++) results.push(await work(list[index] as T))
  })
  await Promise.all(lines)
  return results
}

function watchPauses(): { end: () => void; longest: () => number } {
  let since = performance.now()
  let longest = 0
  return {
    end: () => {
      const now = performance.now()
      longest = Math.max(longest, now - since)
      since = now
    },
    longest: () => {
      const pause = Math.max(longest, performance.now() - since)
      longest = 0
      return pause
    },
  }
}

async function post(address: string, { path, body, token, key }: Omit<Write, 'note'>): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...authorization }
  try {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = (await answer.json()) as Body
    const isRepeated = answer.headers.has('idempotency-replayed')
    return { status: answer.status, body: said, isRepeated, reason: `${answer.status} ${said.error}` }
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
    return { status: 0, body: {}, isRepeated: false, reason: code ?? message }
  }
}
