import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { KeyWallet } from '../../../scripts/ethereum-key.ts'
import { createNonce } from '../src/identity/wallet/sign-in.ts'
import type { Service } from '../src/platform/service.ts'
import { renewSignIn } from './nodes.ts'
import { type SiweFields, writeSiweMessage } from './siwe-message.ts'

export { newWallet } from '../../../scripts/ethereum-key.ts'

let nonces = 0

/** A good message of a wallet; a test may choose every field. */
export function messageOf(wallet: { address: string }, now: Date, fields: Partial<SiweFields> = {}): string {
  const nonce = `nonce${String(++nonces).padStart(8, '0')}`
  const place = { domain: 'localhost', uri: 'http://localhost/login' }
  return writeSiweMessage({
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
export async function signBody(wallet: KeyWallet, message: string): Promise<SignedBody> {
  return { message, signature: wallet.signMessage(message), address: wallet.address }
}

type Walker = Service & { app: FastifyInstance }
type Visit = { email?: string; headers?: InjectOptions['headers']; fields?: Partial<SiweFields> }

/** Signs a wallet in with a fresh message and a nonce of the service; beside a token its owner has just signed in. */
export async function visit(
  service: Walker,
  wallet: KeyWallet,
  { email, headers = {}, fields = {} }: Visit = {},
): Promise<LightMyRequestResponse> {
  const nonce = createNonce(service.secrets, service.now())
  const body = await signBody(wallet, messageOf(wallet, service.now(), { nonce, ...fields }))
  const { authorization } = headers
  if (authorization !== undefined) await renewSignIn(service, { authorization })
  const payload = { ...body, ...(email !== undefined && { email }) }
  return service.app.inject({ method: 'POST', url: '/api/auth/siwe', headers, payload })
}
