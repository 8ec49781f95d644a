import { createHash } from 'node:crypto'
import { block, draft, END, later, NOW } from './drafts.ts'
import { type Edits, edit, hashJson, type Json, type JsonObject, type Text } from './json.ts'
import { ADA, type Passkey } from './passkeys.ts'
import { ISSUER, type Key, signReceipt } from './signing.ts'

const AUDIENCE = 'https://asker.example'
const NONCE = 'request-7'
export const ACTION_DIGEST = hashJson({ type: 'pay', summary: 'Pay Bob', details: { amount: '82.00 EUR', to: 'Bob' } })
const CHAIN = 'c0'.repeat(32)
const SUBJECT = `sha256:${'5a'.repeat(32)}`

const RP_ID = 'id.example'
const ORIGIN = 'https://id.example'
/** The person was there, and unlocked the key. */
export const USUAL_FLAGS = 0x05

/** How an approval differs from Ada's usual one. */
export type ApprovalInput = {
  /** The passkey that signs. */
  signer?: Passkey
  /** The public key in the block; the signer's by default. */
  shown?: JsonObject
  policy?: Edits
  receipt?: Edits
  /** The statement as it was signed, where it is not that of the receipt. */
  signed?: Edits
  /** Digests of other statements that were signed at once, before and behind this one. */
  before?: string[]
  behind?: string[]
  clientData?: Edits
  /** Instead of the JSON that a browser writes. */
  clientDataText?: string
  flags?: number
  extensions?: Uint8Array
  rpId?: string
  origin?: string
  /** What is changed in the block after signing. */
  block?: Edits
  /** What is changed among the evidence after signing: EE-001, EE-003, PRESENCE-POLICY, APPROVER-KEY. */
  evidence?: (blocks: JsonObject[]) => JsonObject[]
  issuer?: Key
}

/** What a service states of an approval by hand at level 2. */
const POLICY: JsonObject = {
  assurance: 2,
  pace: 'live',
  device: 'passkey',
  registered: true,
  risk_level: 'medium',
  threshold: 0.8,
  threshold_source: 'default',
  action: 'Pay Bob',
  action_digest: ACTION_DIGEST,
  nonce: NONCE,
  test: false,
  method: 'hand',
  motion: 'required',
}

/** What turns an approval by hand into one by passkey alone. */
export const BY_PASSKEY: Pick<ApprovalInput, 'policy' | 'block' | 'signed' | 'evidence'> = {
  policy: { '/assurance': 0, '/method': 'passkey', '/pace': 'batch' },
  signed: { '/chain': null },
  block: { '/chain': null },
  evidence: (blocks) => blocks.slice(2),
}

/** A receipt of an approval, signed by the issuer whatever it holds. */
export function approvalReceipt(input: ApprovalInput = {}): JsonObject {
  const { signer = ADA, rpId = RP_ID, origin = ORIGIN, flags = USUAL_FLAGS, issuer = ISSUER } = input
  const policy = edit(POLICY, input.policy ?? {})
  const receipt = draft({ '/audience': AUDIENCE, '/subject/id': SUBJECT, ...input.receipt }, issuer)
  const digest = hashJson(edit(stateApproval(receipt, policy), input.signed ?? {}))
  const digests = [...(input.before ?? []), digest, ...(input.behind ?? [])]
  const challenge = computeChallenge(digests)
  const usual = { type: 'webauthn.get', challenge, origin, crossOrigin: false }
  const clientData = Buffer.from(input.clientDataText ?? JSON.stringify(edit(usual, input.clientData ?? {})))
  const authenticatorData = writeAuthenticatorData({ rpId, flags, extensions: input.extensions })
  const payload: JsonObject = {
    scheme: 'webauthn',
    key: input.shown ?? signer.key,
    rp_id: rpId,
    origin,
    client_data: clientData.toString('base64url'),
    authenticator_data: authenticatorData.toString('base64url'),
    signature: signer.sign(Buffer.concat([authenticatorData, sha256(clientData)])).toString('base64url'),
    challenge_id: 'challenge-1',
    chain: CHAIN,
    digests,
    index: input.before?.length ?? 0,
    aaguid: null,
  }
  const usualEvidence = [
    block({}, { '/engineId': 'EE-001' }),
    block({}, { '/engineId': 'EE-003' }),
    blockOf('PRESENCE-POLICY', policy),
    blockOf('APPROVER-KEY', edit(payload, input.block ?? {})),
  ]
  return signReceipt({ ...receipt, evidence: input.evidence?.(usualEvidence) ?? usualEvidence }, issuer)
}

