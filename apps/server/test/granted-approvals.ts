import { randomUUID } from 'node:crypto'
import type { Transaction } from '../src/platform/database/pool.ts'
import type { Secrets } from '../src/platform/secrets.ts'
import type { Service } from '../src/platform/service.ts'
import { findByApprover, saveAsker } from '../src/requests/asker-store.ts'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { computeActionDigest } from '../src/requests/request/rules.ts'
import { addRequest } from '../src/requests/request/store.ts'
import { addSiteWithSecret } from '../src/requests/sites/routes.ts'
import { findSiteBySecret } from '../src/requests/sites/store.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import { addNode } from './nodes.ts'

const SUBJECT = 'sha256:one'
const ORIGIN = 'https://approvals.example'
const action = { type: 'deploy', summary: 'Deploy shop 1.4.2 to production' }

/** What every approval of addGrantedApprovals is for. */
export const GRANTED_DIGEST = computeActionDigest(action)

type Place = Pick<Service, 'db'> & { secrets: Secrets }

/** Registers a site that may ask a person of its own, and returns its secret. */
export async function addAskingSite({ db, secrets }: Place): Promise<string> {
  const wanted = { name: 'Approvals', origins: [ORIGIN] }
  // A name of its own: others may have filled the database with handles that are counted.
  const name = `approver-${randomUUID()}`
  const { id: nodeId } = await addNode({ db } as Service, { email: `${name}@example.org`, handle: name })
  return db.transaction(async (tx) => {
    const { secret } = await addSiteWithSecret(
      tx,
      { secrets, settings: { deviceRoots: [] as readonly unknown[] } } as Service,
      wanted,
    )
    const asker = await findAskingSite(tx, secrets, secret)
    await saveAsker(tx, { nodeId, asker, subject: SUBJECT, perDay: 1, now: tx.now })
    return secret
  })
}

async function findAskingSite(tx: Transaction, secrets: Secrets, secret: string) {
  const site = await findSiteBySecret(tx, secrets.hash('site-secret', secret))
  return { kind: 'site' as const, id: site?.id ?? 0 }
}

/** Adds approvals that the person granted to the site and nobody redeemed; returns their ids. No scan stands behind them. */
export function addGrantedApprovals({ db, secrets }: Place, secret: string, count: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    const asker = await findAskingSite(tx, secrets, secret)
    const allowed = await findByApprover(tx, asker, SUBJECT)
    const sealed = sealOutcome({ secrets }, { receipt: { stands: 'for one' } })
    const ids = Array.from({ length: count }, () => randomUUID())
    const { id: siteId } = asker
    for (const id of ids) await addGranted(tx, { id, siteId, askerId: allowed?.id ?? 0, sealed })
    return ids
  })
}

async function addGranted(
  tx: Transaction,
  { id, siteId, askerId, sealed }: { id: string; siteId: number; askerId: number; sealed: Buffer },
): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + 600_000)
  const asked = {
    id,
    kind: 'approval' as const,
    siteId,
    agentId: null,
    approvers: [{ askerId, name: SUBJECT }],
    need: 1,
    type: action.type,
    action: action.summary,
    details: null,
    digest: GRANTED_DIGEST,
    language: 'en' as const,
    method: 'hand' as const,
    assurance: 2 as const,
    audience: ORIGIN,
    test: false,
    otherWay: false,
  }
  await addRequest(tx, { ...asked, expiresAt }, tx.now)
  await addGrant(tx, id, { askerId, subject: SUBJECT, reached: 2, sealed }, tx.now)
}
