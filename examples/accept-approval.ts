import { readFileSync } from 'node:fs'
import { computePayloadDigest, parseJson } from '@stillhere/receipt'
import { acceptApproval } from '@stillhere/receipt/approver'

const receipt = parseJson(readFileSync(new URL('approval.json', import.meta.url), 'utf8'))

const answer = await acceptApproval(receipt, {
  trustedIssuers: ['d04ab232742bb4ab3a1368bd4615e4e6d0224ab71a016baf8520a332c9778737'],
  audience: 'https://asker.example',
  // Of what you are about to do, and of your request.
  actionDigest: computePayloadDigest({ type: 'pay', summary: 'Pay Bob', details: { amount: '82.00 EUR', to: 'Bob' } }),
  nonce: 'request-7',
  // The person's key, which you pinned before.
  approverKeys: ['iAzi3C-OjPVWNyPopGebSBzQGxyqWSYHSp2clxH5mSI'],
  now: '2026-03-01T12:00:00.000Z',
})

if (!answer.accepted) throw new Error(`${answer.reason}: ${answer.detail}`)
console.log('approved by the key', answer.approverKey)
