import { expiredAdminSessions, expiredSessions, unfamiliarNetworks } from '../../identity/access/store.ts'
import { expiredCodes } from '../../identity/codes/store.ts'
import { unconfirmedApplications } from '../../identity/invites/recruitment-store.ts'
import { expiredWaiting } from '../../identity/invites/waitlist-store.ts'
import { removeOldFiles } from '../../identity/mail/transport.ts'
import { expiredTallies, unconfirmedNodes } from '../../identity/node-store.ts'
import { expiredPasskeyChallenges } from '../../identity/passkeys/store.ts'
import { expiredNonces } from '../../identity/wallet/store.ts'
import { expiredLinks } from '../../operator/setup/store.ts'
import { EXPIRY_BATCH, type Expiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'
import { expiredAnswers } from '../../platform/idempotency/store.ts'
import { staleBudgets } from '../../platform/limits/store.ts'
import { expiredDeliveries } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { expiredPublications } from '../../publishing/store.ts'
import { expiredAgentNonces, expiredUnprovedAgents } from '../../requests/agents/store.ts'
import { expiredOidcItems } from '../../requests/oidc/store.ts'
import { expiredApprovals, expiredChecks, unopenedChecks } from '../../requests/request/store.ts'
import { endedWebhookSecrets } from '../../requests/sites/store.ts'
import { expiredChallenges, expiredLive } from '../../scan/challenge/store.ts'
import { expiredCaptures, expiredStrokes } from '../../scan/memory/store.ts'
import { expiredChains, expiredKeys, expiredReceipts } from '../../scan/receipts/store.ts'
import { expiredRecordings } from '../../scan/research/recording-store.ts'
import { expiredSalts } from '../../scan/research/store.ts'

// Receipts before chains before keys: each waits for the ones before it to go.
const EXPIRIES: readonly Expiry[] = [
  expiredDeliveries,
  staleBudgets,
  expiredAnswers,
  expiredCodes,
  unfamiliarNetworks,
  expiredSessions,
  unconfirmedNodes,
  unconfirmedApplications,
  expiredWaiting,
  expiredReceipts,
  expiredChains,
  expiredKeys,
  expiredSalts,
  expiredRecordings,
  expiredChallenges,
  expiredLive,
  expiredChecks,
  unopenedChecks,
  expiredApprovals,
  expiredOidcItems,
  expiredNonces,
  expiredPasskeyChallenges,
  expiredCaptures,
  expiredStrokes,
  expiredPublications,
  expiredAgentNonces,
  expiredUnprovedAgents,
  expiredTallies,
  endedWebhookSecrets,
  expiredAdminSessions,
  expiredLinks,
]

/** Deletes all expired rows and files of the service, in batches. Several processes may run it at the same time. */
export async function deleteExpired(service: Service): Promise<void> {
  await removeOldFiles(service.settings.dataDir, toDaysBefore(service.now(), 1))
  for (const expire of EXPIRIES) {
    let removed: number
    do removed = await service.db.transaction(expire)
    while (removed === EXPIRY_BATCH)
  }
}
