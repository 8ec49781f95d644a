import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { receiptOf, requireReceipt } from '@stillhere/client/middleware'
import {
  buildReceipt,
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type Receipt,
  signReceipt,
} from '@stillhere/client/receipt'
import express from 'express'

// In real life the key is the service's, and the receipt comes from a scan.
const keys = generateKeyPair()
const guard = requireReceipt({
  trustedIssuers: [keys.publicKey],
  maxAgeMs: 60_000,
  audience: 'https://shop.example',
})

const app = express()
app.post('/vote', guard.express, (request, response) => {
  response.send(`one vote by ${receiptOf(request).receipt.subject.id}`)
})

const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vote`

for (const audience of ['https://shop.example', 'https://elsewhere.example']) {
  const headers = { 'Stillhere-Receipt': encodeHeader(receiptFor(audience)) }
  const answer = await fetch(url, { method: 'POST', headers })
  console.log(answer.status, await answer.text())
}
server.close()

function receiptFor(audience: string): Receipt {
  const end = Date.now()
  const unsigned = buildReceipt({
    evidence: ['EE-001', 'EE-003'].map((engineId) => ({
      engineId,
      engineVersion: '1.0.0',
      confidence: 0.9,
      payload: {},
    })),
    interval: { start: end - 16_000, end },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(keys),
    verdict: 'PASS',
    audience,
  })
  return signReceipt(unsigned, keys.secretKey)
}
