import {
  declareAgent,
  freeAgent,
  getAgent,
  leaveAgent,
  listAgents,
  operateAgent,
  proveAgent,
  revokeAgent,
  revokeAgentAsAdmin,
  rotateAgentKey,
  whoAmI,
} from './agents.ts'
import {
  auditApprovals,
  confirmApproval,
  createApproval,
  denyApproval,
  getApproval,
  introduceKey,
  listApprovals,
  listPendingApprovals,
  redeemApproval,
  startIntroduction,
  startPasskeyApproval,
} from './approvals.ts'
import { allowAsker, getAsker, listAskers, removeAsker, setLeastMethod } from './askers.ts'
import {
  activateCalibration,
  cancelCalibrationRun,
  deactivateCalibration,
  getCalibrationArtifact,
  getCalibrationRun,
  getCalibrationStatus,
  listCalibrationArtifacts,
  listCalibrationRuns,
  runCalibration,
} from './calibration.ts'
import { advanceChallenge, requestChallenge } from './challenge.ts'
import { confirmCheck, followCheck, joinCheck, openCheck, pairCheck, startCheck } from './check-pages.ts'
import { cancelCheck, createCheck, getCheck, getSiteUsage, redeemCheck, siteverify } from './checks.ts'
import { getAgentKeys, getApiCatalog } from './discovery.ts'
import type { Endpoint } from './endpoint.ts'
import { getEntropy, getLedger, recordEntropy } from './entropy.ts'
import { getIdentity, handshake, subscribe, uplink } from './identity.ts'
import { createInvites, listInvites, mailInvite, revokeInvite, validateInvite } from './invites.ts'
import { getKeptReceipt, keepReceipt, listKeptReceipts, removeKeptReceipt } from './kept-receipts.ts'
import { listOutbox, readMail, retryMail, sendTestMail } from './mail.ts'
import { getMcpResource } from './mcp.ts'
import { recordMotion } from './motion.ts'
import {
  eraseNode,
  exportNode,
  getGenesisNodes,
  getNodeCount,
  getNodeStatus,
  getPresenceNetwork,
  getPrivileges,
  listTokens,
  makeToken,
  renameNode,
  revokeToken,
} from './nodes.ts'
import { getNotices, setNotices } from './notices.ts'
import { sendOtp, signInByLink, verifyOtp } from './otp.ts'
import { getOverview, listLogs } from './overview.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts'
import { blockPerson, erasePerson, searchPeople, signPersonOut, unblockPerson } from './people.ts'
import { listPublications, publish, reconcilePublication } from './publishing.ts'
import { addPushDevice, getPushKey, listPushDevices, removePushDevice } from './push.ts'
import {
  getIssuer,
  getJwks,
  getStatusList,
  listReceipts,
  revokeOwnReceipt,
  revokeReceipt,
  rotateIssuer,
  verifyReceipt,
} from './receipts.ts'
import { getRecoveryCodes, makeRecoveryCodes, signInWithRecoveryCode } from './recovery.ts'
import { applyForRecruitment, confirmApplication } from './recruitment.ts'
import {
  deleteResearchRecordings,
  deleteResearchSession,
  getRecordingReport,
  getResearchStats,
  uploadResearch,
  uploadResearchStrokes,
} from './research.ts'
import { endOtherSessions, endSession, getSession, renameSession, startSession } from './sessions.ts'
import { endAdminSession, getAdminSession, getSetup, openAdminSession, openSetupLink } from './setup.ts'
import { addSiteSecret, changeSite, createSite, listSites, removeSite, removeSiteSecret } from './sites.ts'
import { getCallerAddress, getHealth } from './system.ts'
import { enrollPerson, verifyPresence } from './verification.ts'
import {
  admitWaiting,
  askForInvite,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  removeWaiting,
} from './waitlist.ts'
import { getWalletNonce, listWallets, removeWallet, signInWithWallet } from './wallet.ts'
import { listWebhookDeliveries, replayWebhook, rotateWebhookSecret, testWebhook } from './webhooks.ts'

