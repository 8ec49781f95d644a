import { sha256Hex } from '#crypto'
import { buildReceipt } from '../build.ts'
import { engineEvidenceToBlock } from '../evidence.ts'
import { createIssuerIdentity, generateKeyPair } from '../keys.ts'
import { signReceipt } from '../sign.ts'

const MINUTE_MS = 60_000

/** The text of a fresh receipt about the last minute, signed with a key that is forgotten at once. */
export function sampleReceipt(now: number): string {
  const keyPair = generateKeyPair()
  const unsigned = buildReceipt({
    subject: { id: `sha256:${sha256Hex('a sample, about nobody')}`, type: 'sample' },
    interval: { start: now - MINUTE_MS, end: now },
    evidence: [motion(), rhythm()],
    verdict: 'PASS',
    issuer: createIssuerIdentity(keyPair),
    now,
  })
  return JSON.stringify(signReceipt(unsigned, keyPair.secretKey, { now }), null, 2)
}

function motion() {
  const tremor = { metric: 'tremor', value: 8.4, threshold: 4, status: 'ok', explanation: 'A hand was holding it.' }
  return engineEvidenceToBlock({
    engineId: 'sample.motion',
    engineVersion: '1.0.0',
    value: 0.91,
    confidence: 0.91,
    components: [tremor],
    diagnostics: { samples: 3600 },
  })
}

function rhythm() {
  const pauses = {
    metric: 'pauses',
    value: 12,
    threshold: 3,
    status: 'ok',
    explanation: 'The rhythm was not a machine’s.',
  }
  return engineEvidenceToBlock({
    engineId: 'sample.rhythm',
    engineVersion: '1.0.0',
    value: 0.84,
    confidence: 0.84,
    components: [pauses],
    diagnostics: { keystrokes: 214 },
  })
}
