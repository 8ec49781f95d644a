import { readFileSync } from 'node:fs'
import {
  buildReceipt,
  createIssuerIdentity,
  engineEvidenceToBlock,
  generateKeyPair,
  type KeyPair,
  type PresencePolicy,
  presencePolicyToBlock,
  type Receipt,
  signReceipt,
  type Verdict,
} from '@stillhere/receipt'
import type { ReceiptPolicy } from '../src/middleware/index.ts'
import { PRESENCE_POLICY } from './presence-policy.ts'

const OLD_PROFILE = JSON.parse(
  readFileSync(new URL('../../receipt/vectors/cases/old-profile.json', import.meta.url), 'utf8'),
) as { cases: [{ receipt: string }] }

export const NOW = Date.parse('2026-03-01T12:00:00.000Z')
export const AUDIENCE = 'https://shop.example'
export const ISSUER_KEYS = keysFromSeed(1)
export const OTHER_KEYS = keysFromSeed(2)

/** A policy that the receipts of this file meet unless they ask for something else. */
export const POLICY: ReceiptPolicy = {
  trustedIssuers: [ISSUER_KEYS.publicKey],
  maxAgeMs: 60_000,
  audience: AUDIENCE,
  now: () => NOW,
}

type Wishes = {
  id?: number
  keys?: KeyPair
  audience?: string | undefined
  engines?: string[]
  verdict?: Verdict | undefined
  /** What the issuer states of the presence; null for nothing, as a page does that signs for itself. */
  policy?: Partial<PresencePolicy> | null
  endedAgoMs?: number
  lifetimeMs?: number
}

/** A receipt as a service issues it for a scan that ended ten seconds ago. */
export function guardReceipt(wishes: Wishes = {}): Receipt {
  const { keys, verdict, audience, policy, ...rest } = {
    keys: ISSUER_KEYS,
    verdict: 'PASS' as const,
    audience: AUDIENCE,
    policy: {},
    ...wishes,
  }
  const { id = 1, engines = ['EE-001', 'EE-003'], endedAgoMs = 10_000, lifetimeMs = 300_000 } = rest
  const end = NOW - endedAgoMs
  const unsigned = buildReceipt({
    evidence: [
      ...engines.map(makeEvidence),
      ...(policy ? [presencePolicyToBlock({ ...PRESENCE_POLICY, ...policy })] : []),
    ],
    interval: { start: end - 16_000, end },
    subject: { id: `sha256:${'5e'.repeat(32)}`, type: 'embodied' },
    issuer: createIssuerIdentity(keys),
    ...(verdict && { verdict }),
    ...(audience && { audience }),
    expiresAt: end + lifetimeMs,
    receiptId: `0195d1c2-3b00-7abc-8def-${String(id).padStart(12, '0')}`,
  })
  return signReceipt(unsigned, keys.secretKey, { now: end })
}

/** A receipt with other members under its old signature. */
export function editReceipt(receipt: Receipt, members: Partial<Receipt>): Receipt {
  return { ...receipt, ...members }
}

/** Any JSON value, or any text, as encodeHeader would write it. */
export function encodeAny(value: unknown, as: 'json' | 'text' = 'json'): string {
  return Buffer.from(as === 'json' ? JSON.stringify(value) : String(value)).toString('base64url')
}

/** A genuine receipt of release candidate 1 of the public reference, which leaves members unsigned. */
export function oldReceipt(): object {
  return JSON.parse(OLD_PROFILE.cases[0].receipt) as object
}

function makeEvidence(engineId: string): ReturnType<typeof engineEvidenceToBlock> {
  return engineEvidenceToBlock({
    engineId,
    engineVersion: '1.0.0',
    value: 1,
    confidence: 0.9,
    components: [],
    diagnostics: {},
  })
}

function keysFromSeed(byte: number): KeyPair {
  return generateKeyPair({ random: (length) => new Uint8Array(length).fill(byte) })
}
