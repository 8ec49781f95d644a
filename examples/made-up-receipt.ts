import {
  buildReceipt,
  createIssuerIdentity,
  type KeyPair,
  presencePolicyToBlock,
  type Receipt,
  signReceipt,
} from '@stillhere/receipt'

/** A receipt as a service signs it after a scan. In real life the key is the service's, and a person has moved a phone. */
export function madeUpReceipt(keys: KeyPair, audience: string): Receipt {
  const end = Date.now()
  const engines = ['EE-001', 'EE-003'].map((engineId) => ({
    engineId,
    engineVersion: '1.0.0',
    confidence: 0.9,
    payload: {},
  }))
  const policy = presencePolicyToBlock({
    assurance: 1,
    pace: 'batch',
    device: 'none',
    registered: false,
    risk_level: 'medium',
    threshold: 0.7,
    threshold_source: 'default',
    action: null,
    action_digest: null,
    nonce: null,
    test: false,
  })
  const unsigned = buildReceipt({
    evidence: [...engines, policy],
    interval: { start: end - 16_000, end },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(keys),
    verdict: 'PASS',
    audience,
  })
  return signReceipt(unsigned, keys.secretKey)
}
