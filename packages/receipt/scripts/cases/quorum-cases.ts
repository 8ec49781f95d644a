import {
  ADA,
  type ApprovalInput,
  approvalReceipt,
  BOB,
  BY_PASSKEY,
  DEMANDS,
  EDDSA,
  EVE,
  type Passkey,
  RSA,
} from './approvals.ts'
import { hashJson, type JsonObject, later, NOW } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

type QuorumCase = Extract<CaseGroup, { kind: 'quorum' }>['cases'][number]

const OF_ADA = approvalOf(ADA, 'a')
const OF_BOB = approvalOf(BOB, 'b')
const OF_EVE = approvalOf(EVE, 'e')
const OTHER_DIGEST = hashJson('another action')
const PEOPLE = { ada: [ADA.thumbprint, EDDSA.thumbprint], bob: [BOB.thumbprint], eve: [EVE.thumbprint] }
const TOO_FEW = 'TOO_FEW_APPROVERS'

export const quorumCases: CaseGroup = {
  topic: 'quorum',
  kind: 'quorum',
  about: 'acceptApprovals: enough different people approved exactly this action. People count, not keys or receipts.',
  cases: [
    quorum('two-of-three', [OF_ADA, OF_BOB], { approvers: ['ada', 'bob'] }),
    quorum('two-of-three-in-any-order', [OF_EVE, OF_ADA], { approvers: ['eve', 'ada'] }),
    quorum('more-than-needed', [OF_ADA, OF_BOB, OF_EVE], { approvers: ['ada', 'bob', 'eve'] }),
    quorum('one-of-three', [OF_BOB], { approvers: ['bob'], options: { need: 1 } }),
    quorum('three-of-three', [OF_ADA, OF_BOB, OF_EVE], {
      approvers: ['ada', 'bob', 'eve'],
      options: { need: 3 },
    }),
    quorum('by-passkey', [byPasskey(ADA, 'a'), byPasskey(BOB, 'b')], {
      approvers: ['ada', 'bob'],
      options: { method: 'passkey' },
    }),
    quorum('one-too-few', [OF_ADA], { approvers: ['ada'], reason: TOO_FEW }),
    quorum('no-receipts', [], { approvers: [], reason: TOO_FEW }),
    quorum('same-receipt-twice', [OF_ADA, OF_ADA], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'PERSON_REPEATED' }],
    }),
    quorum('same-person-by-two-keys', [OF_ADA, approvalOf(EDDSA, 'f')], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'PERSON_REPEATED' }],
    }),
    quorum('same-subject-under-two-names', [OF_ADA, approvalOf(BOB, 'a')], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'PERSON_REPEATED' }],
    }),
    quorum('repetition-does-no-harm', [OF_ADA, OF_ADA, OF_BOB], {
      approvers: ['ada', 'bob'],
      refusals: [{ index: 1, reason: 'PERSON_REPEATED' }],
    }),
    quorum('other-action', [OF_ADA, approvalOf(BOB, 'b', { policy: { '/action_digest': OTHER_DIGEST } })], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'ACTION_DIGEST_MISMATCH' }],
    }),
    quorum('other-nonce', [approvalOf(ADA, 'a', { policy: { '/nonce': 'request-8' } }), OF_BOB], {
      approvers: ['bob'],
      reason: TOO_FEW,
      refusals: [{ index: 0, reason: 'NONCE_MISMATCH' }],
    }),
    quorum('other-audience', [OF_ADA, approvalOf(BOB, 'b', { receipt: { '/audience': 'https://other.example' } })], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'AUDIENCE_MISMATCH' }],
    }),
    quorum('stranger', [OF_ADA, OF_EVE], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'APPROVER_UNTRUSTED' }],
      options: { approvers: { ada: PEOPLE.ada, bob: PEOPLE.bob } },
    }),
    quorum('without-a-key', [OF_ADA, approvalOf(BOB, 'b', { evidence: (blocks) => blocks.slice(0, 3) })], {
      approvers: ['ada'],
      reason: TOO_FEW,
      refusals: [{ index: 1, reason: 'APPROVER_MISSING' }],
    }),
    ...(
      [
        ['one-key-under-two-names', { approvers: { ada: PEOPLE.ada, bob: [ADA.thumbprint] }, need: 1 }],
        ['need-zero', { need: 0 }],
        ['need-more-than-people', { need: 4 }],
        ['need-of-a-half', { need: 1.5 }],
        ['nobody', { approvers: {}, need: 1 }],
        ['person-without-a-key', { approvers: { ...PEOPLE, bob: [] } }],
        ['unknown-option', { surprise: true }],
      ] as [string, JsonObject][]
    ).map(([name, options]) =>
      quorum(`options-${name}`, [OF_ADA, OF_BOB], { approvers: [], reason: 'INVALID_OPTIONS', options }),
    ),
  ],
}

type Expectation = {
  approvers: string[]
  reason?: string
  refusals?: { index: number; reason: string }[]
  options?: JsonObject
}

function quorum(
  name: string,
  receipts: JsonObject[],
  { approvers, reason, refusals = [], options = {} }: Expectation,
): QuorumCase {
  return {
    name,
    description: name.replaceAll('-', ' '),
    receipts: receipts.map((receipt) => JSON.stringify(receipt)),
    now: NOW,
    options: { ...DEMANDS, approvers: PEOPLE, need: 2, ...options },
    expected: { accepted: reason === undefined, reason: reason ?? null, approvers, refusals },
  }
}

function approvalOf(signer: Passkey, subject: string, input: ApprovalInput = {}): JsonObject {
  const receipt = { '/subject/id': `sha256:${subject.repeat(64)}`, ...input.receipt }
  return approvalReceipt({ ...input, signer, receipt })
}

function byPasskey(signer: Passkey, subject: string): JsonObject {
  return approvalOf(signer, subject, BY_PASSKEY)
}

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
