import { inLines } from '../world/load.ts'
import type { Row } from '../world/parts.ts'
import { addSite, type Fleet, PROCESSES, startFleet } from '../world/service.ts'

const CHECKS = Number(process.env.CHECKS ?? 10_000)
// Each can be redeemed for five minutes.
const BATCH = 1000
const AT_ONCE = 32
const ORIGIN = 'https://shop.example'

/** The ways to spend a check: the code that the person brought back, the response of a form, or its id alone. */
const WAYS = ['code', 'response', 'check'] as const
type Spendable = { id: string; way: (typeof WAYS)[number]; code: string }

/** Spends each of many checks on all processes at once; throws where one was spent twice or not at all. */
export async function spendTwice(): Promise<Row[]> {
  const fleet = await startFleet()
  try {
    const wanted = { name: 'Shop', origins: [ORIGIN], return_urls: [`${ORIGIN}/back`] }
    const { secret } = await addSite(fleet.nth(0).address, wanted)
    const spent: Spent[] = []
    while (spent.length < CHECKS) {
      spent.push(...(await spendAll(fleet, secret, await addPassed(fleet, secret))))
      console.log(`${spent.length} of ${CHECKS} checks spent`)
    }
    return WAYS.map((way) => judge(way, spent))
  } finally {
    await fleet.stop()
  }
}

/** Has a site ask for checks, which pass. */
async function addPassed(fleet: Fleet, secret: string): Promise<Spendable[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const { address, ask } = fleet.nth(0)
  return inLines(
    AT_ONCE,
    Array.from({ length: BATCH }, (_, index) => WAYS[index % WAYS.length] ?? 'code'),
    async (way) => {
      const body = JSON.stringify({ action: 'Pay', ...(way === 'code' && { return_url: `${ORIGIN}/back` }) })
      const answer = await fetch(`${address}/api/checks`, { method: 'POST', headers, body })
      const { id } = (await answer.json()) as { id: string }
      if (answer.status !== 201 || !(await ask('grantRequest', { kind: 'check', id })))
        throw new Error(`a check was answered ${answer.status}`)
      return { id, way, code: await ask('readCheckCode', { id }) }
    },
  )
}

/** How often a check was given out. */
type Spent = Spendable & { count: number }

function spendAll(fleet: Fleet, secret: string, checks: readonly Spendable[]): Promise<Spent[]> {
  return inLines(AT_ONCE, checks, async (check) => {
    const everywhere = Array.from({ length: PROCESSES }, (_, nth) => spend(fleet, secret, { check, nth }))
    return { ...check, count: (await Promise.all(everywhere)).filter(Boolean).length }
  })
}

type Try = { check: Spendable; nth: number }

async function spend(fleet: Fleet, secret: string, { check, nth }: Try): Promise<boolean> {
  const answer = await call(fleet, secret, { check, nth })
  // Shed under the load, and so not looked at.
  if (answer.status === 503) return spend(fleet, secret, { check, nth: nth + 1 })
  const body = (await answer.json()) as { success?: boolean; status?: string }
  return check.way === 'response' ? body.success === true : answer.status === 200 && body.status === 'passed'
}

function call(fleet: Fleet, secret: string, { check: { id, way, code }, nth }: Try): Promise<Response> {
  const [path, body] =
    way === 'response'
      ? ['/api/siteverify', { secret, response: `${id}.${code}` }]
      : [`/api/checks/${id}/redeem`, way === 'code' ? { code } : {}]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  return fetch(`${fleet.nth(nth).address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function judge(way: Spendable['way'], spent: readonly Spent[]): Row {
  const counts = spent.filter((one) => one.way === way).map(({ count }) => count)
  const twice = counts.filter((count) => count > 1).length
  const never = counts.filter((count) => count === 0).length
  return {
    what: `${counts.length} checks, each spent by ${way} on ${PROCESSES} processes at once`,
    must: 'each is given out exactly once',
    seen: `${twice} twice, ${never} never`,
    holds: twice + never === 0,
  }
}
