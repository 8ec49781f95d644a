import { readFileSync } from 'node:fs'
import { parseJson, readStatusList, verifyReceipt } from '@stillhere/receipt'

const read = (name: string) => parseJson(readFileSync(new URL(name, import.meta.url), 'utf8'))
const now = '2026-01-01T00:02:00.000Z'
const trustedIssuers = ['03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8']

// A list that is stale, forged or of another issuer answers nothing.
const list = readStatusList(read('status-list.json'), { trustedIssuers, now })
if (list.status === 'REFUSED') throw new Error(`${list.reason}: ${list.detail}`)

const { status } = verifyReceipt(read('receipt.json'), { trustedIssuers, now, revoked: list.revoked })
console.log(status, list.issuedAt, list.nextUpdate)
