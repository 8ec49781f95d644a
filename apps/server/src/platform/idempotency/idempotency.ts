import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { toAddressKey } from '../limits/budgets.ts'
import { refuseField, RequestProblem } from '../problem.ts'
import { openWith, sealWith } from '../secrets.ts'
import type { Service } from '../service.ts'
import { type Claim, claimKey, deleteClaim, readAnswer, saveAnswer } from './store.ts'

/** A request's claim on its Idempotency-Key, with the key that encrypts the response. `isSaved`: the response is stored. */
type KeyClaim = Claim & { sealKey: Buffer; isSaved: boolean }

type Call = { request: FastifyRequest; reply: FastifyReply }

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: KeyClaim | null
  }
  interface FastifyInstance {
    /**
     * Runs `work` in one transaction that also stores the response for the Idempotency-Key, so that a crash leaves both or neither. A
     * RequestProblem that `work` returns is thrown after the commit. Throws, and rolls back, if another process has claimed the key
     * meanwhile. For serveTx.
     */
    commitAnswer: <Answer>(call: Call, work: (tx: Transaction) => Promise<Answer | RequestProblem>) => Promise<Answer>
  }
}

type CallerChecks = {
  /** Throws unless the caller is still authorized to get the stored response. */
  requireAccess: (tx: Transaction, service: Service, request: FastifyRequest) => Promise<void>
  /** Returns the signer of a request, or undefined if it isn't signed. Another signer doesn't get the stored response. */
  findSigner: (request: FastifyRequest) => string | undefined
}

/**
 * Adds support for the Idempotency-Key header to the app: a POST with a key is executed once in 24 hours, and a repetition gets the stored
 * response if the caller is still authorized. A refused request doesn't use up its key.
 */
export function addIdempotency(
  app: FastifyInstance,
  service: Service,
  { requireAccess, findSigner }: CallerChecks,
): void {
  app.decorateRequest('idempotency', null)
  app.decorate('commitAnswer', async (call, work) => {
    const outcome = await service.db.transaction(async (tx) => {
      const answer = await work(tx)
      await saveForKey(tx, call, answer)
      return answer
    })
    if (outcome instanceof RequestProblem) throw outcome
    return outcome
  })

  // After validation: a request with a bad body claims no key.
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (key === undefined) return undefined
    const newClaim = createClaim(service, request, { key, signer: findSigner(request) })
    // By the database's clock: to a process whose own is ahead, each response would seem expired, and be done again.
    const { claim, isOurs } = await service.db.transaction(async (tx) => {
      const started = { ...newClaim, startedAt: tx.now }
      return { claim: started, isOurs: await claimKey(tx, started) }
    })
    if (isOurs) {
      request.idempotency = claim
      return undefined
    }
    await service.db.transaction((tx) => requireAccess(tx, service, request))
    const stored = await readAnswer(service.db, claim)
    if (stored && !stored.sameRequest)
      throw new RequestProblem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another body.')
    if (!stored?.sealed) throw refuseWhileInFlight()
    return reply
      .code(stored.status ?? 200)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(openWith(claim.sealKey, stored.sealed))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = request.idempotency
    if (!claim) return payload
    request.idempotency = null
    const status = reply.statusCode
    try {
      if (status >= 300 || typeof payload !== 'string') await deleteClaim(service.db, claim)
      else if (!claim.isSaved) await saveAnswer(service.db, claim, { status, sealed: sealWith(claim.sealKey, payload) })
    } catch (error) {
      // The work is done, so the caller gets the response all the same.
      request.log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key')
    }
    return payload
  })
}

/** Saves the response for the Idempotency-Key of a call, if it has one. If the response is a refusal, releases the key instead. */
async function saveForKey(tx: Transaction, { request, reply }: Call, answer: unknown): Promise<void> {
  const claim = request.idempotency
  if (!claim) return
  if (answer instanceof RequestProblem) return deleteClaim(tx, claim)
  // As the framework will write it for the caller, by the schema of the contract.
  const text = reply.serialize(answer)
  if (typeof text !== 'string') throw new Error('an answer of the contract is JSON text')
  claim.isSaved = await saveAnswer(tx, claim, { status: reply.statusCode, sealed: sealWith(claim.sealKey, text) })
  if (!claim.isSaved) throw refuseWhileInFlight()
}

function readKey({ method, headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || method !== 'POST' || routeOptions.config.endpoint === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw refuseField('Idempotency-Key', 'must be 1 to 255 characters of ASCII without spaces')
}

const GUESSABLE_LENGTH = 16

function createClaim(
  { secrets }: Service,
  request: FastifyRequest,
  { key, signer }: { key: string; signer: string | undefined },
): Omit<KeyClaim, 'startedAt'> {
  const { body } = request
  const { authorization = '', 'x-admin-secret': adminSecret = '' } = request.headers
  const path = request.url.replace(/\?.*$/s, '')
  // A stranger who wants the response could guess a short key, so it counts only for the address it came from.
  const address = key.length < GUESSABLE_LENGTH ? toAddressKey(request.ip) : ''
  const parts = [key, request.method, path, authorization, adminSecret, address]
  // The signer is omitted for unsigned requests, so that responses stored by the previous version are still found.
  const scope = JSON.stringify(signer === undefined ? parts : [...parts, signer])
  return {
    keyHash: secrets.hash('idempotency', scope),
    requestHash: secrets.hash('idempotency', Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)),
    sealKey: secrets.hash('idempotent-answer', scope),
    isSaved: false,
  }
}

function refuseWhileInFlight(): RequestProblem {
  return new RequestProblem('REQUEST_IN_FLIGHT', 'The first request with this Idempotency-Key is under way.', {
    headers: { 'retry-after': '1' },
  })
}
