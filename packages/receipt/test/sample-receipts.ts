import { createHash, createPrivateKey, sign } from 'node:crypto'
import canonicalizeByReference from 'canonicalize'
import { type BuildParams, buildReceipt } from '../src/build.ts'
import { createIssuerIdentity, generateKeyPair, type KeyPair } from '../src/ed25519.ts'
import type { PresencePolicy } from '../src/presence-policy.ts'
import type { OldReceipt, Receipt, UnsignedReceipt } from '../src/receipt.ts'
import { signReceipt } from '../src/sign.ts'

/** The time at which the samples are judged: ten seconds after the sample interval has ended. */
export const NOW = Date.parse('2026-03-01T12:00:10.000Z')
const START = '2026-03-01T11:59:58.500Z'
export const END = '2026-03-01T12:00:00.000Z'
export const EXPIRY = '2026-03-01T12:05:00.000Z'

export const ISSUER_KEYS = keysFromSeed(1)
export const OTHER_KEYS = keysFromSeed(2)
export const ISSUER = createIssuerIdentity(ISSUER_KEYS)

export const SUBJECT = { id: `sha256:${'5'.repeat(64)}`, type: 'embodied' }

export const EVIDENCE: BuildParams['evidence'] = [
  {
    engineId: 'org.stillhere.motion',
    engineVersion: '1.2.0',
    confidence: 0.875,
    payload: { score: 0.9, frames: [1, 2, 3], nested: { note: 'ruhig – 静か', empty: null, ok: true } },
  },
  { engineId: 'org.stillhere.pulse', engineVersion: '0.4.1', confidence: 0.75, payload: { bpm: 61.5, parts: [] } },
]

/** What a service states of an ordinary presence. */
export const PRESENCE_POLICY: PresencePolicy = {
  assurance: 1,
  pace: 'batch',
  device: 'none',
  registered: false,
  risk_level: 'medium',
  threshold: 0.8,
  threshold_source: 'default',
  action: null,
  action_digest: null,
  nonce: null,
  test: false,
}

/** A key pair whose secret is 32 times the same byte. */
export function keysFromSeed(byte: number): KeyPair {
  return generateKeyPair({ random: (length) => new Uint8Array(length).fill(byte) })
}

export function buildUnsigned(overrides: Partial<BuildParams> = {}): UnsignedReceipt {
  return buildReceipt({
    evidence: EVIDENCE,
    interval: { start: START, end: END },
    subject: SUBJECT,
    issuer: ISSUER,
    verdict: 'PASS',
    references: ['urn:example:1', 'urn:example:2'],
    audience: 'https://stillhere.example',
    receiptId: '0195d1c2-3b00-7abc-8def-0123456789ab',
    now: NOW,
    ...overrides,
  })
}

/** A valid receipt with every optional member, signed with the issuer's keys. */
export function sampleReceipt(overrides: Partial<BuildParams> = {}): Receipt {
  const unsigned = buildUnsigned(overrides)
  return signReceipt(unsigned, ISSUER_KEYS.secretKey, { now: Math.max(NOW, Date.parse(unsigned.interval.end)) })
}

/** Puts a right signature under any content, even one that signReceipt refuses; written without the library's JCS. */
export function resign<Content extends object>(receipt: Content, { secretKey }: KeyPair = ISSUER_KEYS): Content {
  const { value: _value, ...signature } = (receipt as { signature: Record<string, unknown> }).signature
  const text = `CPS-0001/1.0\n${canonicalizeByReference({ ...receipt, signature })}`
  return { ...receipt, signature: { ...signature, value: signText(text, secretKey) } }
}

/** The receipt that follows another one, two seconds later. */
export function makeSuccessor(before: Receipt | OldReceipt, overrides: Partial<BuildParams> = {}): Receipt {
  const start = Date.parse(before.interval.end)
  return sampleReceipt({
    interval: { start, end: start + 2000 },
    previousReceiptHash: hashReceipt(before),
    ...overrides,
  })
}

/** A receipt of release candidate 1 of the public reference, signed over its thirteen slots. */
export function oldReceipt(overrides: Partial<OldReceipt> = {}, { secretKey }: KeyPair = ISSUER_KEYS): OldReceipt {
  const { audience: _audience, ...members } = buildUnsigned({ references: ['ref-1', 'ref-2'] })
  const receipt = { ...members, evidence: members.evidence.map(withOldDigest), ...overrides }
  const signature = { algorithm: 'Ed25519', signedAt: new Date(NOW).toISOString() } as const
  return { ...receipt, signature: { ...signature, value: signText(listSlots(receipt).join(':'), secretKey) } }
}

/** The slots that an old receipt signs, written down a second time. */
export function listSlots(receipt: Omit<OldReceipt, 'signature'>): unknown[] {
  const { observationOccurred, continuityMaintained, receiptIntegrity } = receipt.assertions
  return [
    receipt.receiptId,
    receipt.interval.start,
    receipt.interval.end,
    receipt.interval.coverageMs,
    receipt.subject.id,
    ...receipt.evidence.map((block) => block.payloadDigest),
    receipt.issuer.id,
    receipt.issuer.publicKey,
    '1.0',
    receipt.expiresAt,
    observationOccurred.value,
    observationOccurred.confidence,
    continuityMaintained.value,
    continuityMaintained.confidence,
    receiptIntegrity.value,
    receiptIntegrity.confidence,
    receipt.verdict,
    receipt.references?.join(':'),
  ]
}

export function hashReceipt(receipt: object): string {
  return sha256(canonicalizeByReference(receipt) ?? '')
}

/** Replaces the member at a JSON pointer; undefined removes it. The receipt is left as it was. */
export function editMember<Content extends object>(receipt: Content, pointer: string, value: unknown): Content {
  const copy = structuredClone(receipt)
  const steps = pointer.slice(1).split('/')
  const last = steps.pop() ?? ''
  let place: unknown = copy
  for (const step of steps) place = (place as Record<string, unknown>)[step]
  if (value === undefined) delete (place as Record<string, unknown>)[last]
  else Object.assign(place as object, { [last]: value })
  return copy
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function withOldDigest(block: UnsignedReceipt['evidence'][number]): UnsignedReceipt['evidence'][number] {
  return { ...block, payloadDigest: sha256(JSON.stringify(block.payload)) }
}

/** An Ed25519 signature straight from Node, over any text. */
export function signText(text: string, secretKey: string): string {
  const key = Buffer.from(`302e020100300506032b657004220420${secretKey}`, 'hex')
  return sign(null, Buffer.from(text), createPrivateKey({ key, format: 'der', type: 'pkcs8' })).toString('hex')
}
