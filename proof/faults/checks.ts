import { randomUUID } from 'node:crypto'
import { computeCode } from '../../apps/server/src/checks/code.ts'
import { addCheck, passCheck } from '../../apps/server/src/checks/store.ts'
import type { Transaction } from '../../apps/server/src/database/pool.ts'
import { sealOutcome } from '../../apps/server/src/receipts/outcome.ts'
import type { Service } from '../../apps/server/src/service.ts'
import { registerSite } from '../../apps/server/src/sites/sites.ts'
import { findSiteBySecret } from '../../apps/server/src/sites/store.ts'
import type { Row } from '../world/parts.ts'
import { type Fleet, PROCESSES, startFleet } from './fleet.ts'

const CHECKS = Number(process.env.CHECKS ?? 10_000)
// Each can be redeemed for five minutes.
const BATCH = 1000
const AT_ONCE = 32
const ORIGIN = 'https://shop.example'

/** What a check is spent by: the code that the person brought back, the response of a form, or its id alone. */
const WAYS = ['code', 'response', 'check'] as const
type Spendable = { id: string; way: (typeof WAYS)[number] }

/** Spends each of many checks on all processes at once; throws where one was spent twice or not at all. */
export async function spendTwice(): Promise<Row[]> {
  const fleet = await startFleet()
  try {
    const secret = await addSite(fleet)
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

async function addSite({ db, secrets }: Fleet): Promise<string> {
  const wanted = { name: 'Shop', origins: [ORIGIN], return_urls: [`${ORIGIN}/back`] }
  return (await db.transaction((tx) => registerSite(tx, { secrets } as Service, wanted))).secret
}

async function addPassed({ db, secrets }: Fleet, secret: string): Promise<Spendable[]> {
  return db.transaction(async (tx) => {
    const site = await findSiteBySecret(tx, secrets.hash('site-secret', secret))
    const sealed = sealOutcome({ secrets }, {})
    const checks = Array.from({ length: BATCH }, (_, index) => ({ id: randomUUID(), way: WAYS[index % 3] ?? 'code' }))
    for (const check of checks) await addPassedCheck(tx, check, { siteId: site?.id ?? 0, sealed })
    return checks
  })
}

async function addPassedCheck(
  tx: Transaction,
  { id, way }: Spendable,
  { siteId, sealed }: { siteId: number; sealed: Buffer },
): Promise<void> {
  const absent = {
    otherWay: false,
    details: null,
    nonce: null,
    cdata: null,
    origin: null,
    followerHash: null,
    opening: null,
    askedBy: 'server' as const,
  }
  const returnUrl = way === 'code' ? `${ORIGIN}/back` : null
  const expiresAt = new Date(tx.now.getTime() + 600_000)
  const check = { id, siteId, action: 'Pay', assurance: 1 as const, audience: ORIGIN, returnUrl, expiresAt, ...absent }
  await addCheck(tx, check, tx.now)
  await passCheck(tx, id, { subject: `sha256:${id}`, reached: 1, sealed }, tx.now)
}

/** How often a check was given out. */
type Spent = Spendable & { count: number }

async function spendAll(fleet: Fleet, secret: string, checks: readonly Spendable[]): Promise<Spent[]> {
  const spent: Spent[] = []
  let next = 0
  const lines = Array.from({ length: AT_ONCE }, async () => {
    for (let index = next++; index < checks.length; index = next++) {
      const check = checks[index] as Spendable
      const everywhere = Array.from({ length: PROCESSES }, (_, nth) => spend(fleet, secret, { check, nth }))
      spent.push({ ...check, count: (await Promise.all(everywhere)).filter(Boolean).length })
    }
  })
  await Promise.all(lines)
  return spent
}

type Try = { check: Spendable; nth: number }

async function spend(fleet: Fleet, secret: string, { check, nth }: Try): Promise<boolean> {
  const answer = await call(fleet, secret, { check, nth })
  // Shed under the load, and so not looked at.
  if (answer.status === 503) return spend(fleet, secret, { check, nth: nth + 1 })
  const body = (await answer.json()) as { success?: boolean; status?: string }
  return check.way === 'response' ? body.success === true : answer.status === 200 && body.status === 'passed'
}

function call({ nth: server, secrets }: Fleet, secret: string, { check: { id, way }, nth }: Try): Promise<Response> {
  const code = computeCode({ secrets }, id)
  const [path, body] =
    way === 'response'
      ? ['/api/siteverify', { secret, response: `${id}.${code}` }]
      : [`/api/checks/${id}/redeem`, way === 'code' ? { code } : {}]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  return fetch(`${server(nth).address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
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