const NAMED_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  getHealth,
  getCallerAddress,
  getNodeCount,
  getGenesisNodes,
  getNodeStatus,
  getPrivileges,
  getPresenceNetwork,
  listTokens,
  makeToken,
  revokeToken,
  startSession,
  getSession,
  endSession,
  renameSession,
  endOtherSessions,
  renameNode,
  exportNode,
  eraseNode,
  getIdentity,
  subscribe,
  uplink,
  handshake,
  sendOtp,
  verifyOtp,
  signInByLink,
  signInWithWallet,
  getWalletNonce,
  listWallets,
  removeWallet,
  startPasskey,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  startPasskeySignIn,
  signInWithPasskey,
  getRecoveryCodes,
  makeRecoveryCodes,
  signInWithRecoveryCode,
  validateInvite,
  createInvites,
  listInvites,
  revokeInvite,
  mailInvite,
  getWaitlist,
  askForInvite,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  admitWaiting,
  removeWaiting,
  declareAgent,
  proveAgent,
  whoAmI,
  rotateAgentKey,
  revokeAgent,
  revokeAgentAsAdmin,
  listAgents,
  freeAgent,
  operateAgent,
  leaveAgent,
  getAgent,
  getEntropy,
  recordEntropy,
  getLedger,
  recordMotion,
  requestChallenge,
  advanceChallenge,
  enrollPerson,
  verifyPresence,
  applyForRecruitment,
  confirmApplication,
  verifyReceipt,
  getIssuer,
  getJwks,
  getStatusList,
  listReceipts,
  revokeOwnReceipt,
  revokeReceipt,
  rotateIssuer,
  keepReceipt,
  listKeptReceipts,
  getKeptReceipt,
  removeKeptReceipt,
  uploadResearch,
  uploadResearchStrokes,
  getResearchStats,
  deleteResearchSession,
  deleteResearchRecordings,
  getRecordingReport,
  getCalibrationStatus,
  runCalibration,
  listCalibrationRuns,
  getCalibrationRun,
  cancelCalibrationRun,
  listCalibrationArtifacts,
  getCalibrationArtifact,
  activateCalibration,
  deactivateCalibration,
  createSite,
  listSites,
  changeSite,
  removeSite,
  addSiteSecret,
  removeSiteSecret,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  replayWebhook,
  createCheck,
  getCheck,
  redeemCheck,
  cancelCheck,
  siteverify,
  startCheck,
  openCheck,
  pairCheck,
  joinCheck,
  confirmCheck,
  followCheck,
  getSiteUsage,
  createApproval,
  listPendingApprovals,
  getApproval,
  redeemApproval,
  startPasskeyApproval,
  confirmApproval,
  denyApproval,
  listApprovals,
  listAskers,
  allowAsker,
  getAsker,
  removeAsker,
  startIntroduction,
  introduceKey,
  setLeastMethod,
  auditApprovals,
  getApiCatalog,
  getAgentKeys,
  getPushKey,
  addPushDevice,
  listPushDevices,
  removePushDevice,
  getNotices,
  setNotices,
  getMcpResource,
  publish,
  listPublications,
  reconcilePublication,
  listOutbox,
  retryMail,
  readMail,
  sendTestMail,
  openSetupLink,
  getSetup,
  openAdminSession,
  getAdminSession,
  endAdminSession,
  getOverview,
  listLogs,
  searchPeople,
  signPersonOut,
  blockPerson,
  unblockPerson,
  erasePerson,
}

/** Every endpoint of the service, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(NAMED_ENDPOINTS)

const NAMES = new Map(Object.entries(NAMED_ENDPOINTS).map(([name, one]) => [one, name]))

/**
 * Returns the name of an endpoint, such as `createCheck`, which is also its method in the client and its `operationId` in OpenAPI. Returns
 * "METHOD path" for an endpoint that isn't in ENDPOINTS.
 */
export function nameOf(endpoint: Endpoint): string {
  return NAMES.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`
}
