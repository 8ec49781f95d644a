import { expiredAgentNonces, unprovedAgents } from '../agents/store.ts'
import { expiredAdminSessions } from '../auth/admin-store.ts'
import { expiredSessions } from '../auth/store.ts'
import { expiredCodes, unfamiliarNetworks } from '../codes/store.ts'
import { EXPIRY_BATCH, type Expiry } from '../database/expiry.ts'
import { daysBefore } from '../day.ts'
import { expiredAnswers } from '../http/store.ts'
import { staleBudgets } from '../limits/store.ts'
import { removeOldFiles } from '../mail/eml-files.ts'
import { unconfirmedNodes } from '../nodes/store.ts'
import { expiredTallies } from '../nodes/tally-store.ts'
import { expiredOidcItems } from '../oidc/store.ts'
import { expiredDeliveries } from '../outbox/store.ts'
import { expiredPasskeyChallenges } from '../passkeys/store.ts'
import { expiredPublications } from '../publishing/store.ts'
import { expiredChains, expiredKeys, expiredReceipts } from '../receipts/store.ts'
import { unconfirmedApplications } from '../recruitment/store.ts'
import { expiredApprovals, expiredChecks, unopenedChecks } from '../requests/store.ts'
import { expiredRecordings } from '../research/recording-store.ts'
import { expiredSalts } from '../research/store.ts'
import type { Service } from '../service.ts'
import { expiredLinks } from '../setup/store.ts'
import { endedWebhookSecrets } from '../sites/webhook-store.ts'
import { expiredLive } from '../verification/live-store.ts'
import { expiredCaptures, expiredChallenges, expiredStrokes } from '../verification/store.ts'
import { expiredWaiting } from '../waitlist/store.ts'
import { expiredNonces } from '../wallet/store.ts'

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
  unprovedAgents,
  expiredTallies,
  endedWebhookSecrets,
  expiredAdminSessions,
  expiredLinks,
]

/** Removes what nobody needs any more. Several processes may do it at once. */
export async function tidy(service: Service): Promise<void> {
  await removeOldFiles(service.settings.dataDir, daysBefore(service.now(), 1))
  for (const expire of EXPIRIES) {
    let removed: number
    do removed = await service.db.transaction(expire)
    while (removed === EXPIRY_BATCH)
  }
}
