import { readFileSync } from 'node:fs'
import { acceptReceipt, parseJson } from '@stillhere/receipt'

const read = (name: string) => parseJson(readFileSync(new URL(name, import.meta.url), 'utf8'))

// A list that is stale, forged or of another issuer accepts nothing.
const answer = acceptReceipt(read('receipt.json'), {
  trustedIssuers: ['03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8'],
  audience: 'https://shop.example',
  status: read('status-list.json'),
  now: '2026-01-01T00:02:00.000Z',
})

if (!answer.accepted) throw new Error(`${answer.reason}: ${answer.detail}`)
console.log('good for us, and not revoked:', answer.subject)
