import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { KeyWallet } from '../../../scripts/ethereum-key.ts'
import { hashCode, hashEmail } from '../src/codes/check.ts'
import { saveCode } from '../src/codes/store.ts'
import { sql } from '../src/database/sql.ts'
import type { Service } from '../src/service.ts'
import { newNonce } from '../src/wallet/nonce.ts'
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
type Visit = { email?: string; otp?: string; headers?: InjectOptions['headers']; fields?: Partial<SiweFields> }

/** Signs a wallet in with a fresh message and a nonce of the service; beside a token also with a fresh code. */
export async function visit(
  service: Walker,
  wallet: KeyWallet,
  { email, headers = {}, fields = {}, otp }: Visit = {},
): Promise<LightMyRequestResponse> {
  const nonce = newNonce(service.secrets, service.now())
  const body = await signBody(wallet, messageOf(wallet, service.now(), { nonce, ...fields }))
  const code = otp ?? (await plantCode(service, String(headers['authorization'])))
  const payload = { ...body, ...(email !== undefined && { email }), ...(code !== undefined && { otp: code }) }
  return service.app.inject({ method: 'POST', url: '/api/auth/siwe', headers, payload })
}

/** A code that the node behind a token could have asked for; undefined for a token of no node. */
export async function plantCode(service: Service, authorization: string): Promise<string | undefined> {
  const { db, secrets } = service
  const tokenHash = secrets.hash('token', authorization.replace('Bearer ', ''))
  const node = await db.maybeOne<{ emailKey: string }>(sql`
    SELECT email_key AS "emailKey" FROM node JOIN node_token ON node_id = node.id WHERE token_hash = ${tokenHash}`)
  if (!node) return undefined
  const [now, code] = [service.now(), '123456']
  await saveCode(db, {
    emailHash: hashEmail(service, node.emailKey),
    askerHash: secrets.hash('code-asker', `${node.emailKey} known`),
    codeHash: hashCode(service, node.emailKey, code),
    inviteId: null,
    now,
    expiresAt: new Date(now.getTime() + 600_000),
  })
  return code
}
