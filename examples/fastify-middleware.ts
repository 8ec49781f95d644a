import { receiptOf, requireReceipt } from '@stillhere/client/middleware'
import {
  buildReceipt,
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type Receipt,
  signReceipt,
} from '@stillhere/client/receipt'
import fastify from 'fastify'

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
app.post('/vote', { onRequest: guard.fastify }, (request, reply) => {
  reply.send(`one vote by ${receiptOf(request).receipt.subject.id}`)
})

const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/vote`
const headers = { 'Stillhere-Receipt': encodeHeader(receiptFor('https://shop.example')) }
for (const time of ['first', 'second']) {
  const answer = await fetch(url, { method: 'POST', headers })
  console.log(time, answer.status, await answer.text())
}
await app.close()

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
