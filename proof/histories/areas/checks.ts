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
}

/** Checks of a site: each has one page and one end, and what came of it is given out once, by whichever way. */
export const checks: Area = {
  name: 'checks',
  groups: [
    ['create'],
    ['pass', 'cancel', 'open'],
    ['pass'],
    ['redeem', 'verify', 'read'],
    ['redeem', 'verify', 'cancel'],
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
          const answer = await call('POST', '/api/checks', { body: { action: 'Pay' }, headers })
          if (answer.status === 201) ids.push(String(answer.body['id']))
          return say(answer)
        }
        const id = ids[pick(n, ids.length)]
        if (id === undefined) return 'none'
        if (kind === 'pass') return (await world.ask('grantRequest', { kind: 'check', id })) ? 'passed' : 'ended'
        if (kind === 'verify') return verify(world, { id, secret, call })
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
          all.push({ expires: now + LIFE_MS, state: 'open', settled: 0, isRedeemed: false, isTaken: false })
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

async function verify(
  { ask }: World,
  { id, secret, call }: { id: string; secret: string; call: Call },
): Promise<string> {
  const body = { secret, response: `${id}.${await ask('readCheckCode', { id })}` }
  const answer = await call('POST', '/api/siteverify', { body })
  return say(answer, answer.body['success'], answer.body['error-codes'])
}

const STEPS = { pass: stepPass, open: stepOpen, cancel, redeem, verify: stepVerify, read }

function isOpen({ state, expires }: Check, now: number): boolean {
  return state === 'open' && expires > now
}

function stepPass(check: Check, now: number): string {
  if (!isOpen(check, now)) return 'ended'
  Object.assign(check, { state: 'passed', settled: now })
  return 'passed'
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

function read(check: Check, now: number): string {
  if (check.state === 'open') return isOpen(check, now) ? '200 open' : '200 expired'
  const isOver = check.state === 'passed' && !check.isRedeemed && now - check.settled >= REDEEMABLE_MS
  return isOver ? '200 expired' : `200 ${check.state}`
}
