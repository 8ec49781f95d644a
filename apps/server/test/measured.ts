import { join } from 'node:path'
import { startPostgres } from '@stillhere/postgres'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app/app.ts'
import { createFailingJobs, startWorker } from '../src/app/jobs/worker.ts'
import { startService } from '../src/app/start.ts'
import { addEntry, spendGain, spendScan } from '../src/identity/activity-store.ts'
import { hashCode, hashEmail, requireRightCode } from '../src/identity/codes/codes.ts'
import { saveCode } from '../src/identity/codes/store.ts'
import { recordScan } from '../src/identity/entropy/rules.ts'
import { addScansToTally, lockNode, recordActivity, addScan, saveEntropy } from '../src/identity/node-store.ts'
import { signIn } from '../src/identity/otp/routes.ts'
import { type Connection, openDatabase } from '../src/platform/database/pool.ts'
import { toDay } from '../src/platform/day.ts'
import { spendSiteBudget } from '../src/platform/limits/budgets.ts'
import { openServiceLog } from '../src/platform/logger.ts'
import type { Service } from '../src/platform/service.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { createServerCheck } from '../src/requests/checks/page.ts'
import { addRequest, redeemRequest } from '../src/requests/request/store.ts'
import { addSiteWithSecret } from '../src/requests/sites/routes.ts'
import { findSiteBySecret, type SiteRow } from '../src/requests/sites/store.ts'

/*
 * What benchmarks (proof/bench) measure inside the service: the service as it ships in their own process, and the statements of its
 * handlers without HTTP around them.
 */

export { toScript as script, sql } from '../src/platform/database/sql.ts'
export { findIdentity } from '../src/identity/node-store.ts'
export { sealOutcome } from '../src/scan/receipts/issue.ts'
export { decodeLandmarks, encodeLandmarks } from '../src/scan/research/landmarks.ts'
export { computeCode } from '../src/requests/request/redeem.ts'
export { readResearchUpload } from '../src/scan/research/routes.ts'
export {
  createChallenge as drawChallenge,
  type IssuedChallenge,
  sealChallenge,
} from '../src/scan/challenge/challenge.ts'
export { computeSimilarities as nearestSimilarities } from '../src/scan/memory/memory.ts'
export { sealEnrollment } from '../src/scan/enrollment/enrollment.ts'
export { findSimilarMotion as recall } from '../src/scan/memory/memory.ts'
export { computeTraces as makeTraces } from '../src/scan/memory/traces.ts'
export { type Service, type SiteRow }

/** A service on a database and a port of its own, and how others reach the same PostgreSQL. */
export type OpenService = {
  service: Service
  app: FastifyInstance
  port: number
  connection: Connection
  close: () => Promise<void>
}

/** Starts a service as it ships: it writes a log, runs its jobs, and its detectors are those of the settings. */
export async function openService(dataDir: string, settings: Record<string, string>): Promise<OpenService> {
  const embedded = await startPostgres({ dataDir, log: () => {} })
  const { connection } = embedded
  const db = openDatabase({ connection })
  const { service, stop } = await startService(
    readSettings({ DATA_DIR: dataDir, ...settings }),
    () => {},
    async () => ({ db, stop: () => db.close().then(embedded.stop) }),
  )
  const { logLevel: level } = service.settings
  const log = openServiceLog({ level, format: 'json', dest: join(dataDir, 'service.log') })
  const failing = createFailingJobs()
  const app = createApp(service, { logger: log.logger, recent: log.recent, failing })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const worker = startWorker(service, (line) => log.logger.info(line), failing)
  const close = async () => {
    await app.close()
    await worker.stop()
    log.flush()
    await stop()
  }
  return { service, app, port, connection, close }
}

export type MeasuredSite = { row: SiteRow; secret: string; secretHash: Buffer }

/** Registers a site. */
export async function addSite(service: Service): Promise<MeasuredSite> {
  const wanted = { name: 'Shop', origins: ['https://shop.example'] }
  const { secret } = await service.db.transaction((tx) => addSiteWithSecret(tx, service, wanted))
  const secretHash = service.secrets.hash('site-secret', secret)
  return { row: await findSite(service, secretHash), secret, secretHash }
}

async function findSite({ db }: Service, secretHash: Buffer): Promise<SiteRow> {
  const row = await findSiteBySecret(db, secretHash)
  if (!row) throw new Error('the bench has lost its site')
  return row
}

/** Creates a check by the statements of POST /api/checks alone. */
export async function createCheckDirectly(
  service: Service,
  { secretHash }: MeasuredSite,
  asked: { action: string },
): Promise<void> {
  const site = await findSite(service, secretHash)
  await spendSiteBudget(service, 'check.site', site.siteKey)
  const check = await createServerCheck(service, site, asked)
  await service.db.transaction((tx) => addRequest(tx, check, tx.now))
}

/** Redeems a passed check by its one statement. */
export function redeemCheckDirectly({ db }: Service, { secretHash }: MeasuredSite, id: string): Promise<unknown> {
  return db.transaction((tx) => {
    const demand = { kind: 'check', states: ['granted'], digest: null, hasCode: true, minAssurance: 1 } as const
    const site = { requester: { hash: secretHash }, allowsTest: false, isSandbox: false, allowsFirstVisit: true }
    return redeemRequest(tx, { id, ...site, ...demand, now: tx.now })
  })
}

/** Records a scan by the statements of POST /api/motion/record alone. */
export function recordMotionDirectly({ db }: Service, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    const node = await lockNode(tx, email)
    if (!node) throw new Error('the bench has lost a node')
    const day = toDay(tx.now)
    await spendScan(tx, node.id, day)
    await addScan(tx, node.id, tx.now)
    await recordActivity(tx, node, day)
    await addScansToTally(tx, 1, tx.now)
  })
}

/** Records a gain by the statements of POST /api/node/entropy alone. */
export function recordEntropyDirectly({ db }: Service, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    const node = await lockNode(tx, email)
    if (!node) throw new Error('the bench has lost a node')
    const day = toDay(tx.now)
    await spendGain(tx, node.id, day)
    const { after, gain } = recordScan(node, { pes: 0.9 }, day)
    await saveEntropy(tx, node.id, { ...after, now: tx.now })
    await addEntry(tx, node.id, { at: tx.now, change: gain, reason: 'gain', score: after.score })
    await recordActivity(tx, node, day)
  })
}

/** Saves a code for a person, as if it had been mailed. */
export function saveCodeDirectly(service: Service, email: string, code: string): Promise<void> {
  return saveCode(service.db, {
    emailHash: hashEmail(service, email),
    askerHash: Buffer.alloc(32),
    codeHash: hashCode(service, email, code),
    inviteId: null,
    now: new Date(),
    expiresAt: new Date(Date.now() + 600_000),
  })
}

/** Signs a person in by the statements of POST /api/verify-otp alone. */
export async function signInDirectly(service: Service, email: string, text: string): Promise<unknown> {
  const request = { ip: '127.0.0.1', headers: {}, method: 'POST', protocol: 'http' } as const
  const code = await requireRightCode(service, { emailKey: email, code: text, request })
  return service.db.transaction((tx) => signIn(tx, service, { email: { key: email, mailbox: email }, code, request }))
}
