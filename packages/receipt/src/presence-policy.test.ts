import { describe, expect, it } from 'vitest'
import { buildReceipt } from './build.ts'
import { createIssuerIdentity, generateKeyPair } from './ed25519.ts'
import { type PresencePolicy, presencePolicyToBlock, readPresencePolicy } from './presence-policy.ts'
import type { EvidenceBlock } from './receipt.ts'
import { signReceipt } from './sign.ts'
import { verifyReceipt } from './verify.ts'

const POLICY: PresencePolicy = {
  assurance: 1,
  pace: 'batch',
  device: 'none',
  registered: true,
  risk_level: 'high',
  threshold: 0.9,
  threshold_source: 'default',
  action: null,
  action_digest: null,
  nonce: null,
  test: false,
}

const block = (payload: object): EvidenceBlock => ({ ...presencePolicyToBlock(POLICY), payload: { ...payload } })

describe('readPresencePolicy', () => {
  it('F12: reads back from a signed receipt what was asked of the presence', () => {
    const keys = generateKeyPair()
    const end = Date.now()
    const unsigned = buildReceipt({
      evidence: [presencePolicyToBlock(POLICY)],
      interval: { start: end - 8000, end },
      subject: { id: `sha256:${'5e'.repeat(32)}` },
      issuer: createIssuerIdentity(keys),
    })
    const receipt = signReceipt(unsigned, keys.secretKey)
    expect(verifyReceipt(receipt).status).toBe('VALID')
    expect(readPresencePolicy(receipt)).toEqual(POLICY)
  })

  it.each<Partial<PresencePolicy>>([
    { pace: 'live' },
    { device: 'passkey' },
    { device: 'attested' },
    { risk_level: 'low' },
    { risk_level: 'medium' },
    { action: 'pay', action_digest: 'sha256:0', nonce: 'n' },
    { assurance: 2, method: 'hand', motion: 'reported' },
    { assurance: 1, method: 'hand', motion: 'required' },
    { assurance: 0, method: 'passkey' },
    { subject_kind: 'same', motion: 'required' },
    { subject_kind: 'once', registered: false },
  ])('reads %j', (said) => {
    expect(readPresencePolicy({ evidence: [block({ ...POLICY, ...said })] })).toMatchObject(said)
  })

  it('keeps what a later version adds', () => {
    expect(readPresencePolicy({ evidence: [block({ ...POLICY, later: 1 })] })).toMatchObject(POLICY)
  })

  const { registered: _, ...unsaid } = POLICY
  it.each<[string, EvidenceBlock[]]>([
    ['no evidence', []],
    ['evidence of another engine', [{ ...block(POLICY), engineId: 'EE-001' }]],
    ['two policies, which may differ', [block(POLICY), block({ ...POLICY, assurance: 3 })]],
    ['a policy without a member', [block(unsaid)]],
    ['an unknown level', [block({ ...POLICY, assurance: 4 })]],
    ['a level in words', [block({ ...POLICY, assurance: '3' })]],
    ['a risk level that nobody knows', [block({ ...POLICY, risk_level: 'none' })]],
    ['a threshold beyond 1', [block({ ...POLICY, threshold: 9 })]],
    ['level 0 without a method', [block({ ...POLICY, assurance: 0 })]],
    ['level 0 by hand', [block({ ...POLICY, assurance: 0, method: 'hand' })]],
    ['a passkey alone at level 2', [block({ ...POLICY, assurance: 2, method: 'passkey' })]],
    ['a method that there is not', [block({ ...POLICY, method: 'tap' })]],
    ['a demand on motion that there is not', [block({ ...POLICY, motion: 'none' })]],
    ['a kind of subject that there is not', [block({ ...POLICY, subject_kind: 'twice' })]],
    ['a one-time subject with a node', [block({ ...POLICY, subject_kind: 'once' })]],
    ['a one-time subject at level 2', [block({ ...POLICY, registered: false, subject_kind: 'once', assurance: 2 })]],
    [
      'a one-time subject with a passkey alone',
      [block({ ...POLICY, registered: false, subject_kind: 'once', assurance: 0, method: 'passkey' })],
    ],
    [
      'a one-time subject whose motion was compared',
      [block({ ...POLICY, registered: false, subject_kind: 'once', motion: 'reported' })],
    ],
    ['registered in words', [block({ ...POLICY, registered: 'true' })]],
  ])('reads no policy from %s', (_name, evidence) => {
    expect(readPresencePolicy({ evidence })).toBeNull()
  })
})
