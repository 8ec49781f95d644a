import { expect, it } from 'vitest'
import type { CaseGroup } from '../../conformance/answer-cases.ts'
import { caseFiles, readGroups } from '../../conformance/cases.ts'
import { makeSuccessor, NOW, sampleReceipt } from '../../test/sample-receipts.ts'
import { parseJson } from '../json.ts'
import { judgeDocuments, verifyApprovers } from './judgment.ts'

const FIRST = JSON.parse(JSON.stringify(sampleReceipt()))
const SECOND = JSON.parse(JSON.stringify(makeSuccessor(FIRST)))
const OPTIONS = { now: NOW }

it('judges one document on its own, and several as one chain in their order', () => {
  expect(judgeDocuments([{ value: FIRST }], OPTIONS)).toMatchObject({
    each: [{ kind: 'judged', value: FIRST, receipt: FIRST, result: { status: 'VALID' } }],
    chain: null,
  })
  const { each, chain } = judgeDocuments([{ value: SECOND }, { value: FIRST }], OPTIONS)
  expect(chain).toMatchObject({ status: 'VALID', order: [1, 0] })
  expect(each).toMatchObject([{ receipt: SECOND }, { receipt: FIRST }])
})

it('finds no chain valid that holds a document which cannot be read', () => {
  const { each, chain } = judgeDocuments([{ value: FIRST }, { problem: 'No.' }, { value: SECOND }], OPTIONS)
  expect(chain?.status).toBe('INVALID')
  expect(each).toMatchObject([{ kind: 'judged' }, { kind: 'unreadable', problem: 'No.' }, { kind: 'judged' }])
})

it.each([{ hello: 1 }, 7, null])('names no receipt in %j, which lacks the form of one', (value) => {
  expect(judgeDocuments([{ value }], OPTIONS).each).toMatchObject([{ receipt: null, result: { status: 'INVALID' } }])
})

type Approval = Extract<CaseGroup, { kind: 'approval' }>['cases'][number]

const REFUSED = readGroups(caseFiles())
  .flatMap((group): Approval[] => (group.kind === 'approval' ? group.cases : []))
  .flatMap(({ name, receipt, now, options, expected }) => {
    const { reason = '' } = expected as { reason?: string }
    // The page demands no method; which one it was stands in the receipt.
    const isOfKey = reason.startsWith('APPROVER_') && name !== 'approval/by-hand-not-asked'
    return isOfKey && typeof receipt === 'string' ? [{ name, receipt, now, options, reason }] : []
  })

it.each(REFUSED)(
  'refuses with the pinned key, as acceptApproval does: $name',
  async ({ receipt, now, options, reason }) => {
    const documents = [{ value: parseJson(receipt) }]
    const approvers = await verifyApprovers(documents, options.approverKeys)
    const { trustedIssuers, audience } = options
    const [judgment] = judgeDocuments(documents, { trustedIssuers, audience, now }, approvers).each
    expect(judgment).toMatchObject({ result: { status: 'INVALID' }, approver: { outcome: 'FAIL', code: reason } })
  },
)
