import { computePayloadDigest } from '@stillhere/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import { type Authenticator, newAuthenticator } from '../../../apps/server/test/authenticator.ts'
import { type Area, dayOf, type Lane, say, subject } from '../area.ts'
import type { Answer, Call, World } from '../world.ts'

const LIFE_MS = 600_000
const REDEEMABLE_MS = 300_000
const HOUR_MS = 3_600_000
const [OPEN_AT_MOST, DENIED_AT_MOST, ASKED_A_DAY] = [3, 3, 8]
const action = { type: 'deploy', summary: 'Deploy shop 1.4.2' }
const DIGEST = computePayloadDigest(action)
const OTHER_DIGEST = computePayloadDigest({ ...action, summary: 'Deploy shop 1.4.3' })

type Decision = { state: 'open' | 'granted' | 'denied'; decided: number }
/** Asks the first person alone, or two of all three. */
type Approval = Decision & { method: Method; expires: number; need: number; people: Decision[]; isRedeemed: boolean }
/** `least` is the weakest method that each person accepts. */
type State = { approvals: Approval[]; days: { day: string; asked: number }[]; least: Method[] }

/** From the weakest to the strongest. */
const METHODS = ['tap', 'passkey', 'hand'] as const
type Method = (typeof METHODS)[number]

const PEOPLE = ['', '-b', '-c']
const OPEN: Decision = { state: 'open', decided: 0 }

/**
 * What a site asks one person or two of three: not too much at once, by no method that is weaker than they accept, decided once, given out
 * once and for its own action only.
 */
export const approvals: Area = {
  name: 'approvals',
  groups: [
    ['create'],
    ['create'],
    ['grant'],
    ['grant', 'deny'],
    ['redeem'],
    ['redeem', 'redeem-other', 'read'],
    ['redeem', 'deny'],
    ['redeem', 'grant'],
    ['grant', 'press'],
    ['least'],
  ],
  // A person who changes this waits for the answer; a press on its way may still count.
  alone: ['least'],
  open: async (world, lane) => {
    const { people, site } = await addPeople(world, lane)
    const asked: { id: string; count: number; method: Method }[] = []
    return subject<State>({
      state: { approvals: [], days: PEOPLE.map(() => ({ day: '', asked: 0 })), least: PEOPLE.map(() => 'tap') },
      run: async ({ kind, n }, call) => {
        if (kind === 'create') {
          const of = people.slice(0, countPeople(n)).map(({ handle }) => handle)
          const whom = of.length === 1 ? { approver: of[0] } : { approvers: { of, need: 2 } }
          const method = pickMethod(n)
          const answer = await call('POST', '/api/approvals', { body: { ...whom, action, method }, headers: site })
          if (answer.status === 201) asked.push({ id: String(answer.body['id']), count: of.length, method })
          return say(answer)
        }
        if (kind === 'least')
          return say(await setLeast(world, call, people[n % people.length] as Person, pickMethod(n)))
        const one = asked[pick(n, asked.length)]
        const person = one && people[pickPerson(n, one.count)]
        if (!person) return 'none'
        const { id } = one
        if (kind === 'grant' && one.method === 'hand')
          return (await world.ask('grantRequest', { kind: 'approval', id, handle: person.handle }))
            ? 'granted'
            : 'ended'
        if (kind === 'press' || (kind === 'grant' && one.method === 'tap')) return say(await press(call, id, person))
        if (kind === 'grant') return say(await sign(call, id, person))
        if (kind === 'deny')
          return say(await call('POST', `/api/approvals/${id}/deny`, { body: {}, headers: person.headers }))
        const digest = kind === 'redeem' ? DIGEST : OTHER_DIGEST
        const answer = await (kind === 'read'
          ? call('GET', `/api/approvals/${id}`, { headers: site })
          : call('POST', `/api/approvals/${id}/redeem`, { body: { digest }, headers: site }))
        return say(answer, answer.body['status'])
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'create') return create(one, { count: countPeople(n), method: pickMethod(n), now })
        if (kind === 'least') {
          one.least[n % PEOPLE.length] = pickMethod(n)
          return '200'
        }
        const approval = one.approvals[pick(n, one.approvals.length)]
        if (approval === undefined) return 'none'
        const place = pickPerson(n, approval.people.length)
        const person = approval.people[place] ?? OPEN
        const least = one.least[place] ?? 'tap'
        return STEPS[kind as keyof typeof STEPS]({ approval, person, least, now })
      },
    })
  },
}

