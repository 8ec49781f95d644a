import { describe, expect, it } from 'vitest'
import { scanReceipt } from '../../test/scan-receipts.ts'
import { ScanError } from '../capture/scan-error.ts'
import { toScanError, checkReceipt, parseStoredReceipt } from './perform-run.ts'

const BOUND = { action: 'Pay 7 € to Eve', nonce: 'n-0195' }

describe('asScanError', () => {
  it('hands a failure of a scan on as it is, also one of another copy of this library', () => {
    const own = new ScanError('page_hidden', 'gone')
    const foreign = Object.assign(new Error('gone'), { name: 'ScanError', kind: 'busy' })
    expect([toScanError(own), toScanError(foreign)]).toEqual([own, foreign])
  })

  it.each([new TypeError('odd'), 'odd', null])('tells anything else as a mistake of the page: %s', (thrown) => {
    expect(toScanError(thrown)).toMatchObject({ kind: 'aborted', next: 'retry', cause: thrown })
  })
})

describe('receiptProblem', () => {
  it('finds nothing wrong with a fresh receipt for this audience', () => {
    expect(checkReceipt(scanReceipt({ audience: 'me' }), { audience: 'me' })).toBeNull()
  })

  it('finds nothing wrong with a receipt for this action and attempt', () => {
    expect(checkReceipt(scanReceipt({ policy: BOUND }), BOUND)).toBeNull()
  })

  it.each([
    ['for somebody else', scanReceipt({ audience: 'you' }), { audience: 'me' }],
    ['that was changed', { ...scanReceipt(), verdict: 'FAIL' as const }, {}],
    ['that is none', {} as never, {}],
    ['for another action', scanReceipt({ policy: BOUND }), { ...BOUND, action: 'Pay 70 € to Eve' }],
    ['for another attempt', scanReceipt({ policy: BOUND }), { ...BOUND, nonce: 'n-0196' }],
    ['for nothing', scanReceipt({ policy: {} }), { action: BOUND.action }],
    ['that names no attempt', scanReceipt(), { nonce: BOUND.nonce }],
  ])('refuses a receipt %s', (_, receipt, purpose) => {
    expect(checkReceipt(receipt, purpose)).toMatchObject({ kind: 'service_refused', next: 'retry' })
  })
})

describe('restoreReceipt', () => {
  it('takes a valid receipt back', () => {
    const receipt = scanReceipt()
    expect(parseStoredReceipt(JSON.stringify(receipt), {})).toEqual(receipt)
  })

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['an empty text', ''],
    ['half a text', '{'],
    ['a member twice', '{"a":1,"a":2}'],
    ['a changed receipt', JSON.stringify({ ...scanReceipt(), references: ['x'] })],
  ])('does not take %s', (_, state) => {
    expect(parseStoredReceipt(state, {})).toBeNull()
  })

  it('does not take a receipt of an earlier attempt', () => {
    const kept = JSON.stringify(scanReceipt({ policy: BOUND }))
    expect(parseStoredReceipt(kept, BOUND)).not.toBeNull()
    expect(parseStoredReceipt(kept, { nonce: 'n-0196' })).toBeNull()
  })
})
