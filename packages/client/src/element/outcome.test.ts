import { describe, expect, it } from 'vitest'
import { scanReceipt } from '../../test/scan-receipts.ts'
import { ScanError } from '../capture/scan-error.ts'
import { asScanError, receiptProblem, restoreReceipt } from './outcome.ts'

describe('asScanError', () => {
  it('hands a failure of a scan on as it is, also one of another copy of this library', () => {
    const own = new ScanError('page_hidden', 'gone')
    const foreign = Object.assign(new Error('gone'), { name: 'ScanError', kind: 'busy' })
    expect([asScanError(own), asScanError(foreign)]).toEqual([own, foreign])
  })

  it.each([new TypeError('odd'), 'odd', null])('tells anything else as a mistake of the page: %s', (thrown) => {
    expect(asScanError(thrown)).toMatchObject({ kind: 'aborted', next: 'retry', cause: thrown })
  })
})

describe('receiptProblem', () => {
  it('finds nothing wrong with a fresh receipt for this audience', () => {
    expect(receiptProblem(scanReceipt({ audience: 'me' }), 'me')).toBeNull()
  })

  it.each([
    ['for somebody else', scanReceipt({ audience: 'you' }), 'me'],
    ['that was changed', { ...scanReceipt(), verdict: 'FAIL' as const }, ''],
    ['that is none', {} as never, ''],
  ])('refuses a receipt %s', (_, receipt, audience) => {
    expect(receiptProblem(receipt, audience)).toMatchObject({ kind: 'service_refused', next: 'retry' })
  })
})

describe('restoreReceipt', () => {
  it('takes a valid receipt back', () => {
    const receipt = scanReceipt()
    expect(restoreReceipt(JSON.stringify(receipt), '')).toEqual(receipt)
  })

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['an empty text', ''],
    ['half a text', '{'],
    ['a member twice', '{"a":1,"a":2}'],
    ['a changed receipt', JSON.stringify({ ...scanReceipt(), references: ['x'] })],
  ])('does not take %s', (_, state) => {
    expect(restoreReceipt(state, '')).toBeNull()
  })
})