type Person = { id: number; handle: string; headers: { authorization: string }; key: Authenticator }

async function addPeople(world: World, { name, address }: Lane) {
  const { secret, site } = await world.addSite(name)
  const people: Person[] = []
  const call = world.call(0, address)
  for (const handle of PEOPLE.map((end) => name + end)) {
    const { id, authorization } = await world.ask('addNode', { email: `${handle}@example.org`, handle })
    const asker = { siteKey: site.site_key, subject: `sha256:${handle}`, perDay: ASKED_A_DAY }
    await world.ask('allowAsker', { nodeId: id, ...asker })
    const person = { id, handle, headers: { authorization }, key: newAuthenticator() }
    await addPasskey(world, call, person)
    await setLeast(world, call, person, 'tap')
    people.push(person)
  }
  return { people, site: { authorization: `Bearer ${secret}` } }
}

async function addPasskey(world: World, call: Call, person: Person): Promise<void> {
  await renewSignIn(world, person)
  const { headers, key } = person
  const { body } = await call('POST', '/api/node/passkeys/options', { body: {}, headers })
  const response = key.register((body['options'] as { challenge: string }).challenge)
  const added = await call('POST', '/api/node/passkeys', { body: { token: body['token'], response }, headers })
  if (added.status !== 201) throw new Error(`no passkey was added: ${say(added)}`)
}

async function setLeast(world: World, call: Call, person: Person, method: Method): Promise<Answer> {
  await renewSignIn(world, person)
  return call('PUT', '/api/node/least-method', { body: { method }, headers: person.headers })
}

async function renewSignIn(world: World, { id }: Person): Promise<void> {
  const now = new Date(world.now()).toISOString()
  await world.ask('query', { text: `UPDATE node_token SET signed_in_at = '${now}' WHERE node_id = ${id}` })
}

function press(call: Call, id: string, { headers }: Person): Promise<Answer> {
  return call('POST', `/api/approvals/${id}/confirm`, { body: { digest: DIGEST }, headers })
}

/** A key whose counter stays at zero may sign several at once. */
async function sign(call: Call, id: string, { headers, key }: Person): Promise<Answer> {
  const started = await call('POST', `/api/approvals/${id}/passkey`, { headers })
  if (started.status !== 200) return started
  const { token, statement } = started.body as {
    token: string
    statement: Parameters<typeof computeStatementDigest>[0]
  }
  const response = key.sign(computeApproverChallenge([computeStatementDigest(statement)]), { counter: 0 })
  const body = { digest: DIGEST, passkey: { token, response } }
  return call('POST', `/api/approvals/${id}/confirm`, { body, headers })
}

function pickMethod(n: number): Method {
  return METHODS[Math.floor(n / 3) % METHODS.length] as Method
}

function isWeaker(method: Method, least: Method): boolean {
  return METHODS.indexOf(method) < METHODS.indexOf(least)
}

// One in three asks all.
function countPeople(n: number): number {
  return n % 3 === 0 ? PEOPLE.length : 1
}

function pickPerson(n: number, count: number): number {
  return Math.floor(n / 2) % count
}

// Of the newest two: most others have ended.
function pick(n: number, length: number): number {
  return length - 1 - (n % Math.min(2, Math.max(1, length)))
}

type Creation = { count: number; method: Method; now: number }

