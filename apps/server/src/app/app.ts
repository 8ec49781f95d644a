import type { FastifyInstance } from 'fastify'
import { entropyRoutes } from '../identity/entropy/routes.ts'
import { serveRecruitment } from '../identity/invites/recruitment.ts'
import { serveInvites } from '../identity/invites/routes.ts'
import { serveWaitlist } from '../identity/invites/waitlist.ts'
import { serveMails } from '../identity/mail/routes.ts'
import { motionRoutes } from '../identity/motion/routes.ts'
import { identityRoutes } from '../identity/nodes/routes.ts'
import { pushRoutes } from '../identity/notices/push.ts'
import { noticesRoutes } from '../identity/notices/routes.ts'
import { serveOtp } from '../identity/otp/routes.ts'
import { passkeyRoutes } from '../identity/passkeys/routes.ts'
import { serveRecovery } from '../identity/recovery/routes.ts'
import { sessionsRoutes } from '../identity/sessions/routes.ts'
import { serveWallets } from '../identity/wallet/routes.ts'
import { accountRoutes } from '../operator/account/routes.ts'
import { discoveryRoutes } from '../operator/discovery/routes.ts'
import { docsRoutes } from '../operator/docs/routes.ts'
import { networkRoutes } from '../operator/network/routes.ts'
import { overviewRoutes } from '../operator/overview/routes.ts'
import { peopleRoutes } from '../operator/people/routes.ts'
import { setupRoutes } from '../operator/setup/routes.ts'
import { systemRoutes } from '../operator/system/routes.ts'
import { webRoutes } from '../operator/web/routes.ts'
import { createRecentLines } from '../platform/logger.ts'
import type { Service } from '../platform/service.ts'
import { publishingRoutes } from '../publishing/routes.ts'
import { agentRoutes } from '../requests/agents/routes.ts'
import { approvalsRoutes } from '../requests/approvals/routes.ts'
import { checksRoutes } from '../requests/checks/routes.ts'
import { mcpRoutes } from '../requests/mcp/routes.ts'
import { findSiteOfToken } from '../requests/oidc/adapter.ts'
import { oidcRoutes } from '../requests/oidc/routes.ts'
import { requireAllowedAsker } from '../requests/request/create.ts'
import { requestScans } from '../requests/request/scan.ts'
import { decorateCallerBudget } from '../requests/sites/authorize.ts'
import { sitesRoutes } from '../requests/sites/routes.ts'
import { emitRevocation, webhooksRoutes } from '../requests/sites/webhooks.ts'
import { calibrationRoutes } from '../scan/calibration/routes.ts'
import { keptReceiptsRoutes } from '../scan/kept-receipts/routes.ts'
import { receiptRoutes } from '../scan/receipts/routes.ts'
import { researchStrokesRoutes } from '../scan/research-strokes/routes.ts'
import { researchRoutes } from '../scan/research/routes.ts'
import { verificationRoutes } from '../scan/verification/routes.ts'
import { createFrame, type FrameOptions } from './frame.ts'
import { createFailingJobs } from './jobs/worker.ts'

/** The service with all its routes, not yet listening. */
export function createApp(service: Service, options: FrameOptions = {}): FastifyInstance {
  const { app, closeList } = createFrame(service, options)

  decorateCallerBudget(app, service)
  systemRoutes(app, service)
  docsRoutes(app, service)
  discoveryRoutes(app, service)
  networkRoutes(app, service)
  accountRoutes(app, service)
  identityRoutes(app, service)
  serveOtp(app, service)
  sessionsRoutes(app, service)
  serveRecovery(app, service)
  serveWallets(app, service)
  passkeyRoutes(app, service, requireAllowedAsker)
  serveInvites(app, service)
  serveWaitlist(app, service)
  agentRoutes(app, service)
  entropyRoutes(app, service)
  motionRoutes(app, service)
  verificationRoutes(app, service, requestScans)
  serveRecruitment(app, service)
  researchRoutes(app, service)
  researchStrokesRoutes(app, service)
  receiptRoutes(app, service, emitRevocation)
  keptReceiptsRoutes(app, service)
  calibrationRoutes(app, service)
  sitesRoutes(app, service)
  webhooksRoutes(app, service)
  checksRoutes(app, service)
  approvalsRoutes(app, service)
  oidcRoutes(app, service)
  pushRoutes(app, service)
  noticesRoutes(app, service)
  mcpRoutes(app, service, findSiteOfToken)
  publishingRoutes(app, service)
  serveMails(app, service)
  setupRoutes(app, service)
  overviewRoutes(app, service, {
    recent: options.recent ?? createRecentLines(),
    failing: options.failing ?? createFailingJobs(),
  })
  peopleRoutes(app, service)
  webRoutes(app, service)

  closeList()
  return app
}
