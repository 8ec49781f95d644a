import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { approvalsRoutes } from './approvals/routes.ts'
import { requireAllowedAsker } from './askers/allow.ts'
import { calibrationRoutes } from './calibration/routes.ts'
import { checksRoutes } from './checks/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { entropyRoutes } from './entropy/routes.ts'
import { createFrame, type FrameOptions } from './frame.ts'
import { identityRoutes } from './identity/routes.ts'
import { invitesRoutes } from './invites/routes.ts'
import { createFailingJobs } from './jobs/failing.ts'
import { keptReceiptsRoutes } from './kept-receipts/routes.ts'
import { createRecentLines } from './log-lines.ts'
import { mailRoutes } from './mail/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { motionRoutes } from './motion/routes.ts'
import { networkRoutes } from './network/routes.ts'
import { noticesRoutes } from './notices/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { otpRoutes } from './otp/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { publishingRoutes } from './publishing/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { recruitmentRoutes } from './recruitment/routes.ts'
import { requestScans } from './requests/scan.ts'
import { researchStrokesRoutes } from './research-strokes/routes.ts'
import { researchRoutes } from './research/routes.ts'
import type { Service } from './service.ts'
import { sessionsRoutes } from './sessions/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { decorateCallerBudget } from './sites/authorize.ts'
import { sitesRoutes } from './sites/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { verificationRoutes } from './verification/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import { webRoutes } from './web/routes.ts'
import { emitRevocation } from './webhooks/emit.ts'
import { webhooksRoutes } from './webhooks/routes.ts'

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
  otpRoutes(app, service)
  sessionsRoutes(app, service)
  recoveryRoutes(app, service)
  walletRoutes(app, service)
  passkeyRoutes(app, service, requireAllowedAsker)
  invitesRoutes(app, service)
  waitlistRoutes(app, service)
  agentRoutes(app, service)
  entropyRoutes(app, service)
  motionRoutes(app, service)
  verificationRoutes(app, service, requestScans)
  recruitmentRoutes(app, service)
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
  mcpRoutes(app, service)
  publishingRoutes(app, service)
  mailRoutes(app, service)
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
