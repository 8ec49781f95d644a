import { type BodyOf, type SignedIn, signInWithPasskey, startPasskeySignIn } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteSignIn } from '../codes/asker.ts'
import type { Transaction } from '../database/pool.ts'
import { serve } from '../http/endpoint.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { lockNodeById } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { welcomeOwner } from '../sessions/welcome.ts'
import { verifyAssertion } from './assertion.ts'
import { drawSignIn, openSignIn, sealSignIn, type SignInChallenge } from './challenge.ts'
import { TIMEOUT_MS } from './options.ts'
import { refusePasskey } from './register.ts'
import { demandRp } from './rp.ts'
import { findOwner, useChallenge } from './store.ts'

/** Signing in with a passkey alone: the device finds it, and unlocks it by PIN, fingerprint or face. */
export function passkeySignInRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service

  serve(app, startPasskeySignIn, async ({ request, reply, keepAfterwards }) => {
    await takeFromAddressBudget(service, 'passkey.address', request)
    reply.header('cache-control', 'no-store')
    const rp = demandRp(settings, request.headers.host)
    const drawn = drawSignIn(service.now())
    return keepAfterwards({
      token: sealSignIn(secrets, drawn),
      options: { challenge: drawn.challenge, rpId: rp.id, timeout: TIMEOUT_MS, userVerification: 'required' },
      expires_at: drawn.expiresAt.toISOString(),
    })
  })

  serve(app, signInWithPasskey, async ({ body, request, reply, keep }) => {
    await takeFromAddressBudget(service, 'passkey.address', request)
    reply.header('cache-control', 'no-store')
    demandRp(settings, request.headers.host)
    const issued = openSignIn(secrets, body.token, service.now())
    if (!issued) throw refusePasskey('/token', 'It is not of this service, or too old: ask for new options.')
    const outcome = await db.transaction(async (tx) => {
      const signed = await signIn(tx, service, { issued, response: body.response, request })
      return 'refused' in signed ? signed : keep(tx, signed)
    })
    if (!('refused' in outcome)) return outcome
    // Thrown only now: the challenge is used up, and a passkey that was copied is closed.
    throw refusePasskey('/response', outcome.refused)
  })
}

type Attempt = {
  issued: SignInChallenge
  response: BodyOf<typeof signInWithPasskey>['response']
  request: FastifyRequest
}

async function signIn(
  tx: Transaction,
  service: Service,
  { issued, response, request }: Attempt,
): Promise<SignedIn | { refused: string }> {
  if (!(await useChallenge(tx, issued))) return { refused: 'It was used before: ask for new options.' }
  const nodeId = await findOwner(tx, Buffer.from(response.id, 'base64url'))
  const node = nodeId === undefined ? undefined : await lockNodeById(tx, nodeId)
  if (!node) return { refused: 'This passkey is not registered here any more. Sign in by mail, and add a new one.' }
  const challenge = Buffer.from(issued.challenge, 'base64url')
  const asserted = await verifyAssertion(tx, service, { nodeId: node.id, challenge, response })
  if ('refused' in asserted) return asserted
  await noteSignIn(tx, service, { node, request })
  return welcomeOwner(tx, service, node)
}
