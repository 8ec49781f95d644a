import { type ApprovalInput, approvalReceipt, BY_PASSKEY, DEMANDS } from './approvals.ts'
import type { CaseGroup } from './case-group.ts'
import { later, NOW } from './drafts.ts'
import { hashJson, type JsonObject } from './json.ts'
import { ADA, BOB, EDDSA, EVE, type Passkey, RSA } from './passkeys.ts'

type IntroductionCase = Extract<CaseGroup, { kind: 'introduction' }>['cases'][number]

const FIRST: JsonObject = { type: 'key.introduce', summary: 'Introduce my key', details: { key: ADA.thumbprint } }
const NEXT: JsonObject = {
  type: 'key.replace',
  summary: 'Replace my key by another one',
  details: { old_key: ADA.thumbprint, new_key: BOB.thumbprint },
}
const { actionDigest: _digest, ...OPTIONS } = DEMANDS
const PINNED = { pinnedKey: ADA.thumbprint }

export const introductionCases: CaseGroup = {
  topic: 'introduction',
  kind: 'introduction',
  about:
    'acceptIntroduction: which key to pin for a person. The first one signs for itself; once a key is pinned, only that one introduces another.',
  cases: [
    acceptKey('first', ADA, { action: FIRST, signer: ADA }),
    acceptKey('first-of-eddsa', EDDSA, { action: introduce(EDDSA), signer: EDDSA }),
    acceptKey('first-of-rs256', RSA, { action: introduce(RSA), signer: RSA }),
    acceptKey('same-key-again', ADA, { action: FIRST, signer: ADA, options: PINNED }),
    acceptKey('replaced-by-the-pinned-key', BOB, { action: NEXT, signer: ADA, options: PINNED }),
    refuseKey('other-key-introduced-over-a-pinned-one', 'APPROVER_UNTRUSTED', {
      action: introduce(EVE),
      signer: EVE,
      options: PINNED,
    }),
    refuseKey('replaced-where-none-is-pinned', 'APPROVER_UNTRUSTED', { action: NEXT, signer: ADA }),
    refuseKey('replaced-by-the-new-key-itself', 'APPROVER_UNTRUSTED', { action: NEXT, signer: BOB, options: PINNED }),
    refuseKey('replaces-a-key-that-is-not-pinned', 'APPROVER_UNTRUSTED', {
      action: replace(EVE, BOB),
      signer: EVE,
      options: PINNED,
    }),
    refuseKey('names-another-key-than-signed', 'APPROVER_UNTRUSTED', { action: introduce(BOB), signer: ADA }),
    refuseKey('other-action-than-signed', 'ACTION_DIGEST_MISMATCH', {
      action: { ...FIRST, summary: 'Introduce another key' },
      approved: FIRST,
      signer: ADA,
    }),
    refuseKey('by-hand', 'APPROVER_MISMATCH', { action: FIRST, signer: ADA, input: {} }),
    refuseKey('without-the-block', 'APPROVER_MISSING', {
      action: FIRST,
      signer: ADA,
      input: { ...BY_PASSKEY, evidence: (blocks) => blocks.slice(2, 3) },
    }),
    refuseKey('for-another-audience', 'AUDIENCE_MISMATCH', {
      action: FIRST,
      signer: ADA,
      options: { audience: 'https://other.example' },
    }),
    refuseKey('of-another-nonce', 'NONCE_MISMATCH', { action: FIRST, signer: ADA, options: { nonce: 'request-8' } }),
    refuseKey('expired', 'EXPIRED', { action: FIRST, signer: ADA, now: later(NOW, 86_400_000) }),
    refuseKey('edited-after-signing', 'APPROVER_MISMATCH', {
      action: FIRST,
      signer: ADA,
      input: { ...BY_PASSKEY, signed: { '/chain': null, '/nonce': 'request-6' } },
    }),
    ...(
      [
        ['another-type', { ...FIRST, type: 'deploy' }],
        ['no-details', { type: 'key.introduce', summary: 'Introduce my key' }],
        ['details-of-text', { ...FIRST, details: ADA.thumbprint }],
        ['more-details', { ...FIRST, details: { key: ADA.thumbprint, until: 'tomorrow' } }],
        ['both-forms', { ...NEXT, details: { key: ADA.thumbprint, old_key: ADA.thumbprint, new_key: BOB.thumbprint } }],
        ['no-new-key', { ...NEXT, details: { old_key: ADA.thumbprint } }],
        ['no-thumbprint', { ...FIRST, details: { key: 'ada' } }],
      ] as [string, JsonObject][]
    ).map(([name, action]) => refuseKey(`malformed-${name}`, 'INTRODUCTION_MALFORMED', { action, signer: ADA })),
    refuseKey('options-pinned-key-without-form', 'INVALID_OPTIONS', {
      action: FIRST,
      signer: ADA,
      options: { pinnedKey: 'ada' },
    }),
  ],
}

function introduce({ thumbprint }: Passkey): JsonObject {
  return { ...FIRST, details: { key: thumbprint } }
}

function replace(old: Passkey, next: Passkey): JsonObject {
  return { ...NEXT, details: { old_key: old.thumbprint, new_key: next.thumbprint } }
}

type Introduced = {
  action: JsonObject
  /** The action that the receipt names; the same by default. */
  approved?: JsonObject
  signer: Passkey
  options?: JsonObject
  input?: ApprovalInput
  now?: string
}

function acceptKey(name: string, { thumbprint }: Passkey, introduced: Introduced): IntroductionCase {
  const expected = { accepted: true, approverKey: thumbprint, subject: `sha256:${'5a'.repeat(32)}` }
  return caseOf(name, introduced, expected)
}

function refuseKey(name: string, reason: string, introduced: Introduced): IntroductionCase {
  return caseOf(name, introduced, { accepted: false, reason })
}

function caseOf(
  name: string,
  { action, approved = action, signer, options = {}, input = BY_PASSKEY, now = NOW }: Introduced,
  expected: JsonObject,
): IntroductionCase {
  const policy = { ...input.policy, '/action': approved.summary as string, '/action_digest': hashJson(approved) }
  const receipt = approvalReceipt({ ...input, signer, policy })
  return {
    name,
    description: name.replaceAll('-', ' '),
    receipt: JSON.stringify(receipt),
    now,
    options: { ...OPTIONS, action, ...options },
    expected,
  }
}
