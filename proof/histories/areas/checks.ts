import { type Area, say, subject } from '../area.ts'
import type { Call } from '../world.ts'
import type { World } from '../world.ts'

const LIFE_MS = 600_000
const REDEEMABLE_MS = 300_000

type Check = {
  expires: number
  state: 'open' | 'passed' | 'failed'
  settled: number
  isRedeemed: boolean
  isTaken: boolean
  /** Whether it may be passed without an enrollment. */
  takesFirstVisit: boolean
  isFirstVisit: boolean
}

/** Checks of a site: each has one page and one end, and its result is returned once. A first visit counts only where it is asked for. */
export const checks: Area = {
  name: 'checks',
  groups: [
    ['create'],
    ['pass', 'visit', 'cancel', 'open'],
    ['pass', 'visit'],
    ['visit'],
    ['redeem', 'verify', 'verify-same', 'read'],
    ['verify-same'],
    ['redeem', 'verify', 'verify-same', 'cancel'],
    ['redeem', 'pass'],
  ],
  open: async (world, { name }) => {
    const { secret } = await world.addSite(name)
    const headers = { authorization: `Bearer ${secret}` }
    const ids: string[] = []
    return subject({
      state: { checks: [] as Check[] },
      run: async ({ kind, n }, call) => {
        if (kind === 'create') {
          const answer = await call('POST', '/api/checks', {
            body: { action: 'Pay', subject_kind: kindOf(n) },
            headers,
          })
          if (answer.status === 201) ids.push(String(answer.body['id']))
          return say(answer)
        }
        const id = ids[pick(n, ids.length)]
        if (id === undefined) return 'none'
        if (kind === 'pass' || kind === 'visit') {
          const subjectKind = kind === 'visit' ? 'once' : 'same'
          return (await world.ask('grantRequest', { kind: 'check', id, subjectKind })) ? 'passed' : 'refused'
        }
        if (kind === 'verify' || kind === 'verify-same')
          return verify(world, { id, secret, call, demands: kind === 'verify' ? {} : { subject_kind: 'same' } })
        const answer = await (kind === 'read'
          ? call('GET', `/api/checks/${id}`, { headers })
          : call('POST', `/api/checks/${id}/${kind}`, {
              ...(kind === 'redeem' && { body: {} }),
              ...(kind !== 'open' && { headers }),
            }))
        return say(answer, kind === 'open' ? '' : answer.body['status'])
      },
      step: ({ checks: all }, { kind, n }, { now }) => {
        if (kind === 'create') {
          const [takesFirstVisit, isFirstVisit] = [kindOf(n) === 'once', false]
          const isNew = { isRedeemed: false, isTaken: false, takesFirstVisit, isFirstVisit }
          all.push({ expires: now + LIFE_MS, state: 'open', settled: 0, ...isNew })
          return '201'
        }
        const check = all[pick(n, all.length)]
        return check === undefined ? 'none' : STEPS[kind as keyof typeof STEPS](check, now)
      },
    })
  },
}

// Of the newest two: most others have ended.
function pick(n: number, length: number): number {
  return length - 1 - (n % Math.min(2, Math.max(1, length)))
}

function kindOf(n: number): 'once' | 'same' {
  return n % 3 === 0 ? 'same' : 'once'
}

async function verify(
  { ask }: World,
  { id, secret, call, demands }: { id: string; secret: string; call: Call; demands: object },
): Promise<string> {
  const body = { secret, response: `${id}.${await ask('readCheckCode', { id })}`, ...demands }
  const answer = await call('POST', '/api/siteverify', { body })
  return say(answer, answer.body['success'], answer.body['error-codes'])
}

const STEPS = {
  pass: stepPass,
  visit: stepVisit,
  open: stepOpen,
  cancel,
  redeem,
  verify: stepVerify,
  'verify-same': stepVerifySame,
  read,
}

function isOpen({ state, expires }: Check, now: number): boolean {
  return state === 'open' && expires > now
}

function stepPass(check: Check, now: number): string {
  if (!isOpen(check, now)) return 'refused'
  Object.assign(check, { state: 'passed', settled: now })
  return 'passed'
}

function stepVisit(check: Check, now: number): string {
  if (!check.takesFirstVisit) return 'refused'
  const answer = stepPass(check, now)
  if (answer === 'passed') check.isFirstVisit = true
  return answer
}

function stepOpen(check: Check, now: number): string {
  if (!isOpen(check, now)) return '409 CHECK_ENDED'
  if (check.isTaken) return '409 CHECK_TAKEN'
  check.isTaken = true
  return '200 '
}

function cancel(check: Check, now: number): string {
  if (!isOpen(check, now)) return '409 CHECK_ENDED'
  Object.assign(check, { state: 'failed', settled: now })
  return '200 failed'
}

function redeem(check: Check, now: number): string {
  if (check.state === 'open') return isOpen(check, now) ? '409 CHECK_OPEN' : '200 expired'
  const isFresh = check.settled > now - REDEEMABLE_MS
  if (!check.isRedeemed && isFresh) {
    check.isRedeemed = true
    return `200 ${check.state}`
  }
  return check.state === 'passed' && !check.isRedeemed ? '200 expired' : '409 CHECK_REDEEMED'
}

function stepVerify(check: Check, now: number): string {
  if (check.state === 'passed' && !check.isRedeemed && check.settled > now - REDEEMABLE_MS) {
    check.isRedeemed = true
    return '200 true '
  }
  return check.state === 'failed' ? '200 false invalid-input-response' : '200 false timeout-or-duplicate'
}

function stepVerifySame(check: Check, now: number): string {
  const isReady = check.state === 'passed' && !check.isRedeemed && check.settled > now - REDEEMABLE_MS
  return isReady && check.isFirstVisit ? '200 false subject-not-same' : stepVerify(check, now)
}

function read(check: Check, now: number): string {
  if (check.state === 'open') return isOpen(check, now) ? '200 open' : '200 expired'
  const isOver = check.state === 'passed' && !check.isRedeemed && now - check.settled >= REDEEMABLE_MS
  return isOver ? '200 expired' : `200 ${check.state}`
}
