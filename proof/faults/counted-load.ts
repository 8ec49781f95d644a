import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from './person.ts'

const CALLERS = 8
// The service is away for a moment; asking it without pause would only slow its return.
const PAUSE_MS = 50
const SETTLE_MS = 2000

type Figures = {
  agents: number
  signIns: number
  gains: number
  /** Calls without an answer, or with 503. */
  refused: number
  repeated: number
  unforeseen: string[]
}

export type CountedLoad = {
  /** How many writes were acknowledged. */
  count: () => number
  /** Waits until so many writes are acknowledged. */
  reach: (count: number) => Promise<void>
  figures: () => Figures
  /** Ends the load; whatever was not answered yet is asked again under its key, until it is. */
  stop: () => Promise<void>
  /** What was acknowledged and is not there. */
  findLost: (address: string) => Promise<string[]>
}

/** A write that is repeated under one key until it is answered. */
type Write = { path: string; body: object; token?: string; key: string; note: (answer: Answer) => void }
type Answer = {
  error?: string
  node_token?: string
  entropyGain?: number
  alreadyDeclared?: boolean
  entropyScore?: number
}
type Member = Person & { token: string; gained: number }

/** Declares agents, signs people in and gains for them without end, from several callers at once, wherever the service is at the moment. */
export function startCountedLoad(address: () => string, people: readonly Person[]): CountedLoad {
  const figures: Figures = { agents: 0, signIns: 0, gains: 0, refused: 0, repeated: 0, unforeseen: [] }
  const agents: string[] = []
  const members: Member[] = []
  const waiting = [...people]
  /** Whose key is held by a process that died. */
  const unsettled = new Set<Write>()
  const events = new EventEmitter()
  const stopping = new AbortController()
  const count = () => figures.agents + figures.signIns + figures.gains

  /** Whether a write is done with: acknowledged, or answered as it never should be. */
  async function settle(write: Write): Promise<boolean> {
    const said = await post(address(), write)
    if (said.status === 200) {
      if (said.repeated) figures.repeated++
      write.note(said.answer)
      events.emit('write')
      return true
    }
    const isInFlight = said.status === 409 && said.answer.error === 'REQUEST_IN_FLIGHT'
    const isAway = said.status === 0 || said.status === 503
    if (isAway) figures.refused++
    if (!isAway && !isInFlight) figures.unforeseen.push(`${said.status} ${said.answer.error} at ${write.path}`)
    if (isInFlight) unsettled.add(write)
    return !isAway
  }

  async function insist(write: Write): Promise<void> {
    while (!(await settle(write))) await delay(PAUSE_MS)
  }

  function planGain(member: Member): Write {
    const note = ({ entropyGain = 0 }: Answer) => {
      member.gained += entropyGain
      figures.gains++
    }
    const body = { email: member.email, pesScore: 0.9 }
    return { path: '/api/node/entropy', body, token: member.token, key: randomUUID(), note }
  }

  function planSignIn({ email, code }: Person): Write {
    const note = ({ node_token: token = '' }: Answer) => {
      members.push({ email, code, token, gained: 0 })
      figures.signIns++
    }
    return { path: '/api/verify-otp', body: { email, otp: code }, key: randomUUID(), note }
  }

  function planAgent(handle: string): Write {
    const note = () => void (figures.agents = agents.push(handle))
    return { path: '/api/agent/declare', body: declarationOf(handle), key: randomUUID(), note }
  }

  const call = async (caller: number): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const person = waiting.pop()
      const member = members.at(-1 - caller)
      const writes = [planAgent(`load-${caller}-${number}`), ...(person ? [planSignIn(person)] : [])]
      if (member) writes.push(planGain(member))
      for (const write of writes) await insist(write)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller))

  return {
    count,
    reach: async (wanted) => {
      while (count() < wanted) await once(events, 'write')
    },
    figures: () => figures,
    stop: async () => {
      stopping.abort()
      await Promise.all(callers)
      // Keys that were held by a process that died are free again after a minute.
      while (unsettled.size > 0) {
        const again = [...unsettled]
        unsettled.clear()
        for (const write of again) await insist(write)
        if (unsettled.size > 0) await delay(SETTLE_MS)
      }
    },
    findLost: async (at) => {
      const lost = await Promise.all([...lookForAgents(at, agents), ...lookForMembers(at, members)])
      return lost.flat()
    },
  }
}

function declarationOf(handle: string): object {
  return { agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle }
}

/** Each in lines, one call after the other. */
function lookForAgents(address: string, agents: readonly string[]): Promise<string[]>[] {
  return inLines(agents, async (handle) => {
    const note = () => {}
    const said = await post(address, {
      path: '/api/agent/declare',
      body: declarationOf(handle),
      key: randomUUID(),
      note,
    })
    return said.answer.alreadyDeclared === true ? undefined : `agent ${handle}`
  })
}

/** By the token that a member was given, the score must be what the gains said that came to an answer. */
function lookForMembers(address: string, members: readonly Member[]): Promise<string[]>[] {
  return inLines(members, async ({ email, token, gained }) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${address}/api/node/entropy?email=${encodeURIComponent(email)}`, { headers })
    const { entropyScore } = (await answer.json()) as Answer
    return entropyScore === gained ? undefined : `${email}: ${answer.status}, ${entropyScore} instead of ${gained}`
  })
}

function inLines<T>(list: readonly T[], look: (one: T) => Promise<string | undefined>): Promise<string[]>[] {
  const queue = [...list]
  return Array.from({ length: CALLERS }, async () => {
    const lost: string[] = []
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) lost.push((await look(one)) ?? '')
    return lost.filter((what) => what !== '')
  })
}

type Said = { status: number; answer: Answer; repeated: boolean }

async function post(address: string, { path, body, token, key }: Write): Promise<Said> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...authorization }
  try {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const repeated = answer.headers.has('idempotency-replayed')
    return { status: answer.status, answer: (await answer.json()) as Answer, repeated }
  } catch {
    return { status: 0, answer: {}, repeated: false }
  }
}
