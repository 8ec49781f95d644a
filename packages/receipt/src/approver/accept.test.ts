import { afterEach, describe, expect, it } from 'vitest'
import { answerAll } from '../../conformance/answer-cases.ts'
import { caseFiles, readGroups } from '../../conformance/cases.ts'
import { ADA, approvalReceipt, BOB, BY_PASSKEY, DEMANDS } from '../../scripts/cases/approvals.ts'
import { NOW } from '../../scripts/cases/drafts.ts'
import { type AcceptOptions, acceptReceipt } from '../accept.ts'
import { acceptApproval, acceptApprovals, type ApprovalOptions, type QuorumOptions } from './accept.ts'

const OPTIONS = { ...DEMANDS, approverKeys: [ADA.thumbprint], now: NOW } as unknown as ApprovalOptions
const GOOD = approvalReceipt()
const PASSKEY_ALONE = approvalReceipt(BY_PASSKEY)

const GROUPS = readGroups(caseFiles()).filter(({ kind }) => ['approval', 'quorum', 'introduction'].includes(kind))
const ANSWERS = new Map((await answerAll(GROUPS)).map(({ name, answer }) => [name, answer]))

async function findReason(receipt: unknown, options: object = {}): Promise<string | null> {
  const answer = await acceptApproval(receipt, { ...OPTIONS, ...options })
  return answer.accepted ? null : answer.reason
}

const polluted = new Set<string>()

function pollute(name: string, value: unknown): void {
  polluted.add(name)
  Reflect.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
}

afterEach(() => {
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name)
  polluted.clear()
})

describe('the conformance cases of approvals', () => {
  it.each(GROUPS.flatMap(({ cases }) => cases.map(({ name, expected }) => [name, expected] as const)))(
    '%s',
    (name, expected) => {
      expect(ANSWERS.get(name)).toEqual(expected)
    },
  )
})

describe('acceptApproval', () => {
  it('answers with the receipt that was judged', async () => {
    const answer = await acceptApproval(GOOD, OPTIONS)
    expect(answer).toMatchObject({ accepted: true, method: 'hand', approverKey: ADA.thumbprint, receipt: GOOD })
  })

  it.each(['trustedIssuers', 'audience', 'actionDigest', 'nonce', 'approverKeys'])(
    'demands %s, also where a prototype has one',
    async (name) => {
      pollute(name, OPTIONS[name as keyof ApprovalOptions])
      const { [name as keyof ApprovalOptions]: _, ...options } = OPTIONS
      expect(await acceptApproval(GOOD, options as ApprovalOptions)).toMatchObject({ reason: 'INVALID_OPTIONS' })
    },
  )

  it('takes an undefined option for one that is left out', async () => {
    expect(await findReason(GOOD, { minAssurance: undefined, evidence: undefined, method: undefined })).toBeNull()
    expect(
      await findReason(PASSKEY_ALONE, { minAssurance: undefined, evidence: undefined, method: 'passkey' }),
    ).toBeNull()
  })

  it('takes no weaker method from a polluted prototype', async () => {
    for (const [name, value] of Object.entries({ method: 'passkey', minAssurance: 0, evidence: [] }))
      pollute(name, value)
    expect(await findReason(PASSKEY_ALONE)).toBe('EVIDENCE_MISSING')
  })

  it.each([[['hand']], [null], ['HAND'], [1]])('refuses the method %j', async (method) => {
    expect(await findReason(GOOD, { method })).toBe('INVALID_OPTIONS')
  })
})

describe('acceptReceipt, which knows no keys of people,', () => {
  const options = { trustedIssuers: OPTIONS.trustedIssuers, audience: OPTIONS.audience, now: NOW }

  it('accepts an approval by hand as it accepts every scan', () => {
    expect(acceptReceipt(GOOD, options)).toMatchObject({ accepted: true, assurance: 2 })
  })

  it.each<[Partial<AcceptOptions>, string]>([
    [{}, 'EVIDENCE_MISSING'],
    [{ minAssurance: 0 }, 'EVIDENCE_MISSING'],
    [{ evidence: [] }, 'ASSURANCE_TOO_LOW'],
  ])('refuses a signature without motion with %j', (demands, reason) => {
    expect(acceptReceipt(PASSKEY_ALONE, { ...options, ...demands })).toMatchObject({ accepted: false, reason })
  })
})

describe('acceptApprovals', () => {
  const quorum = {
    ...DEMANDS,
    approvers: { ada: [ADA.thumbprint], bob: [BOB.thumbprint] },
    need: 1,
    now: NOW,
  } as unknown as QuorumOptions

  it('says which receipt counts for whom', async () => {
    const answer = await acceptApprovals([{}, GOOD], quorum)
    expect(answer).toMatchObject({ accepted: true, approvals: [{ name: 'ada', accepted: true, receipt: GOOD }] })
    expect(answer.refusals).toEqual([expect.objectContaining({ index: 0, reason: 'INVALID_SCHEMA' })])
  })

  it('says how many are missing', async () => {
    expect(await acceptApprovals([GOOD], { ...quorum, need: 2 })).toMatchObject({
      accepted: false,
      reason: 'TOO_FEW_APPROVERS',
      detail: '1 approved, and 2 are needed',
    })
  })

  it.each<[string, unknown, object]>([
    ['no list of receipts', GOOD, {}],
    ['no approvers', [GOOD], { approvers: undefined }],
    ['approvers as a list', [GOOD], { approvers: [[ADA.thumbprint]] }],
    ['a need as text', [GOOD], { need: '1' }],
    ['no audience', [GOOD], { audience: undefined }],
    ['approverKeys, which are named by person', [GOOD], { approverKeys: [ADA.thumbprint] }],
  ])('refuses %s', async (_, receipts, options) => {
    const answer = await acceptApprovals(receipts as unknown[], { ...quorum, ...options })
    expect(answer).toMatchObject({ accepted: false, reason: 'INVALID_OPTIONS', approvals: [], refusals: [] })
  })
})
