import { type ApprovalInput, approvalReceipt, BY_PASSKEY, DEMANDS } from './approvals.ts'
import type { CaseGroup } from './case-group.ts'
import { NOW } from './drafts.ts'
import { hashJson, type JsonObject } from './json.ts'
import { ADA, BOB, EDDSA, EVE, type Passkey } from './passkeys.ts'

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
