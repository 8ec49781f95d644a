import { describeAssurance } from '@stillhere/receipt/view'
import { expect, it } from 'vitest'
import { scanReceipt } from '../../test/scan-receipts.ts'
import { ENGLISH } from '../voice/follow-language.ts'
import { sayLevel } from './level-words.ts'

it.each([
  { assurance: 1, registered: true },
  { assurance: 2, registered: false },
  { assurance: 3, registered: true, test: true },
] as const)('says of %o in English what the receipt library says', (policy) => {
  const receipt = scanReceipt({ policy })
  expect(sayLevel(receipt, ENGLISH)).toBe(describeAssurance(receipt))
})

it('says nothing where the issuer states nothing', () => {
  expect(sayLevel(scanReceipt(), ENGLISH)).toBe('')
})
