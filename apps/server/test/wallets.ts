import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import type { Service } from '../src/service.ts'

type Fields = Parameters<typeof createSiweMessage>[0]

export function newWallet(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

let nonces = 0

/** A good message of a wallet, as viem writes it; a test may choose every field. */
export function messageOf(wallet: { address: `0x${string}` }, now: Date, fields: Partial<Fields> = {}): string {
  const nonce = `nonce${String(++nonces).padStart(8, '0')}`
  const place = { domain: 'localhost', uri: 'http://localhost/login' }
  return createSiweMessage({
    ...place,
    address: wallet.address,
    version: '1',
    chainId: 1,
    nonce,
    issuedAt: now,
    ...fields,
  })
}

export type SignedBody = { message: string; signature: string; address: string; email?: string }

/** The body of a sign-in: a message and what the wallet signed of it. */
export async function signedBody(wallet: PrivateKeyAccount, message: string): Promise<SignedBody> {
  return { message, signature: await wallet.signMessage({ message }), address: wallet.address }
}

type Walker = Pick<Service, 'now'> & { app: FastifyInstance }
type Visit = { email?: string; headers?: InjectOptions['headers']; fields?: Partial<Fields> }

/** Signs a wallet in with a fresh message. */
export async function visit(
  { app, now }: Walker,
  wallet: PrivateKeyAccount,
  { email, headers = {}, fields = {} }: Visit = {},
): Promise<LightMyRequestResponse> {
  const body = await signedBody(wallet, messageOf(wallet, now(), fields))
  const payload = email === undefined ? body : { ...body, email }
  return app.inject({ method: 'POST', url: '/api/auth/siwe', headers, payload })
}
