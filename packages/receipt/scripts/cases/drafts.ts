import { ABSENT, type Edits, edit, hashJson, type JsonObject } from './json.ts'
import { ISSUER, type Key } from './signing.ts'

/** When nearly all cases are judged: half a minute after the receipts' interval. */
export const NOW = '2026-03-01T12:00:00.000Z'
export const START = '2026-03-01T11:59:00.000Z'
export const END = '2026-03-01T11:59:30.000Z'

/** A time so many milliseconds after another. */
export function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}

/** An evidence block whose digest fits its payload. */
export function block(payload: JsonObject, edits: Edits = {}): JsonObject {
  const made = {
    engineId: 'org.example.motion',
    engineVersion: '2.1.0',
    confidence: 0.875,
    payload,
    payloadDigest: hashJson(payload),
  }
  return edit(made, edits)
}

/** A receipt with every member but audience; the value of its signature is still to be made. */
export function draft(edits: Edits = {}, key: Key = ISSUER): JsonObject {
  const made: JsonObject = {
    protocolVersion: '1.0',
    receiptId: '019ca923-8000-7abc-8def-0123456789ab',
    subject: { id: `sha256:${'5a'.repeat(32)}`, type: 'human' },
    interval: { start: START, end: END, coverageMs: 30_000 },
    evidence: [block(FIRST_PAYLOAD), block(SECOND_PAYLOAD, { '/engineId': 'org.example.camera', '/confidence': 0.5 })],
    assertions: {
      observationOccurred: { value: true, confidence: 0.95 },
      continuityMaintained: { value: true, confidence: 0.6875 },
      receiptIntegrity: { value: true, confidence: 1 },
    },
    verdict: 'PASS',
    expiresAt: later(END, 300_000),
    previousReceiptHash: null,
    references: [],
    issuer: { id: key.id, publicKey: key.publicKey },
    signature: { algorithm: 'Ed25519', canonicalization: 'JCS', signedAt: later(END, 1000) },
  }
  return edit(made, edits)
}

/** A receipt with nothing that may be absent. */
export function minimalDraft(edits: Edits = {}): JsonObject {
  return draft({ '/subject/type': ABSENT, '/verdict': ABSENT, '/expiresAt': ABSENT, ...edits })
}

/** A receipt of this payload alone. */
export function draftWithPayload(payload: JsonObject): JsonObject {
  return draft({ '/evidence': [block(payload)] })
}

/** An interval whose coverage fits its times. */
export function intervalFrom(start: string, durationMs: number): JsonObject {
  return { start, end: later(start, durationMs), coverageMs: durationMs }
}

const FIRST_PAYLOAD: JsonObject = {
  value: 0.91,
  components: [
    { metric: 'tremor', value: 8.25, threshold: 4, status: 'PASS', explanation: 'within the band of a living hand' },
    { metric: 'drift', value: null, threshold: null, status: 'UNKNOWN', explanation: 'too few samples' },
  ],
  diagnostics: { samples: 1800, sensors: ['accel', 'gyro'] },
}
const SECOND_PAYLOAD: JsonObject = { value: 0.5, components: [], diagnostics: {} }
