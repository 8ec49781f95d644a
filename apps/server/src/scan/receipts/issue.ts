import type { IssuedReceipt } from '@stillhere/contract'
import {
  type Assertions,
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
import { activeSigningKey, chooseKeyUse, RECEIPT_LIFETIME_MS, type SigningKey } from './issuer.ts'
import { addReceipt, type ChainEnd, lockChain, moveChain, type StoredReceipt } from './store.ts'

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
 * Issues the receipt of a verified presence, in the chain of its subject; 503 when the signing key cannot be opened. Throws where it says
 * anything else than the key of the person signed.
 */
export async function issueReceipt(tx: Transaction, service: Service, presence: Presence): Promise<Receipt> {
  const { isTest = service.settings.sandbox, approval } = presence
  const key = approval?.key ?? (await activeSigningKey(tx, service, chooseKeyUse(service.settings, isTest)))
  const { issuer, secretKey, activeFrom } = key
  const subject = computeSubject(service.secrets, presence)
  const link = linkTo(await lockChain(tx, subject), issuer.id, presence.interval)
  const unsigned = draft({ ...presence, isTest }, { subject, issuer, link, now: tx.now })
  // This transaction may have begun before a rotation that it found done.
  const signedAt = Math.max(tx.now.getTime(), activeFrom.getTime())
  const receipt = signReceipt(unsigned, secretKey, { now: signedAt })
  if (approval) requireSameStatement(receipt, approval)
  await record(tx, receipt, {
    ...link,
    audience: presence.audience ?? null,
    owner: hashOwner(service.secrets, presence),
  })
  return receipt
}

/** Under which name the node's receipts are kept: without the key nobody can tell whose they are. */
export function ownerHash(secrets: Secrets, nodeId: number): Buffer {
  return secrets.hash('receipt-owner', String(nodeId))
}

function hashOwner(secrets: Secrets, { nodeId }: Presence): Buffer | null {
  return nodeId === null ? null : ownerHash(secrets, nodeId)
}

/** The name that an audience knows a person by; JSON keeps the two parts apart: no user id and audience run together into another pair. */
export function computeSubject(secrets: Secrets, { userId, audience }: Pick<Presence, 'userId' | 'audience'>): string {
  return `sha256:${secrets.hash('subject', JSON.stringify([userId, audience ?? null])).toString('hex')}`
}

function requireSameStatement(receipt: Receipt, { block }: Approval): void {
  const stated = rebuildStatement(receipt, block)
  if (stated !== null && computeStatementDigest(stated) === block.digests[block.index]) return
  throw new Error('the receipt says something else than the key of the person signed')
}

type Frame = { subject: string; issuer: Receipt['issuer']; link: Link; now: Date }

function draft(presence: Presence, { subject, issuer, link, now }: Frame): UnsignedReceipt {
  const { evidence, audience, confidence, approval } = presence
  return buildReceipt({
    evidence: [
      ...evidence.map(engineEvidenceToBlock),
      presencePolicyToBlock(statePolicy(presence)),
      ...(approval?.isShared ? [approverToBlock(approval.block)] : []),
    ],
    interval: link.interval,
    subject: { id: subject, type: 'embodied' },
    issuer,
    assertions: makeAssertions(confidence),
    verdict: 'PASS',
    expiresAt: approval?.statement.not_after ?? link.interval.end.getTime() + RECEIPT_LIFETIME_MS,
    previousReceiptHash: link.previousReceiptHash,
    ...(audience === undefined ? {} : { audience }),
    references: listReferences(presence),
    now,
  })
}

// Receipts have had references from the first version on, and every verifier signs for them.
function listReferences({ action, nonce }: Presence): string[] {
  return [...(action === undefined ? [] : [`action:${action}`]), ...(nonce === undefined ? [] : [`nonce:${nonce}`])]
}

/** Whatever is not asked for yet is stated as not given, so that no reader takes it for granted. */
function statePolicy(presence: Presence): PresencePolicy {
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

function makeAssertions(confidence: number): Assertions {
  return {
    observationOccurred: { value: true, confidence: 0.95 },
    continuityMaintained: { value: true, confidence },
    receiptIntegrity: { value: true, confidence: 1 },
  }
}

type Place = Pick<Link, 'position' | 'interval'> & { audience: string | null; owner: Buffer | null }

async function record(
  tx: Transaction,
  receipt: Receipt,
  { position, interval, audience, owner }: Place,
): Promise<void> {
  const { receiptId, subject, issuer, expiresAt = '' } = receipt
  const [hash, endsAt] = [computeReceiptHash(receipt), interval.end]
  await moveChain(tx, subject.id, { issuerId: issuer.id, position, hash, endsAt })
  await addReceipt(tx, {
    receiptId,
    hash,
    subject: subject.id,
    position,
    owner,
    audience,
    issuerId: issuer.id,
    issuedAt: tx.now,
    startsAt: interval.start,
    endsAt,
    expiresAt: new Date(expiresAt),
  })
}

/** What whoever asked for a person gets once, when the person was there; nothing where nobody moved. */
export type Outcome = { receipt?: object; token?: string }

/** Seals what is given out once, until it is. */
export function sealOutcome({ secrets }: Pick<Service, 'secrets'>, outcome: Outcome): Buffer {
  return secrets.seal('outcome', JSON.stringify(outcome))
}

/** What was sealed, to give it out. */
export function openOutcome({ secrets }: Pick<Service, 'secrets'>, { sealed }: { sealed: Buffer | null }): Outcome {
  return sealed === null ? {} : (JSON.parse(secrets.open('outcome', sealed)) as Outcome)
}

/** A clock may have been set back, but a chain waits no longer than this for it to come round again. */
const MAX_SHIFT_MS = 10_000

type Span = { start: Date; end: Date }

/** Where the next receipt of a subject stands: its place, its predecessor, and its interval behind that one's end. */
type Link = { position: number; previousReceiptHash: string | null; interval: Span }

/** Links a receipt to the end of a chain; another key, or an end that lies in the future, begins a new chain. */
export function linkTo(before: ChainEnd, issuerId: string, interval: Span): Link {
  const position = before.position + 1
  const { hash, endsAt } = before
  const follows = endsAt !== null && before.issuerId === issuerId && isReached(endsAt, interval.end)
  if (!follows) return { position, previousReceiptHash: null, interval }
  return { position, previousReceiptHash: hash, interval: behind(endsAt, interval) }
}

function isReached(endsAt: Date, end: Date): boolean {
  return endsAt.getTime() <= end.getTime() + MAX_SHIFT_MS
}

// Intervals of one chain never overlap. Parallel answers for the same moment come out a millisecond apart.
function behind(endsAt: Date, { start, end }: Span): Span {
  const startMs = Math.max(start.getTime(), endsAt.getTime())
  return { start: new Date(startMs), end: new Date(Math.max(end.getTime(), startMs + 1)) }
}

/** What the contract shows of a stored receipt. */
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