function create(one: State, { count, method, now }: Creation): string {
  const today = dayOf(now)
  const turns = one.days
    .slice(0, count)
    .map(({ day, asked }) => ({ day: today, asked: (day === today ? asked : 0) + 1 }))
  for (const [person, { asked }] of turns.entries()) {
    if (isWeaker(method, one.least[person] ?? 'tap')) return '403 METHOD_TOO_WEAK'
    if (asked > ASKED_A_DAY) return '429 TOO_MANY_REQUESTS'
  }
  const isPestering = turns.some((_, person) => {
    const open = one.approvals.filter((approval) => isOpen(approval, now) && approval.people[person]?.state === 'open')
    const denied = one.approvals.filter(({ people }) => isDeniedSince(people[person], now - HOUR_MS))
    return open.length >= OPEN_AT_MOST || denied.length >= DENIED_AT_MOST
  })
  if (isPestering) return '429 TOO_MANY_REQUESTS'
  one.days.splice(0, count, ...turns)
  const people = turns.map(() => ({ ...OPEN }))
  one.approvals.push({ ...OPEN, method, expires: now + LIFE_MS, need: Math.min(2, count), people, isRedeemed: false })
  return '201'
}

function isDeniedSince(person: Decision | undefined, since: number): boolean {
  return person?.state === 'denied' && person.decided > since
}

const STEPS = {
  grant: stepGrant,
  press: stepPress,
  deny,
  redeem,
  'redeem-other': () => '403 APPROVAL_DIGEST_WRONG',
  read,
}

type Step = { approval: Approval; person: Decision; least: Method; now: number }

function isOpen({ state, expires }: Approval, now: number): boolean {
  return state === 'open' && expires > now
}

function stepGrant({ approval, person, least, now }: Step): string {
  const isScan = approval.method === 'hand'
  if (!isOpen(approval, now) || person.state !== 'open') return isScan ? 'ended' : '409 APPROVAL_ENDED'
  if (isWeaker(approval.method, least)) return '403 METHOD_TOO_WEAK'
  Object.assign(person, { state: 'granted', decided: now })
  if (countOf(approval, 'granted') === approval.need) Object.assign(approval, { state: 'granted', decided: now })
  return isScan ? 'granted' : '200'
}

/** A press grants a tap, and nothing else. */
function stepPress(step: Step): string {
  const { approval, person, now } = step
  if (approval.method === 'tap') return stepGrant(step)
  if (!isOpen(approval, now) || person.state !== 'open') return '409 APPROVAL_ENDED'
  return approval.method === 'hand' ? '403 OTHER_WAY_NOT_ALLOWED' : '400 INVALID_REQUEST'
}

function deny({ approval, person, now }: Step): string {
  if (!isOpen(approval, now) || person.state === 'denied') return '409 APPROVAL_ENDED'
  Object.assign(person, { state: 'denied', decided: now })
  const left = approval.people.length - countOf(approval, 'denied')
  if (left < approval.need) Object.assign(approval, { state: 'denied', decided: now })
  return '200'
}

function countOf({ people }: Approval, wanted: Decision['state']): number {
  return people.filter(({ state }) => state === wanted).length
}

function redeem({ approval, now }: Step): string {
  if (isOpen(approval, now)) return '409 APPROVAL_OPEN'
  if (approval.isRedeemed) return '409 APPROVAL_REDEEMED'
  if (approval.state !== 'granted' || approval.decided <= now - REDEEMABLE_MS) return '409 APPROVAL_ENDED'
  approval.isRedeemed = true
  return '200 granted'
}

function read({ approval, now }: Step): string {
  if (approval.state === 'open') return isOpen(approval, now) ? '200 open' : '200 expired'
  const isOver = approval.state === 'granted' && !approval.isRedeemed && now - approval.decided >= REDEEMABLE_MS
  return isOver ? '200 expired' : `200 ${approval.state}`
}
