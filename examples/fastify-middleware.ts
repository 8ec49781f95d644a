import { receiptOf, requireReceipt } from '@stillhere/client/middleware'
import { encodeHeader, generateKeyPair } from '@stillhere/client/receipt'
import fastify from 'fastify'
import { madeUpReceipt } from './made-up-receipt.ts'

// In real life the key is the service's, and the receipt comes from a scan.
const keys = generateKeyPair()
const used = new Set<string>()
const guard = requireReceipt({
  trustedIssuers: [keys.publicKey],
  maxAgeMs: 60_000,
  audience: 'https://shop.example',
  // Each receipt counts once. Several processes decide in a database: INSERT … ON CONFLICT DO NOTHING.
  remember: (receiptHash) => used.size < used.add(receiptHash).size,
})

const app = fastify()
app.post('/enter', { onRequest: guard.fastify }, (request, reply) => {
  reply.send(`welcome, ${receiptOf(request).receipt.subject.id}`)
})

const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/enter`
const headers = { 'Stillhere-Receipt': encodeHeader(madeUpReceipt(keys, 'https://shop.example')) }
for (const time of ['first', 'second']) {
  const answer = await fetch(url, { method: 'POST', headers })
  console.log(time, answer.status, await answer.text())
}
await app.close()
