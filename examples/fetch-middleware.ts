import { requireReceipt } from '@stillhere/client/middleware'
import { encodeHeader, generateKeyPair } from '@stillhere/client/receipt'
import { madeUpReceipt } from './made-up-receipt.ts'

// In real life the key is the service's, and the receipt comes from a scan.
const keys = generateKeyPair()
const guard = requireReceipt({
  trustedIssuers: [keys.publicKey],
  maxAgeMs: 60_000,
  audience: 'https://shop.example',
})

// What Deno, Bun, Workers and route handlers of web frameworks take.
const handler = guard.fetch((_request, { receipt }) => new Response(`welcome, ${receipt.subject.id}`))

for (const audience of ['https://shop.example', 'https://elsewhere.example']) {
  const headers = { 'Stillhere-Receipt': encodeHeader(madeUpReceipt(keys, audience)) }
  const answer = await handler(new Request('https://shop.example/enter', { method: 'POST', headers }))
  console.log(answer.status, await answer.text())
}
