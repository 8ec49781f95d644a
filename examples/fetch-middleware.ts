import { requireReceipt } from '@stillhere/client/middleware'
import {
  buildReceipt,
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type Receipt,
  signReceipt,
} from '@stillhere/client/receipt'

// In real life the key is the service's, and the receipt comes from a scan.
const keys = generateKeyPair()
const guard = requireReceipt({
  trustedIssuers: [keys.publicKey],
  maxAgeMs: 60_000,
  audience: 'https://shop.example',
})

// What Deno, Bun, Workers and route handlers of web frameworks take.
const handler = guard.fetch((_request, { receipt }) => new Response(`one vote by ${receipt.subject.id}`))

for (const audience of ['https://shop.example', 'https://elsewhere.example']) {
  const headers = { 'Stillhere-Receipt': encodeHeader(receiptFor(audience)) }
  const answer = await handler(new Request('https://shop.example/vote', { method: 'POST', headers }))
  console.log(answer.status, await answer.text())
}

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
