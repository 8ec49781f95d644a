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

/** The statement that the key of a person signed, and the key of this service that the statement names. */
type Approval = {
  statement: ApproverStatement
  block: ApproverBlock
  key: SigningKey
  /** Whether the receipt contains the block; otherwise verifiers must trust the service that the key signed. */
  isShared: boolean
}

/** The observed presence of a person, and for which audience and purpose its receipt is issued. */
export type Presence = {
  userId: string
  /** `once` if the subject is used for this receipt only; `same` by default. */
  subjectKind?: PresencePolicy['subject_kind']
  /** The node that may list and revoke the receipt. */
  nodeId: number | null
  evidence: EngineEvidence[]
  interval: Span
  audience?: string | undefined
  /** The action that the person confirms, and a value by which the asker recognizes its request. */
  action?: string | undefined
  nonce?: string | undefined
  confidence: number
  /** SHA-256 of action and details, if the person saw both. */
  actionDigest?: string | undefined
  /** Whether the receipt is for tests only; true by default in a sandbox. */
  isTest?: boolean | undefined
  /** Requirements that the presence score met. */
  demand: Pick<PresencePolicy, 'risk_level' | 'threshold' | 'threshold_source'>
  /** Whether the motion had to resemble the enrolled person's; `required` by default. */
  motion?: PresencePolicy['motion']
  /** The assurance that the presence reached. */
  assurance: { level: PresencePolicy['assurance'] } & Pick<PresencePolicy, 'pace' | 'device'>
  /** Present if the key of the person signed the content of this receipt. */
  approval?: Approval
}

/**
 * Signs the receipt of a verified presence, appends it to the chain of its subject and stores its record. Throws 503 if the signing key can't be
 * opened, and an Error if the receipt differs from the statement that the person's key signed.
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

/** Computes the keyed hash of a node's id, under which the records of its receipts are stored. Without the key it leads to no node. */
export function computeOwnerHash(secrets: Secrets, nodeId: number): Buffer {
  return secrets.hash('receipt-owner', String(nodeId))
}

/**
 * Computes the subject of a receipt: the pseudonym by which one audience knows a user. It is a keyed hash of user and audience, so two audiences
 * can't link the same user.
 */
export function computeSubject(secrets: Secrets, { userId, audience }: Pick<Presence, 'userId' | 'audience'>): string {
  return `sha256:${secrets.hash('subject', JSON.stringify([userId, audience ?? null])).toString('hex')}`
}

/** Position of a receipt in its chain, the hash of its predecessor (null begins a new chain), and its interval. */
type Link = { position: number; previousReceiptHash: string | null; interval: Span }

/** A clock may have been set back, but a chain is continued only if its end is at most this far in the future. */
const MAX_SHIFT_MS = 10_000

type Span = { start: Date; end: Date }

/**
 * Computes the position, predecessor and interval of the next receipt of a subject. It continues the chain that ends with `before`, and its
 * interval then begins no earlier than the predecessor's ends. It begins a new chain (predecessor null) if `issuerId`, the key that signs, is another,
 * or if the chain ends more than 10 seconds after `interval`.
 */
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

/** Encrypts the result of a check or approval, to be stored until the requester redeems it. */
export function sealOutcome({ secrets }: Pick<Service, 'secrets'>, outcome: Outcome): Buffer {
  return secrets.seal('outcome', JSON.stringify(outcome))
}

/** Decrypts the stored result of a check or approval. Returns an empty result if none was stored (`sealed` is null). */
export function openOutcome({ secrets }: Pick<Service, 'secrets'>, { sealed }: { sealed: Buffer | null }): Outcome {
  return sealed === null ? {} : (JSON.parse(secrets.open('outcome', sealed)) as Outcome)
}

/** Describes the stored record of a receipt to its owner, with its revocation, if any. */
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
