import { addAskingSite, addGrantedApprovals, GRANTED_DIGEST } from '../../apps/server/test/granted-approvals.ts'
import type { Row } from '../world/parts.ts'
import { type Fleet, PROCESSES, startFleet } from './fleet.ts'

const APPROVALS = Number(process.env.APPROVALS ?? 10_000)
// Each can be redeemed for five minutes.
const BATCH = 1000
const AT_ONCE = 32

/** Redeems each of many approvals on all processes at once; throws where one was given out twice or not at all. */
export async function redeemTwice(): Promise<Row[]> {
  const fleet = await startFleet()
  try {
    const secret = await addAskingSite(fleet)
    const counts: number[] = []
    while (counts.length < APPROVALS) {
      counts.push(...(await redeemAll(fleet, secret, await addGrantedApprovals(fleet, secret, BATCH))))
      console.log(`${counts.length} of ${APPROVALS} approvals redeemed`)
    }
    return [judge(counts)]
  } finally {
    await fleet.stop()
  }
}

/** How often each was given out. */
async function redeemAll(fleet: Fleet, secret: string, ids: readonly string[]): Promise<number[]> {
  const counts: number[] = []
  const waiting = [...ids]
  const lines = Array.from({ length: AT_ONCE }, async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const path = `/api/approvals/${id}/redeem`
      const everywhere = Array.from({ length: PROCESSES }, (_, nth) => redeem(fleet, secret, { path, nth }))
      counts.push((await Promise.all(everywhere)).filter(Boolean).length)
    }
  })
  await Promise.all(lines)
  return counts
}

async function redeem(fleet: Fleet, secret: string, { path, nth }: { path: string; nth: number }): Promise<boolean> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const body = JSON.stringify({ digest: GRANTED_DIGEST })
  const answer = await fetch(`${fleet.nth(nth).address}${path}`, { method: 'POST', headers, body })
  // Shed under the load, and so not looked at.
  if (answer.status === 503) return redeem(fleet, secret, { path, nth: nth + 1 })
  const { receipt, error } = (await answer.json()) as { receipt?: object; error?: string }
  if (answer.status !== 200 && error !== 'APPROVAL_REDEEMED') throw new Error(`${answer.status} ${error}`)
  return receipt !== undefined
}

function judge(counts: readonly number[]): Row {
  const twice = counts.filter((count) => count > 1).length
  const never = counts.filter((count) => count === 0).length
  return {
    what: `${counts.length} approvals, each redeemed on ${PROCESSES} processes at once`,
    must: 'each is given out exactly once',
    seen: `${twice} twice, ${never} never`,
    holds: twice + never === 0,
  }
}
