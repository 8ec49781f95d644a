import { computePayloadDigest } from './digest.ts'
import type { EvidenceBlock, OldReceipt, Receipt } from './receipt.ts'
import { createShape, isBoolean, isNumberFrom0To1, oneOf, orNull, type Shape, text } from './schema.ts'

/** The requirements that the issuer applied before it signed, and what is known about the subject. */
export type PresencePolicy = {
  /**
   * The level, none of which excludes a program that produces the motion.
   * 0: no motion, only the person's passkey.
   * 1: motion that looks like a person's, though a program can produce it, answers a fresh challenge.
   * 2: live motion, which a program can produce as well, and a passkey signed.
   * 3: like 2, and the passkey is in certified hardware.
   */
  assurance: 0 | 1 | 2 | 3
  pace: 'live' | 'batch'
  device: 'none' | 'passkey' | 'attested'
  /** True if the subject is a registered node. Otherwise anyone could have enrolled a moment before. */
  registered: boolean
  risk_level: 'low' | 'medium' | 'high'
  /** The presence score that was required, and the source of that number. */
  threshold: number
  threshold_source: string
  action: string | null
  action_digest: string | null
  nonce: string | null
  /** The receipt was made for tests and proves nothing. */
  test: boolean
  /** How the person approved: by a scan, or by their passkey alone. Absent if the issuer doesn't say. */
  method?: 'hand' | 'passkey'
  /** `required`: the motion had to match the enrolled person. `reported`: a weak match was only noted, because a key identifies the person. */
  motion?: 'required' | 'reported'
  /** `same`: the person has this subject at each scan for the audience. `once`: it was drawn for this receipt alone. Absent if the issuer doesn't say. */
  subject_kind?: 'once' | 'same'
}

const ENGINE_ID = 'PRESENCE-POLICY'
const ENGINE_VERSION = '1.0.0'

/**
 * Wraps the issuer's presence policy as an evidence block of a receipt. Its confidence is 1, because the issuer knows its own requirements.
 *
 * @returns the block, with the digest of the policy.
 * @example
 * const block = presencePolicyToBlock(policy)
 */
export function presencePolicyToBlock(policy: PresencePolicy): EvidenceBlock {
  const payloadDigest = computePayloadDigest(policy)
  return { engineId: ENGINE_ID, engineVersion: ENGINE_VERSION, confidence: 1, payload: policy, payloadDigest }
}

/**
 * Reads the issuer's presence policy (level, pace, action, …) from a receipt. Call it only after `verifyReceipt` has accepted the receipt.
 *
 * @returns the policy; null if the receipt has no policy, several, or a malformed policy.
 * @example
 * readPresencePolicy(receipt)?.assurance // 1
 */
export function readPresencePolicy({ evidence }: Pick<Receipt | OldReceipt, 'evidence'>): PresencePolicy | null {
  const [block, ...more] = evidence.filter(({ engineId }) => engineId === ENGINE_ID)
  if (block === undefined || more.length > 0) return null
  const { payload } = block
  const isWhole = Object.entries(SHAPES).every(([name, shape]) => shape(payload[name]) === null)
  const isKnown = Object.entries(OPTIONAL).every(
    ([name, shape]) => !Object.hasOwn(payload, name) || shape(payload[name]) === null,
  )
  // A signature without motion is always level 0, and level 0 is always a signature without motion.
  const isLevelOfMethod =
    (payload.assurance === 0) === (Object.hasOwn(payload, 'method') && payload.method === 'passkey')
  return isWhole && isKnown && isLevelOfMethod && isKindPossible(payload) ? (payload as PresencePolicy) : null
}

/** A subject that was drawn for one receipt has no key, no node, and no earlier motion to compare with. */
function isKindPossible(payload: EvidenceBlock['payload']): boolean {
  if (!Object.hasOwn(payload, 'subject_kind') || payload.subject_kind === 'same') return true
  return payload.assurance === 1 && payload.registered === false && !Object.hasOwn(payload, 'motion')
}

const MAX_TEXT = 255

const OPTIONAL = {
  method: oneOf('hand', 'passkey'),
  motion: oneOf('required', 'reported'),
  subject_kind: oneOf('once', 'same'),
}

// Further members, which a later version may add, are no reason to refuse a policy.
const SHAPES: Readonly<Record<Exclude<keyof PresencePolicy, keyof typeof OPTIONAL>, Shape>> = {
  assurance: createShape('must be 0, 1, 2 or 3', (value) => value === 0 || value === 1 || value === 2 || value === 3),
  pace: oneOf('live', 'batch'),
  device: oneOf('none', 'passkey', 'attested'),
  registered: isBoolean,
  risk_level: oneOf('low', 'medium', 'high'),
  threshold: isNumberFrom0To1,
  threshold_source: text(MAX_TEXT),
  action: orNull(text(MAX_TEXT)),
  action_digest: orNull(text(MAX_TEXT)),
  nonce: orNull(text(MAX_TEXT)),
  test: isBoolean,
}
