import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { receiptOf, requireReceipt } from '@stillhere/client/middleware'
import { encodeHeader, generateKeyPair } from '@stillhere/client/receipt'
import express from 'express'
import { madeUpReceipt } from './made-up-receipt.ts'

// In real life the key is the service's, and the receipt comes from a scan.
const keys = generateKeyPair()
const guard = requireReceipt({
  trustedIssuers: [keys.publicKey],
  maxAgeMs: 60_000,
  audience: 'https://shop.example',
})

const app = express()
app.post('/enter', guard.express, (request, response) => {
  response.send(`welcome, ${receiptOf(request).receipt.subject.id}`)
})

const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/enter`

for (const audience of ['https://shop.example', 'https://elsewhere.example']) {
  const headers = { 'Stillhere-Receipt': encodeHeader(madeUpReceipt(keys, audience)) }
  const answer = await fetch(url, { method: 'POST', headers })
  console.log(answer.status, await answer.text())
}
server.close()
