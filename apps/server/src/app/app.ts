import type { FastifyInstance } from 'fastify'
import { serveEntropy } from '../identity/entropy/routes.ts'
import { serveRecruitment } from '../identity/invites/recruitment.ts'
import { serveInvites } from '../identity/invites/routes.ts'
import { serveWaitlist } from '../identity/invites/waitlist.ts'
import { serveMails } from '../identity/mail/routes.ts'
import { serveMotion } from '../identity/motion/routes.ts'
import { serveNodes } from '../identity/nodes/routes.ts'
import { servePush } from '../identity/notices/push.ts'
import { serveNotices } from '../identity/notices/routes.ts'
import { serveOtp } from '../identity/otp/routes.ts'
import { servePasskeys } from '../identity/passkeys/routes.ts'
import { serveRecovery } from '../identity/recovery/routes.ts'
import { serveSessions } from '../identity/sessions/routes.ts'
import { serveWallets } from '../identity/wallet/routes.ts'
import { serveAccount } from '../operator/account/routes.ts'
import { serveDiscovery } from '../operator/discovery/routes.ts'
import { serveDocs } from '../operator/docs/routes.ts'
import { serveNetwork } from '../operator/network/routes.ts'
import { serveOverview } from '../operator/overview/routes.ts'
import { servePeople } from '../operator/people/routes.ts'
import { serveSetup } from '../operator/setup/routes.ts'
import { serveSystem } from '../operator/system/routes.ts'
import { serveWeb } from '../operator/web/routes.ts'
import { createRecentLines } from '../platform/logger.ts'
import type { Service } from '../platform/service.ts'
import { servePublishing } from '../publishing/routes.ts'
import { serveAgents } from '../requests/agents/routes.ts'
import { serveApprovals } from '../requests/approvals/routes.ts'
import { serveChecks } from '../requests/checks/routes.ts'
import { serveMcp } from '../requests/mcp/routes.ts'
import { findSiteOfToken } from '../requests/oidc/adapter.ts'
import { serveOidc } from '../requests/oidc/routes.ts'
import { requireAllowedAsker } from '../requests/request/create.ts'
import { requestScans } from '../requests/request/scan.ts'
import { addCallerBudget } from '../requests/sites/authorize.ts'
import { serveSites } from '../requests/sites/routes.ts'
import { queueRevocation, serveWebhooks } from '../requests/sites/webhooks.ts'
import { serveCalibration } from '../scan/calibration/routes.ts'
import { serveKeptReceipts } from '../scan/kept-receipts/routes.ts'
import { serveReceipts } from '../scan/receipts/routes.ts'
import { serveResearchStrokes } from '../scan/research-strokes/routes.ts'
import { serveResearch } from '../scan/research/routes.ts'
import { serveVerification } from '../scan/verification/routes.ts'
import { createFrame, type FrameOptions } from './frame.ts'
import { createFailingJobs } from './jobs/worker.ts'

/** Creates the Fastify app with all routes of the service. It doesn't listen yet. */
export function createApp(service: Service, options: FrameOptions = {}): FastifyInstance {
  const { app, closeList } = createFrame(service, options)

  addCallerBudget(app, service)
  serveSystem(app, service)
  serveDocs(app, service)
  serveDiscovery(app, service)
  serveNetwork(app, service)
  serveAccount(app, service)
  serveNodes(app, service)
  serveOtp(app, service)
  serveSessions(app, service)
  serveRecovery(app, service)
  serveWallets(app, service)
  servePasskeys(app, service, requireAllowedAsker)
  serveInvites(app, service)
  serveWaitlist(app, service)
  serveAgents(app, service)
  serveEntropy(app, service)
  serveMotion(app, service)
  serveVerification(app, service, requestScans)
  serveRecruitment(app, service)
  serveResearch(app, service)
  serveResearchStrokes(app, service)
  serveReceipts(app, service, queueRevocation)
  serveKeptReceipts(app, service)
  serveCalibration(app, service)
  serveSites(app, service)
  serveWebhooks(app, service)
  serveChecks(app, service)
  serveApprovals(app, service)
  serveOidc(app, service)
  servePush(app, service)
  serveNotices(app, service)
  serveMcp(app, service, findSiteOfToken)
  servePublishing(app, service)
  serveMails(app, service)
  serveSetup(app, service)
  serveOverview(app, service, {
    recent: options.recent ?? createRecentLines(),
    failing: options.failing ?? createFailingJobs(),
  })
  servePeople(app, service)
  serveWeb(app, service)

  closeList()
  return app
}
