import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

// In one terminal: npm start. In another, with a node_token that verify-otp answered and a fresh code that send-otp mailed:
// NODE_TOKEN=sh_… CODE=123456 node examples/wallet-sign-in.ts
const service = new URL(process.env['BASE'] ?? 'http://127.0.0.1:8787')
const nodeToken = process.env['NODE_TOKEN']

// A page would ask the wallet of its visitor to sign (personal_sign); here a new key stands for it.
const wallet = privateKeyToAccount(generatePrivateKey())

console.log('a wallet that nobody knows', await signIn())
console.log('beside the token of a node, with a fresh code', await signIn(nodeToken, process.env['CODE']))
const { node_token } = await signIn()
console.log('by itself', node_token)

// The key ends with this example, so the wallet is taken back.
const own = new URL(`/api/node/wallets/${wallet.address}`, service)
const removed = await fetch(own, { method: 'DELETE', headers: { authorization: `Bearer ${node_token}` } })
console.log('removed', removed.status)

async function signIn(
  token?: string,
  otp?: string,
): Promise<{ status: string; binding?: string; node_token?: string }> {
  const { nonce } = await read<{ nonce: string }>(await fetch(new URL('/api/auth/siwe/nonce', service)))
  const { address } = wallet
  const message = createSiweMessage({
    domain: service.host,
    address,
    statement: 'Sign in to Stillhere.',
    uri: service.origin,
    version: '1',
    chainId: 1,
    nonce,
  })
  const body = JSON.stringify({ message, signature: await wallet.signMessage({ message }), address, otp })
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return read(await fetch(new URL('/api/auth/siwe', service), { method: 'POST', headers, body }))
}

async function read<Answer>(answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
