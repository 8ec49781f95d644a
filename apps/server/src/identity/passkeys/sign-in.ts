import { type BodyOf, type SignedIn, signInWithPasskey, startPasskeySignIn } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { noteSignIn } from '../codes/asker.ts'
import { lockNodeById } from '../nodes/store.ts'
import { welcomeOwner } from '../sessions/welcome.ts'
import { verifyAssertion } from './assertion.ts'
import { drawSignIn, openSignIn, sealSignIn, type SignInChallenge } from './challenge.ts'
import { TIMEOUT_MS } from './options.ts'
import { refusePasskey } from './register.ts'
import { demandRp } from './rp.ts'
import { findOwner, useChallenge } from './store.ts'

/** Signing in with a passkey alone: the device finds it, and unlocks it by PIN, fingerprint or face. */
export function passkeySignInRoutes(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serve(app, startPasskeySignIn, async ({ request, reply }) => {
    await takeFromAddressBudget(service, 'passkey.address', request)
    reply.header('cache-control', 'no-store')
    const rp = demandRp(settings, request.headers.host)
    const drawn = drawSignIn(service.now())
    return {
      token: sealSignIn(secrets, drawn),
      options: { challenge: drawn.challenge, rpId: rp.id, timeout: TIMEOUT_MS, userVerification: 'required' as const },
      expires_at: drawn.expiresAt.toISOString(),
    }
  })

  serveTx(app, signInWithPasskey, {
    prepare: async ({ body, request }) => {
      await takeFromAddressBudget(service, 'passkey.address', request)
      demandRp(settings, request.headers.host)
      const issued = openSignIn(secrets, body.token, service.now())
      if (!issued) throw refusePasskey('/token', 'It is not of this service, or too old: ask for new options.')
      // Committed before the signature is verified.
      if (await service.db.transaction((tx) => useChallenge(tx, issued))) return issued
      throw refusePasskey('/response', 'It was used before: ask for new options.')
    },
    commit: (tx, { body, prepared: issued, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return signIn(tx, service, { issued, response: body.response, request })
    },
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
): Promise<SignedIn | RequestProblem> {
  const nodeId = await findOwner(tx, Buffer.from(response.id, 'base64url'))
  const node = nodeId === undefined ? undefined : await lockNodeById(tx, nodeId)
  if (!node)
    return refusePasskey(
      '/response',
      'This passkey is not registered here any more. Sign in by mail, and add a new one.',
    )
  const challenge = Buffer.from(issued.challenge, 'base64url')
  const asserted = await verifyAssertion(tx, service, { nodeId: node.id, challenge, response })
  // Returned: a passkey that was copied is closed by it.
  if (asserted instanceof RequestProblem) return asserted
  await noteSignIn(tx, service, { node, request })
  return welcomeOwner(tx, service, node)
}
