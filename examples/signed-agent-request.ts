import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { canonicalize } from '@stillhere/receipt'

// With STILLHERE_URL, for example http://127.0.0.1:8787, the example declares an agent there and asks who it is.
const service = new URL(process.env['STILLHERE_URL'] ?? 'https://id.example.org')

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const { x = '' } = publicKey.export({ format: 'jwk' })
const signed = (text: string) => sign(null, Buffer.from(text), privateKey)

// The declaration, and a proof that we hold its key.
const declaration = {
  agent_handle: `example-${randomBytes(4).toString('hex')}`,
  agent_type: 'ai',
  origin: 'example.org',
  public_key: x,
}
const signed_at = new Date().toISOString()
const statement = { action: 'declare', audience: service.host, ...declaration, signed_at }
const proof = { signed_at, signature: signed(`stillhere/agent/1\n${canonicalize(statement)}`).toString('hex') }

// A request signed by RFC 9421, as Web Bot Auth does it. The keyid is the thumbprint of RFC 7638.
const keyid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
const created = Math.floor(Date.now() / 1000)
const nonce = randomBytes(32).toString('base64url')
const params = `("@authority");created=${created};expires=${created + 60};keyid="${keyid}";nonce="${nonce}";tag="web-bot-auth"`
const base = `"@authority": ${service.host}\n"@signature-params": ${params}`
const headers = { 'signature-input': `sig1=${params}`, signature: `sig1=:${signed(base).toString('base64')}:` }
console.log(headers)

if (process.env['STILLHERE_URL'] !== undefined) {
  const body = JSON.stringify({ ...declaration, proof })
  const json = { 'content-type': 'application/json' }
  await fetch(new URL('/api/agent/declare', service), { method: 'POST', headers: json, body })
  const answer = await fetch(new URL('/api/agent/whoami', service), { headers })
  console.log(answer.status, await answer.json())
}
