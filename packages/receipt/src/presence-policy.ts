import { computePayloadDigest } from './digest.ts'
import type { EvidenceBlock, OldReceipt, Receipt } from './receipt.ts'
import { createShape, isBoolean, isNumberFrom0To1, oneOf, orNull, type Shape, text } from './schema.ts'

/** What the issuer asked of a presence before it signed, and who stands behind it. */
export type PresencePolicy = {
  /** 0: no motion was asked for; only where the method is a passkey. 1: the motion looks like a person's and answers a fresh challenge. 2: live, with a passkey. 3: and the hardware that holds the passkey proved itself. A program can produce such motion at any level. */
  assurance: 0 | 1 | 2 | 3
  pace: 'live' | 'batch'
  device: 'none' | 'passkey' | 'attested'
  /** Whether a registered node stands behind the subject; otherwise anybody may have enrolled a moment before. */
  registered: boolean
  risk_level: 'low' | 'medium' | 'high'
  /** What the presence score had to reach, and where that number comes from. */
  threshold: number
  threshold_source: string
  action: string | null
  action_digest: string | null
  nonce: string | null
  /** Made for tests: no proof of anything. */
  test: boolean
  /** How the person approved: by a scan, or by their passkey alone. Absent where the issuer states none. */
  method?: 'hand' | 'passkey'
  /** Whether the motion had to be that of the enrolled person, or a weak match was only reported, because a key says who it is. */
  motion?: 'required' | 'reported'
  /** `once`: the subject was drawn for this receipt alone, so it says nothing of who moved. `same`: the same person has it at each scan for this audience. Absent where the issuer states none. */
  subject_kind?: 'once' | 'same'
}

const ENGINE_ID = 'PRESENCE-POLICY'
const ENGINE_VERSION = '1.0.0'

/**
 * Wraps a policy for a receipt. Its confidence is 1: the issuer knows what it asked for.
 *
 * @returns the block, with the digest of the policy.
 */
export function presencePolicyToBlock(policy: PresencePolicy): EvidenceBlock {
  const payloadDigest = computePayloadDigest(policy)
  return { engineId: ENGINE_ID, engineVersion: ENGINE_VERSION, confidence: 1, payload: policy, payloadDigest }
}

/**
 * Reads the policy that a receipt states. Ask only after `verifyReceipt` accepted the receipt.
 *
 * @returns the policy, or null where the receipt states none, more than one, or one that cannot be read.
 * @example
 * readPresencePolicy(receipt)?.assurance
 */
export function readPresencePolicy({ evidence }: Pick<Receipt | OldReceipt, 'evidence'>): PresencePolicy | null {
  const [block, ...more] = evidence.filter(({ engineId }) => engineId === ENGINE_ID)
  if (block === undefined || more.length > 0) return null
  const { payload } = block
  const isWhole = Object.entries(SHAPES).every(([name, shape]) => shape(payload[name]) === null)
  const isKnown = Object.entries(OPTIONAL).every(
    ([name, shape]) => !Object.hasOwn(payload, name) || shape(payload[name]) === null,
  )
  // Level 0 is a signature without motion, and a signature without motion is level 0.
  const isLevelOfMethod =
    (payload.assurance === 0) === (Object.hasOwn(payload, 'method') && payload.method === 'passkey')
  return isWhole && isKnown && isLevelOfMethod && isKindPossible(payload) ? (payload as PresencePolicy) : null
}

/** Nothing stands behind a subject that was drawn for one scan: no key, no node, and no motion to be like. */
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

// Members that a later version adds are no reason to refuse what this one understands.
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
