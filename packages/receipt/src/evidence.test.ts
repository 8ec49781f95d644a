import { describe, expect, it } from 'vitest'
import { computePayloadDigest } from './digest.ts'
import { type EngineEvidence, engineEvidenceToBlock } from './receipt.ts'

const ENGINE_EVIDENCE: EngineEvidence = {
  engineId: 'org.stillhere.motion',
  engineVersion: '1.2.0',
  value: 0.4,
  confidence: 0.9,
  components: [{ metric: 'tremor', value: 8.2, threshold: null, status: 'ok', explanation: 'within the band' }],
  diagnostics: { frames: 600 },
}

describe('engineEvidenceToBlock', () => {
  it('puts id, version and confidence outside and the rest into the payload', () => {
    const { value, components, diagnostics } = ENGINE_EVIDENCE
    const payload = { value, components, diagnostics }
    expect(engineEvidenceToBlock(ENGINE_EVIDENCE)).toStrictEqual({
      engineId: 'org.stillhere.motion',
      engineVersion: '1.2.0',
      confidence: 0.9,
      payload,
      payloadDigest: computePayloadDigest(payload),
    })
  })

  it('refuses a measurement that JSON cannot write', () => {
    expect(() => engineEvidenceToBlock({ ...ENGINE_EVIDENCE, value: Number.NaN })).toThrow('/value is NaN')
  })
})
