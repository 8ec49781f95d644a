import { computePayloadDigest } from '@stillhere/receipt'
import { type Area, dayOf, type Lane, say, subject } from '../area.ts'
import type { World } from '../world.ts'

const LIFE_MS = 600_000
const REDEEMABLE_MS = 300_000
const HOUR_MS = 3_600_000
const [OPEN_AT_MOST, DENIED_AT_MOST, ASKED_A_DAY] = [3, 3, 8]
const action = { type: 'deploy', summary: 'Deploy shop 1.4.2' }
const DIGEST = computePayloadDigest(action)
const OTHER_DIGEST = computePayloadDigest({ ...action, summary: 'Deploy shop 1.4.3' })

type Decision = { state: 'open' | 'granted' | 'denied'; decided: number }
/** Asks the first person alone, or two of all three. */
type Approval = Decision & { expires: number; need: number; people: Decision[]; isRedeemed: boolean }
type State = { approvals: Approval[]; days: { day: string; asked: number }[] }

const PEOPLE = ['', '-b', '-c']
const OPEN: Decision = { state: 'open', decided: 0 }

/** What a site asks one person or two of three: not too much at once, decided once, given out once and for its own action only. */
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
  ],
  open: async (world, lane) => {
    const { people, site } = await addPeople(world, lane)
    const asked: { id: string; count: number }[] = []
    return subject<State>({
      state: { approvals: [], days: PEOPLE.map(() => ({ day: '', asked: 0 })) },
      run: async ({ kind, n }, call) => {
        if (kind === 'create') {
          const of = people.slice(0, countPeople(n)).map(({ handle }) => handle)
          const whom = of.length === 1 ? { approver: of[0] } : { approvers: { of, need: 2 } }
          const answer = await call('POST', '/api/approvals', { body: { ...whom, action }, headers: site })
          if (answer.status === 201) asked.push({ id: String(answer.body['id']), count: of.length })
          return say(answer)
        }
        const one = asked[pick(n, asked.length)]
        const person = one && people[pickPerson(n, one.count)]
        if (!person) return 'none'
        const { id } = one
        if (kind === 'grant')
          return (await world.ask('grantRequest', { kind: 'approval', id, handle: person.handle }))
            ? 'granted'
            : 'ended'
        if (kind === 'deny')
          return say(await call('POST', `/api/approvals/${id}/deny`, { body: {}, headers: person.headers }))
        const digest = kind === 'redeem' ? DIGEST : OTHER_DIGEST
        const answer = await (kind === 'read'
          ? call('GET', `/api/approvals/${id}`, { headers: site })
          : call('POST', `/api/approvals/${id}/redeem`, { body: { digest }, headers: site }))
        return say(answer, answer.body['status'])
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'create') return create(one, countPeople(n), now)
        const approval = one.approvals[pick(n, one.approvals.length)]
        if (approval === undefined) return 'none'
        const person = approval.people[pickPerson(n, approval.people.length)] ?? OPEN
        return STEPS[kind as keyof typeof STEPS]({ approval, person, now })
      },
    })
  },
}

async function addPeople(world: World, { name }: Lane) {
  const { secret, site } = await world.addSite(name)
  const people = []
  for (const handle of PEOPLE.map((end) => name + end)) {
    const { id, authorization } = await world.ask('addNode', { email: `${handle}@example.org`, handle })
    const asker = { siteKey: site.site_key, subject: `sha256:${handle}`, perDay: ASKED_A_DAY }
    await world.ask('allowAsker', { nodeId: id, ...asker })
    people.push({ handle, headers: { authorization } })
  }
  return { people, site: { authorization: `Bearer ${secret}` } }
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

function create(one: State, count: number, now: number): string {
  const today = dayOf(now)
  const turns = one.days
    .slice(0, count)
    .map(({ day, asked }) => ({ day: today, asked: (day === today ? asked : 0) + 1 }))
  const isTooMuch = turns.some(({ asked }, person) => {
    const open = one.approvals.filter((approval) => isOpen(approval, now) && approval.people[person]?.state === 'open')
    const denied = one.approvals.filter(({ people }) => isDeniedSince(people[person], now - HOUR_MS))
    return asked > ASKED_A_DAY || open.length >= OPEN_AT_MOST || denied.length >= DENIED_AT_MOST
  })
  if (isTooMuch) return '429 TOO_MANY_REQUESTS'
  one.days.splice(0, count, ...turns)
  const people = turns.map(() => ({ ...OPEN }))
  one.approvals.push({ ...OPEN, expires: now + LIFE_MS, need: Math.min(2, count), people, isRedeemed: false })
  return '201'
}

function isDeniedSince(person: Decision | undefined, since: number): boolean {
  return person?.state === 'denied' && person.decided > since
}

const STEPS = {
  grant: stepGrant,
  deny,
  redeem,
  'redeem-other': () => '403 APPROVAL_DIGEST_WRONG',
  read,
}

type Step = { approval: Approval; person: Decision; now: number }

function isOpen({ state, expires }: Approval, now: number): boolean {
  return state === 'open' && expires > now
}

function stepGrant({ approval, person, now }: Step): string {
  if (!isOpen(approval, now) || person.state !== 'open') return 'ended'
  Object.assign(person, { state: 'granted', decided: now })
  if (countOf(approval, 'granted') === approval.need) Object.assign(approval, { state: 'granted', decided: now })
  return 'granted'
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