/** A block of the issuer, whose confidence is 1. */
function blockOf(engineId: string, payload: JsonObject): JsonObject {
  return block(payload, { '/engineId': engineId, '/engineVersion': '1.0.0', '/confidence': 1 })
}

/** What a passkey signs for these statements, in base64url. */
export function computeChallenge(digests: readonly string[]): string {
  const bytes = digests.map((digest) => Buffer.from(digest, 'hex'))
  return sha256(Buffer.concat([Buffer.from('stillhere/approver/1\0'), ...bytes])).toString('base64url')
}

/** The expiry that a scan half a minute earlier would have had. */
export const EARLIER_EXPIRY = later(END, 270_000)

function stateApproval(receipt: JsonObject, policy: JsonObject): JsonObject {
  const orNull = (value: Json | undefined) => value ?? null
  return {
    action: orNull(policy.action),
    action_digest: orNull(policy.action_digest),
    audience: orNull(receipt.audience),
    nonce: orNull(policy.nonce),
    challenge_id: 'challenge-1',
    chain: CHAIN,
    issuer: (receipt.issuer as JsonObject).publicKey as string,
    method: orNull(policy.method),
    level: orNull(policy.assurance),
    not_after: orNull(receipt.expiresAt),
  }
}

/** A case of acceptApproval. */
export type ApprovalCase = {
  name: string
  description: string
  receipt: Text
  now: string
  options: JsonObject
  expected: Json
}

/** What the asker demands in nearly all cases, beside the keys. */
export const DEMANDS: JsonObject = {
  trustedIssuers: [ISSUER.publicKey],
  audience: AUDIENCE,
  actionDigest: ACTION_DIGEST,
  nonce: NONCE,
}

/** An approval that must be accepted, with the key that signed it pinned. */
export function acceptCase(
  name: string,
  description: string,
  input: ApprovalInput,
  options: JsonObject = {},
): ApprovalCase {
  const receipt = approvalReceipt(input)
  const { thumbprint } = input.signer ?? ADA
  const policy = payloadOf(receipt, 'PRESENCE-POLICY')
  return {
    name,
    description,
    receipt: JSON.stringify(receipt),
    now: NOW,
    options: { ...DEMANDS, approverKeys: [thumbprint], ...options },
    expected: {
      accepted: true,
      subject: SUBJECT,
      assurance: policy.assurance as number,
      registered: true,
      receiptHash: hashJson(receipt),
      method: policy.method as string,
      approverKey: thumbprint,
    },
  }
}

type RefusedInput = { receipt: JsonObject; options?: JsonObject; now?: string }

/** An approval that must be refused for this reason, with Ada's key pinned. */
export function refuseCase(
  name: string,
  description: string,
  reason: string,
  { receipt, options = {}, now = NOW }: RefusedInput,
): ApprovalCase {
  return {
    name,
    description,
    receipt: JSON.stringify(receipt),
    now,
    options: { ...DEMANDS, approverKeys: [ADA.thumbprint], ...options },
    expected: { accepted: false, reason },
  }
}

/** The payload of the first block of an engine. */
export function payloadOf(receipt: JsonObject, engineId: string): JsonObject {
  const found = (receipt.evidence as JsonObject[]).find((one) => one.engineId === engineId)
  if (found === undefined) throw new Error(`the receipt has no block of ${engineId}`)
  return found.payload as JsonObject
}

type AuthenticatorData = { rpId: string; flags: number; extensions: Uint8Array | undefined }

function writeAuthenticatorData({ rpId, flags, extensions = new Uint8Array() }: AuthenticatorData): Buffer {
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags, 0, 0, 0, 9]), extensions])
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
