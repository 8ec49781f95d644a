import { readFileSync } from 'node:fs'
import { parseJson, verifyReceipt } from '@stillhere/receipt'

const receipt = parseJson(readFileSync(new URL('receipt.json', import.meta.url), 'utf8'))

const result = verifyReceipt(receipt, {
  trustedIssuers: ['03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8'],
  now: '2026-01-01T00:02:00.000Z',
})

if (result.status === 'INVALID') throw new Error(`${result.reason}: ${result.detail}`)
console.log(result.checks, result.coverage, result.receiptHash)
