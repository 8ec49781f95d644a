import { readFileSync } from 'node:fs'
import { acceptReceipt, parseJson } from '@stillhere/receipt'

const receipt = parseJson(readFileSync(new URL('receipt.json', import.meta.url), 'utf8'))

const answer = acceptReceipt(receipt, {
  trustedIssuers: ['03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8'],
  audience: 'https://shop.example',
  now: '2026-01-01T00:02:00.000Z',
})

if (!answer.accepted) throw new Error(`${answer.reason}: ${answer.detail}`)
console.log('good for us:', answer.subject, 'assurance', answer.assurance)
