import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

// In one terminal: npm start. In another, with a node_token that verify-otp answered in the last ten minutes:
// NODE_TOKEN=sh_… node examples/wallet-sign-in.ts
const service = new URL(process.env['BASE'] ?? 'http://127.0.0.1:8787')
const nodeToken = process.env['NODE_TOKEN']

// A page would ask the wallet of its visitor to sign (personal_sign); here a new key stands for it.
const key = secp256k1.utils.randomSecretKey()
const address = `0x${hex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`

console.log('an unknown wallet', await signIn())
console.log('beside the token of a node', await signIn(nodeToken))
const { node_token } = await signIn()
console.log('by itself', node_token)

// The key ends with this example, so the wallet is taken back.
const own = new URL(`/api/node/wallets/${address}`, service)
const removed = await fetch(own, { method: 'DELETE', headers: { authorization: `Bearer ${node_token}` } })
console.log('removed', removed.status)

async function signIn(token?: string): Promise<{ status: string; binding?: string; node_token?: string }> {
  const { nonce } = await read<{ nonce: string }>(await fetch(new URL('/api/auth/siwe/nonce', service)))
  const message = [
    `${service.host} wants you to sign in with your Ethereum account:`,
    withChecksum(address),
    '',
    'Sign in to Stillhere.',
    '',
    `URI: ${service.origin}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  const body = JSON.stringify({ message, signature: personalSign(message), address })
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return read(await fetch(new URL('/api/auth/siwe', service), { method: 'POST', headers, body }))
}

/** The letter case of EIP-55, which a message must have. */
function withChecksum(plain: string): string {
  const hash = hex(keccak_256(Buffer.from(plain.slice(2))))
  return `0x${plain.slice(2).replace(/./g, (digit, at: number) => ((hash[at] ?? '') >= '8' ? digit.toUpperCase() : digit))}`
}

/** What a wallet does when a page asks for personal_sign (EIP-191). */
function personalSign(text: string): string {
  const hash = keccak_256(Buffer.from(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`))
  const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return `0x${hex(Uint8Array.of(...rs, recovery + 27))}`
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

async function read<Answer>(answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
