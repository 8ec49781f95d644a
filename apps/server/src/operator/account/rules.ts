import type { ExportedKeptReceipt, NodeExport, NoticeSettings, PushDevice } from '@stillhere/contract'
import type { OwnToken } from '../../identity/access/store.ts'
import type { Change } from '../../identity/activity-store.ts'
import type { DeviceTrust } from '../../identity/device-roots/trust.ts'
import type { StoredApplication } from '../../identity/invites/recruitment-store.ts'
import type { Node } from '../../identity/node-store.ts'
import { describePasskeyExport } from '../../identity/passkeys/rules.ts'
import type { StoredPasskey } from '../../identity/passkeys/store.ts'
import { describeRecovery } from '../../identity/recovery/rules.ts'
import type { StoredRecovery } from '../../identity/recovery/store.ts'
import { describeWallet } from '../../identity/wallet/rules.ts'
import type { Wallet } from '../../identity/wallet/store.ts'
import type { StoredAsker } from '../../requests/asker-store.ts'
import { describeAllowed, describeAsked } from '../../requests/request/rules.ts'
import type { StoredApproval } from '../../requests/request/store.ts'
import type { StoredKept } from '../../scan/kept-receipts/store.ts'
import { describeReceipt } from '../../scan/receipts/issue.ts'
import type { StoredReceipt } from '../../scan/receipts/store.ts'
import type { CaptureRow } from '../../scan/research/recording-store.ts'
import type { RecordedMotion } from '../../scan/research/recordings.ts'

/** All data stored about a node. */
export type StoredData = {
  node: Node
  tokens: OwnToken[]
  days: NodeExport['days']
  ledger: Change[]
  invites: { hint: string; usedAt: Date }[]
  receipts: StoredReceipt[]
  researchSessions: string[]
  researchRecordings: (CaptureRow & { motion: RecordedMotion })[]
  wallets: Wallet[]
  passkeys: StoredPasskey[]
  deviceTrust: DeviceTrust
  recovery: StoredRecovery
  askers: StoredAsker[]
  approvals: StoredApproval[]
  agents: { agentId: string; receiptId: string; since: Date }[]
  keptReceipts: StoredKept[]
  notices: NoticeSettings
  devices: PushDevice[]
  application: StoredApplication | undefined
}

/**
 * Converts all data stored about a node to the export document of the contract. The states of askers and approvals are computed for the time
 * `exportedAt`.
 */
export function toExport(stored: StoredData, exportedAt: Date): NodeExport {
  return {
    exported_at: exportedAt.toISOString(),
    node: describeNode(stored.node),
    tokens: stored.tokens.map((token) => ({
      id: token.id,
      created_at: token.createdAt.toISOString(),
      last_used_at: formatMoment(token.lastUsedAt),
      proved: token.proved,
      device_name: token.deviceName,
      expires_at: formatMoment(token.expiresAt),
      waits_until: formatMoment(token.waitsUntil),
      name: token.name,
      scopes: token.scopes,
    })),
    days: stored.days,
    ledger: stored.ledger.map(({ at, change, reason, score }) => ({ at: at.toISOString(), change, reason, score })),
    invites: stored.invites.map(({ hint, usedAt }) => ({ hint, used_at: usedAt.toISOString() })),
    receipts: stored.receipts.map(describeReceipt),
    research_sessions: stored.researchSessions,
    research_recordings: stored.researchRecordings.map((capture) => ({
      session_id: capture.sessionId,
      day: capture.day,
      consent_version: capture.consentVersion,
      placement: capture.placement,
      os: capture.os,
      browser: capture.browser,
      browser_version: capture.browserVersion,
      rate_hz: capture.rateHz,
      problem: capture.problem,
      followed: capture.followed,
      motion: capture.motion,
    })),
    wallets: stored.wallets.map(describeWallet),
    passkeys: stored.passkeys.map((passkey) => describePasskeyExport(passkey, stored.deviceTrust)),
    recovery_codes: describeRecovery(stored.recovery),
    kept_receipts: stored.keptReceipts.map(exportKept),
    notices: stored.notices,
    notice_devices: stored.devices,
    agents: stored.agents.map(({ agentId, receiptId, since }) => ({
      agent_id: agentId,
      receipt_id: receiptId,
      since: since.toISOString(),
    })),
    askers: stored.askers.map((one) => describeAllowed(one, exportedAt)),
    approvals: stored.approvals.map((one) => describeAsked(one, stored.node.id, exportedAt)),
    recruitment: stored.application ? describeApplication(stored.application) : null,
  }
}

function describeNode(node: Node): NodeExport['node'] {
  return {
    email: node.email,
    node_handle: node.handle,
    status: node.status,
    origin_domain: node.originDomain,
    registered_at: node.registeredAt.toISOString(),
    activated_at: formatMoment(node.activatedAt),
    genesis_index: node.genesisIndex,
    locked_at: formatMoment(node.lockedAt),
    blocked_at: formatMoment(node.blockedAt),
    language: node.language,
    least_method: node.leastMethod,
    scan_count: node.scanCount,
    last_scan_at: formatMoment(node.lastScanAt),
    last_seen_at: formatMoment(node.lastSeenAt),
    entropy_score: node.score,
    streak_days: node.streakDays,
    best_pes: node.bestPes,
    last_entropy_day: node.lastDay,
  }
}

function describeApplication(application: StoredApplication): NodeExport['recruitment'] {
  return {
    email: application.email,
    technical_bg: application.technicalBackground,
    handle: application.handle,
    source: application.source,
    position_number: application.position,
    applied_at: application.appliedAt.toISOString(),
    confirmed_at: formatMoment(application.confirmedAt),
  }
}

function formatMoment(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

/** Converts a kept receipt to the form of the export. It's encrypted, and the service doesn't have the key. */
function exportKept({ id, ciphertext, createdAt }: StoredKept): ExportedKeptReceipt {
  return { id, ciphertext: ciphertext.toString('base64url'), created_at: createdAt.toISOString() }
}
