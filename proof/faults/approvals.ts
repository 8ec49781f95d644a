import { inLines } from '../world/load.ts'
import type { Row } from '../world/parts.ts'
import { type Fleet, PROCESSES, startFleet } from '../world/service.ts'

const APPROVALS = Number(process.env.APPROVALS ?? 10_000)
// Each can be redeemed for five minutes.
const BATCH = 1000
const AT_ONCE = 32

/** Redeems each of many approvals on all processes at once; throws where one was given out twice or not at all. */
export async function redeemTwice(): Promise<Row[]> {
  const fleet = await startFleet()
  try {
    const secret = await fleet.nth(0).ask('addAskingSite')
    const counts: number[] = []
    while (counts.length < APPROVALS) {
      counts.push(
        ...(await redeemAll(fleet, secret, await fleet.nth(0).ask('addGrantedApprovals', { secret, count: BATCH }))),
      )
      console.log(`${counts.length} of ${APPROVALS} approvals redeemed`)
    }
    return [judge(counts)]
  } finally {
    await fleet.stop()
  }
}

/** How often each was redeemed. */
function redeemAll(fleet: Fleet, secret: string, { ids, digest }: Granted): Promise<number[]> {
  return inLines(AT_ONCE, ids, async (id) => {
    const call = { path: `/api/approvals/${id}/redeem`, digest }
    const everywhere = Array.from({ length: PROCESSES }, (_, nth) => redeem(fleet, secret, { ...call, nth }))
    return (await Promise.all(everywhere)).filter(Boolean).length
  })
}

type Granted = { ids: string[]; digest: string }
type Call = { path: string; digest: string; nth: number }

async function redeem(fleet: Fleet, secret: string, { path, digest, nth }: Call): Promise<boolean> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const body = JSON.stringify({ digest })
  const answer = await fetch(`${fleet.nth(nth).address}${path}`, { method: 'POST', headers, body })
  // Shed under the load, and so not looked at.
  if (answer.status === 503) return redeem(fleet, secret, { path, digest, nth: nth + 1 })
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
