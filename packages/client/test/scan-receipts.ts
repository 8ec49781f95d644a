import {
  buildReceipt,
  createIssuerIdentity,
  type EngineEvidence,
  engineEvidenceToBlock,
  generateKeyPair,
  type PresencePolicy,
  presencePolicyToBlock,
  type Receipt,
  signReceipt,
} from '@stillhere/receipt'
import { PRESENCE_POLICY } from './presence-policy.ts'

const KEYS = generateKeyPair()
const MINUTE_MS = 60_000

type Wishes = {
  evidence?: EngineEvidence[]
  audience?: string
  expiresAt?: number
  practice?: boolean
  /** What a service states of the presence; nothing where the page signs for itself. */
  policy?: Partial<PresencePolicy>
}

/** A valid receipt of a scan that has just ended, or of practice. */
export function scanReceipt({ practice = false, evidence, audience, expiresAt, policy }: Wishes = {}): Receipt {
  const end = Date.now() - 100
  const unsigned = buildReceipt({
    evidence: [
      ...(evidence ?? (practice ? [practiceEvidence()] : scanEvidence())).map(engineEvidenceToBlock),
      ...(policy ? [presencePolicyToBlock({ ...PRESENCE_POLICY, ...policy })] : []),
    ],
    interval: { start: end - 16_400, end },
    subject: { id: `sha256:${'5e'.repeat(32)}`, type: 'embodied' },
    issuer: createIssuerIdentity(KEYS),
    verdict: practice ? 'INSUFFICIENT_EVIDENCE' : 'PASS',
    ...(practice && { assertions: UNMAINTAINED }),
    ...(audience !== undefined && { audience }),
    expiresAt: expiresAt ?? end + 5 * MINUTE_MS,
  })
  return signReceipt(unsigned, KEYS.secretKey)
}

const UNMAINTAINED = {
  observationOccurred: { value: true, confidence: 0.95 },
  continuityMaintained: { value: false, confidence: 0 },
  receiptIntegrity: { value: true, confidence: 1 },
}

/** Evidence in the form of the engine, for a presence and for how many of six strokes were clear. */
export function scanEvidence(presence = 0.87, clear = 6): EngineEvidence[] {
  return [
    makeEvidence('EE-001', presence, [component('presenceScore', presence, presence >= 0.5)]),
    makeEvidence('EE-003', clear / 6, [component('challengeValue', clear / 6, clear === 6), ...strokes(clear)]),
  ]
}

function practiceEvidence(): EngineEvidence {
  return makeEvidence('PRACTICE-POINTER', 1, [component('practice', 1, true), ...strokes(5)])
}

function strokes(clear: number): EngineEvidence['components'] {
  return Array.from({ length: 6 }, (_, i) => component(`stroke${i + 1}`, 0.9, i < clear))
}

function component(metric: string, value: number, passed: boolean): EngineEvidence['components'][number] {
  return { metric, value, threshold: null, status: passed ? 'pass' : 'fail', explanation: metric }
}

function makeEvidence(engineId: string, value: number, components: EngineEvidence['components']): EngineEvidence {
  return { engineId, engineVersion: '1.0.0', value, confidence: value, components, diagnostics: {} }
}
