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

type Approval = { expires: number; state: 'open' | 'granted' | 'denied'; decided: number; isRedeemed: boolean }
type State = { approvals: Approval[]; day: string; asked: number }

/** What a site asks a person: not too much at once, decided once, given out once and for its own action only. */
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
    const { headers, site } = await addPeople(world, lane)
    const ids: string[] = []
    return subject<State>({
      state: { approvals: [], day: '', asked: 0 },
      run: async ({ kind, n }, call) => {
        if (kind === 'create') {
          const answer = await call('POST', '/api/approvals', { body: { approver: lane.name, action }, headers: site })
          if (answer.status === 201) ids.push(String(answer.body['id']))
          return say(answer)
        }
        const id = ids[pick(n, ids.length)]
        if (id === undefined) return 'none'
        if (kind === 'grant') return (await world.ask('grantRequest', { kind: 'approval', id })) ? 'granted' : 'ended'
        if (kind === 'deny') return say(await call('POST', `/api/approvals/${id}/deny`, { body: {}, headers }))
        const digest = kind === 'redeem' ? DIGEST : OTHER_DIGEST
        const answer = await (kind === 'read'
          ? call('GET', `/api/approvals/${id}`, { headers: site })
          : call('POST', `/api/approvals/${id}/redeem`, { body: { digest }, headers: site }))
        return say(answer, answer.body['status'])
      },
      step: (one, { kind, n }, { now }) => {
        if (kind === 'create') return create(one, now)
        const approval = one.approvals[pick(n, one.approvals.length)]
        return approval === undefined ? 'none' : STEPS[kind as keyof typeof STEPS](approval, now)
      },
    })
  },
}

async function addPeople(world: World, { name }: Lane) {
  const { id, authorization } = await world.ask('addNode', { email: `${name}@example.org`, handle: name })
  const { secret, site } = await world.addSite(name)
  const asker = { siteKey: site.site_key, subject: `sha256:${name}`, perDay: ASKED_A_DAY }
  await world.ask('allowAsker', { nodeId: id, ...asker })
  return { headers: { authorization }, site: { authorization: `Bearer ${secret}` } }
}

// Of the newest two: most others have ended.
function pick(n: number, length: number): number {
  return length - 1 - (n % Math.min(2, Math.max(1, length)))
}

function create(one: State, now: number): string {
  const asked = one.day === dayOf(now) ? one.asked : 0
  const open = one.approvals.filter((approval) => isOpen(approval, now)).length
  const denied = one.approvals.filter(({ state, decided }) => state === 'denied' && decided > now - HOUR_MS).length
  if (asked >= ASKED_A_DAY || open >= OPEN_AT_MOST || denied >= DENIED_AT_MOST) return '429 TOO_MANY_REQUESTS'
  Object.assign(one, { day: dayOf(now), asked: asked + 1 })
  one.approvals.push({ expires: now + LIFE_MS, state: 'open', decided: 0, isRedeemed: false })
  return '201'
}

const STEPS = {
  grant: stepGrant,
  deny,
  redeem,
  'redeem-other': () => '403 APPROVAL_DIGEST_WRONG',
  read,
}

function isOpen({ state, expires }: Approval, now: number): boolean {
  return state === 'open' && expires > now
}

function stepGrant(approval: Approval, now: number): string {
  if (!isOpen(approval, now)) return 'ended'
  Object.assign(approval, { state: 'granted', decided: now })
  return 'granted'
}

function deny(approval: Approval, now: number): string {
  if (!isOpen(approval, now)) return '409 APPROVAL_ENDED'
  Object.assign(approval, { state: 'denied', decided: now })
  return '200'
}

function redeem(approval: Approval, now: number): string {
  if (isOpen(approval, now)) return '409 APPROVAL_OPEN'
  if (approval.isRedeemed) return '409 APPROVAL_REDEEMED'
  if (approval.state !== 'granted' || approval.decided <= now - REDEEMABLE_MS) return '409 APPROVAL_ENDED'
  approval.isRedeemed = true
  return '200 granted'
}

function read(approval: Approval, now: number): string {
  if (approval.state === 'open') return isOpen(approval, now) ? '200 open' : '200 expired'
  const isOver = approval.state === 'granted' && !approval.isRedeemed && now - approval.decided >= REDEEMABLE_MS
  return isOver ? '200 expired' : `200 ${approval.state}`
}
