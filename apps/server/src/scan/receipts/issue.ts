import type { IssuedReceipt } from '@stillhere/contract'
import {
  buildReceipt,
  computeReceiptHash,
  type EngineEvidence,
  engineEvidenceToBlock,
  type PresencePolicy,
  presencePolicyToBlock,
  type Receipt,
  signReceipt,
  type UnsignedReceipt,
} from '@stillhere/receipt'
import {
  type ApproverBlock,
  type ApproverStatement,
  approverToBlock,
  computeStatementDigest,
  rebuildStatement,
} from '@stillhere/receipt/approver'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { openSigningKey, selectKeyUse, RECEIPT_LIFETIME_MS, type SigningKey } from './issuer.ts'
import { addReceipt, type ChainEnd, lockChain, updateChain, type StoredReceipt } from './store.ts'

/** What the key of a person signed, and the key of this service that the statement names. */
type Approval = {
  statement: ApproverStatement
  block: ApproverBlock
  key: SigningKey
  /** Whether the receipt carries the block; otherwise the signature is the service's word. */
  isShared: boolean
}

/** What the service saw of a person, and for whom the receipt is meant. */
export type Presence = {
  userId: string
  /** Whether the subject is that of one scan only; of a person where nothing is said. */
  subjectKind?: PresencePolicy['subject_kind']
  /** The node that may list and revoke the receipt. */
  nodeId: number | null
  evidence: EngineEvidence[]
  interval: Span
  audience?: string | undefined
  /** What the person was asked for, and what the asker wants to know it by again. */
  action?: string | undefined
  nonce?: string | undefined
  confidence: number
  /** SHA-256 of action and details, where the person was shown both. */
  actionDigest?: string | undefined
  /** Made for tests; where nothing is said, what a sandbox makes is. */
  isTest?: boolean | undefined
  /** What was asked of the presence score. */
  demand: Pick<PresencePolicy, 'risk_level' | 'threshold' | 'threshold_source'>
  /** Whether the motion had to be like the enrolled person's; it had to where nothing is said. */
  motion?: PresencePolicy['motion']
  /** What the presence reached. */
  assurance: { level: PresencePolicy['assurance'] } & Pick<PresencePolicy, 'pace' | 'device'>
  /** Where the key of the person signed what this receipt says. */
  approval?: Approval
}

/**
 * Issues the receipt of a verified presence in the chain of its subject. Throws 503 if the signing key can't be opened, and an Error if the
 * receipt would say anything else than what the person's key signed.
 */
export async function issueReceipt(tx: Transaction, service: Service, presence: Presence): Promise<Receipt> {
  const { secrets, settings } = service
  const { isTest = settings.sandbox, approval, nodeId, audience = null } = presence
  const key = approval?.key ?? (await openSigningKey(tx, service, selectKeyUse(settings, isTest)))
  const { issuer, secretKey, activeFrom } = key
  const subject = computeSubject(secrets, presence)
  const link = createLink(await lockChain(tx, subject), issuer.id, presence.interval)
  const unsigned = createUnsignedReceipt({ ...presence, isTest }, { subject, issuer, link, now: tx.now })
  // The transaction may have begun before a rotation that it finds committed.
  const signedAt = Math.max(tx.now.getTime(), activeFrom.getTime())
  const receipt = signReceipt(unsigned, secretKey, { now: signedAt })
  if (approval) {
    const { block } = approval
    const statement = rebuildStatement(receipt, block)
    if (statement === null || computeStatementDigest(statement) !== block.digests[block.index])
      throw new Error('the receipt says something else than the key of the person signed')
  }
  const owner = nodeId === null ? null : computeOwnerHash(secrets, nodeId)
  const { position, interval } = link
  const hash = computeReceiptHash(receipt)
  await updateChain(tx, subject, { issuerId: issuer.id, position, hash, endsAt: interval.end })
  await addReceipt(tx, {
    receiptId: receipt.receiptId,
    hash,
    subject,
    position,
    owner,
    audience,
    issuerId: issuer.id,
    issuedAt: tx.now,
    startsAt: interval.start,
    endsAt: interval.end,
    expiresAt: new Date(receipt.expiresAt ?? ''),
  })
  return receipt
}

/** Computes the label under which a node's receipts are stored; without the key it leads to no node. */
export function computeOwnerHash(secrets: Secrets, nodeId: number): Buffer {
  return secrets.hash('receipt-owner', String(nodeId))
}

/** Computes the pseudonym by which an audience knows a user. JSON separates the parts, so no two pairs give the same text. */
export function computeSubject(secrets: Secrets, { userId, audience }: Pick<Presence, 'userId' | 'audience'>): string {
  return `sha256:${secrets.hash('subject', JSON.stringify([userId, audience ?? null])).toString('hex')}`
}

