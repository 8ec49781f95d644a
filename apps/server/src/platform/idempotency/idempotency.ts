import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { toAddressKey } from '../limits/budgets.ts'
import { refuseField, RequestProblem } from '../problem.ts'
import { openWith, sealWith } from '../secrets.ts'
import type { Service } from '../service.ts'
import { type Claim, claimKey, type KeptAnswer, saveAnswer, readAnswer, deleteClaim } from './store.ts'

type Held = Claim & { sealKey: Buffer; isKept: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: Held | null
  }
  interface FastifyInstance {
    /** For serveTx. */
    commitAnswer: <Answer>(call: Call, work: (tx: Transaction) => Promise<Answer | RequestProblem>) => Promise<Answer>
  }
}

const GUESSABLE_LENGTH = 16

/** Throws unless the caller is authorized now. */
type DemandAccess = (tx: Transaction, service: Service, request: FastifyRequest) => Promise<void>

/** What callers are to floors above this one. */
type Callers = {
  demandAccess: DemandAccess
  /** Returns the signer of a request, so that no other caller gets the response; undefined if it is not signed. */
  nameSigner: (request: FastifyRequest) => string | undefined
}

/** Executes a POST with an Idempotency-Key once in 24 hours, and sends its response again to callers that repeat it. */
export function repeatAnswers(app: FastifyInstance, service: Service, { demandAccess, nameSigner }: Callers): void {
  app.decorateRequest('idempotency', null)
  app.decorate('commitAnswer', (call, work) => commitAnswer(service, call, work))
  // After validation: a refused body takes no key.
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (key === undefined) return undefined
    const asked = hold(service, request, { key, signer: nameSigner(request) })
    // By the database's clock: to a process whose own is ahead, every answer would seem forgotten, and be done again.
    const { held, isOurs } = await service.db.transaction(async (tx) => {
      const claim = { ...asked, startedAt: tx.now }
      return { held: claim, isOurs: await claimKey(tx, claim) }
    })
    if (isOurs) {
      request.idempotency = held
      return undefined
    }
    await service.db.transaction((tx) => demandAccess(tx, service, request))
    return repeat(reply, held, await readAnswer(service.db, held))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotency) await settle(service, request.idempotency, { request, reply, payload })
    return payload
  })
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/**
 * Does work in one transaction, together with the response for its Idempotency-Key: a crash leaves both or neither. A problem that the
 * work returns is thrown after the commit. Throws, and undoes the work, if another process took the key over meanwhile.
 */
async function commitAnswer<Answer>(
  { db }: Service,
  call: Call,
  work: (tx: Transaction) => Promise<Answer | RequestProblem>,
): Promise<Answer> {
  const outcome = await db.transaction(async (tx) => {
    const done = await work(tx)
    await settleKey(tx, call, done)
    return done
  })
  if (outcome instanceof RequestProblem) throw outcome
  return outcome
}

/** Stores the response for the Idempotency-Key of a call, if it has one; after a refusal, the key is free again. */
async function settleKey(tx: Transaction, { request, reply }: Call, done: unknown): Promise<void> {
  const held = request.idempotency
  if (!held) return
  if (done instanceof RequestProblem) return deleteClaim(tx, held)
  // As the framework will write it for the caller, by the schema of the contract.
  const text = reply.serialize(done)
  if (typeof text !== 'string') throw new Error('an answer of the contract is JSON text')
  held.isKept = await saveAnswer(tx, held, { status: reply.statusCode, sealed: sealWith(held.sealKey, text) })
  if (!held.isKept) throw underWay()
}

function readKey({ method, headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || method !== 'POST' || routeOptions.config.endpoint === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw refuseField('Idempotency-Key', 'must be 1 to 255 characters of ASCII without spaces')
}

type Asked = { key: string; signer: string | undefined }

function hold({ secrets }: Service, request: FastifyRequest, { key, signer }: Asked): Omit<Held, 'startedAt'> {
  const { body } = request
  const { authorization = '', 'x-admin-secret': adminSecret = '' } = request.headers
  const path = request.url.replace(/\?.*$/s, '')
  // A short key could be guessed by a stranger who wants the answer, so it counts only for the address it came from.
  const address = key.length < GUESSABLE_LENGTH ? toAddressKey(request.ip) : ''
  const shared = [key, request.method, path, authorization, adminSecret, address]
  // Omitted for unsigned requests, so that responses stored by the previous version are still found.
  const scope = JSON.stringify(signer === undefined ? shared : [...shared, signer])
  return {
    keyHash: secrets.hash('idempotency', scope),
    requestHash: secrets.hash('idempotency', Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)),
    sealKey: secrets.hash('idempotent-answer', scope),
    isKept: false,
  }
}

function repeat(reply: FastifyReply, { sealKey }: Held, kept: KeptAnswer | undefined): FastifyReply {
  if (kept && !kept.sameRequest)
    throw new RequestProblem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another body.')
  if (!kept?.sealed) throw underWay()
  return reply
    .code(kept.status ?? 200)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(openWith(sealKey, kept.sealed))
}

function underWay(): RequestProblem {
  return new RequestProblem('REQUEST_IN_FLIGHT', 'The first request with this Idempotency-Key is under way.', {
    headers: { 'retry-after': '1' },
  })
}

type Sent = { request: FastifyRequest; reply: FastifyReply; payload: unknown }

// The work is done: when the answer cannot be kept, the caller gets it all the same.
async function settle({ db }: Service, held: Held, { request, reply, payload }: Sent): Promise<void> {
  request.idempotency = null
  const status = reply.statusCode
  try {
    if (status >= 300 || typeof payload !== 'string') await deleteClaim(db, held)
    else if (!held.isKept) await saveAnswer(db, held, { status, sealed: sealWith(held.sealKey, payload) })
  } catch (error) {
    request.log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key')
  }
}