/** Where the next receipt of a subject stands: its place, its predecessor, and its interval after the predecessor's end. */
type Link = { position: number; previousReceiptHash: string | null; interval: Span }

/** A clock may have been set back, but a chain is continued only if its end is at most this far in the future. */
const MAX_SHIFT_MS = 10_000

type Span = { start: Date; end: Date }

/** Links a receipt to the end of a chain; another key, or an end in the future, begins a new chain. */
export function createLink(before: ChainEnd, issuerId: string, interval: Span): Link {
  const position = before.position + 1
  const { hash, endsAt } = before
  const isReached = endsAt !== null && endsAt.getTime() <= interval.end.getTime() + MAX_SHIFT_MS
  if (!isReached || before.issuerId !== issuerId) return { position, previousReceiptHash: null, interval }
  // Intervals of one chain never overlap. Parallel answers for the same moment are a millisecond apart.
  const startMs = Math.max(interval.start.getTime(), endsAt.getTime())
  const end = new Date(Math.max(interval.end.getTime(), startMs + 1))
  return { position, previousReceiptHash: hash, interval: { start: new Date(startMs), end } }
}

type Frame = { subject: string; issuer: Receipt['issuer']; link: Link; now: Date }

function createUnsignedReceipt(presence: Presence, { subject, issuer, link, now }: Frame): UnsignedReceipt {
  const { evidence, audience, confidence, approval, action, nonce } = presence
  return buildReceipt({
    evidence: [
      ...evidence.map(engineEvidenceToBlock),
      presencePolicyToBlock(describePolicy(presence)),
      ...(approval?.isShared ? [approverToBlock(approval.block)] : []),
    ],
    interval: link.interval,
    subject: { id: subject, type: 'embodied' },
    issuer,
    assertions: {
      observationOccurred: { value: true, confidence: 0.95 },
      continuityMaintained: { value: true, confidence },
      receiptIntegrity: { value: true, confidence: 1 },
    },
    verdict: 'PASS',
    expiresAt: approval?.statement.not_after ?? link.interval.end.getTime() + RECEIPT_LIFETIME_MS,
    previousReceiptHash: link.previousReceiptHash,
    ...(audience === undefined ? {} : { audience }),
    // Receipts have had references from the first version on, and every verifier checks their signature.
    references: [
      ...(action === undefined ? [] : [`action:${action}`]),
      ...(nonce === undefined ? [] : [`nonce:${nonce}`]),
    ],
    now,
  })
}

/** Describes how the presence was judged. Members that don't apply are stated as null, so that no reader assumes a value. */
function describePolicy(presence: Presence): PresencePolicy {
  const { nodeId, demand, action, actionDigest, nonce, isTest = false, assurance, motion = 'required' } = presence
  const { subjectKind = 'same' } = presence
  const { level, pace, device } = assurance
  const { method = 'hand' } = presence.approval?.statement ?? {}
  if ((level === 0) !== (method === 'passkey')) throw new Error('level 0 is that of a passkey alone, and of no scan')
  return {
    assurance: level,
    pace,
    device,
    method,
    ...(method === 'hand' && subjectKind === 'same' && { motion }),
    subject_kind: subjectKind,
    registered: nodeId !== null,
    ...demand,
    action: action ?? null,
    action_digest: actionDigest ?? null,
    nonce: nonce ?? null,
    test: isTest,
  }
}

/** Result of a check or approval, which its requester gets once. Empty if the person confirmed by code. */
export type Outcome = { receipt?: object; token?: string }

/** Seals an outcome until it is redeemed. */
export function sealOutcome({ secrets }: Pick<Service, 'secrets'>, outcome: Outcome): Buffer {
  return secrets.seal('outcome', JSON.stringify(outcome))
}

/** Opens a sealed outcome; an empty one if nothing was sealed. */
export function openOutcome({ secrets }: Pick<Service, 'secrets'>, { sealed }: { sealed: Buffer | null }): Outcome {
  return sealed === null ? {} : (JSON.parse(secrets.open('outcome', sealed)) as Outcome)
}

/** Describes a stored receipt for its owner. */
export function describeReceipt(one: StoredReceipt): IssuedReceipt {
  return {
    receipt_id: one.receiptId,
    receipt_hash: one.hash,
    subject: one.subject,
    audience: one.audience,
    issuer: one.issuerId,
    issued_at: one.issuedAt.toISOString(),
    interval: { start: one.startsAt.toISOString(), end: one.endsAt.toISOString() },
    expires_at: one.expiresAt.toISOString(),
    revoked_at: one.revokedAt?.toISOString() ?? null,
    revoke_reason: one.revokeReason,
  }
}
