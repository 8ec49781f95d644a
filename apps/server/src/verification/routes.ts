import { type AnswerOf, enrollPerson, requestChallenge, verifyPresence } from '@stillhere/contract'
import { type Challenge, strokeWords } from '@stillhere/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorizeNode } from '../auth/authorize.ts'
import type { Transaction } from '../database/pool.ts'
import { toEmailKey } from '../email.ts'
import { serve, serveLarge } from '../http/endpoint.ts'
import { unwrapResult } from '../http/large-body.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { findNode } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { drawChallenge, type IssuedChallenge, listRounds, sealChallenge } from './challenge.ts'
import { workOnCpuBudget } from './cpu-budget.ts'
import { needsFreshCode } from './enroll-again.ts'
import { enrollCaptures } from './enroll.ts'
import { verifyAnswer } from './verify.ts'
import { readAnswer, readEnrollmentBody } from './worker-tasks.ts'

export function verificationRoutes(app: FastifyInstance, service: Service): void {
  serve(app, requestChallenge, async ({ body: { purpose, email }, request, keepAfterwards }) => {
    await takeFromAddressBudget(service, 'challenge.address', request)
    const issued = await service.db.transaction(async (tx) => {
      const node = email === undefined ? null : await findNamedNode(tx, service, { email, request })
      return drawChallenge({ purpose, node }, tx.now)
    })
    const needed = purpose === 'enroll' && issued.node && (await needsFreshCode(service.db, service, issued.node.id))
    const answer = toAnswer(issued, sealChallenge(service.secrets, issued))
    return keepAfterwards(needed ? { ...answer, fresh_code_required: true } : answer)
  })

  // A challenge is good for one enrollment, so a repetition finds it used.
  serveLarge(app, enrollPerson, async ({ bytes, request, keepAfterwards }) => {
    await takeFromAddressBudget(service, 'enroll.address', request)
    const own = copyForTransfer(bytes)
    return workOnCpuBudget(service, request, async (metered) => {
      const read = unwrapResult(await metered.threads.run(readEnrollmentBody, own, [own.buffer]))
      return keepAfterwards(await enrollCaptures(metered, read, request))
    })
  })

  serveLarge(app, verifyPresence, async ({ bytes, request, ...keeping }) => {
    await takeFromAddressBudget(service, 'verify.address', request)
    const own = copyForTransfer(bytes)
    return workOnCpuBudget(service, request, async (metered) => {
      const read = unwrapResult(await metered.threads.run(readAnswer, own, [own.buffer]))
      return verifyAnswer(metered, read, { request, ...keeping })
    })
  })
}

async function findNamedNode(
  tx: Transaction,
  service: Service,
  { email, request }: { email: string; request: FastifyRequest },
): Promise<IssuedChallenge['node']> {
  const found = await findNode(tx, toEmailKey(email))
  const { id, emailKey } = await authorizeNode(tx, service, { node: found, request })
  return { id, emailKey }
}

type ChallengeAnswer = AnswerOf<typeof requestChallenge>

function toAnswer(issued: IssuedChallenge, token: string): ChallengeAnswer {
  return {
    challenge_id: issued.id,
    challenge_token: token,
    ...toRound(issued.challenge),
    ...(issued.further && { rounds: listRounds(issued).map(toRound) }),
    expires_at: issued.expiresAt.toISOString(),
  }
}

function toRound({ strokes, durationMs }: Challenge): Pick<ChallengeAnswer, 'actions' | 'duration_ms'> {
  const actions = strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: strokeWords(direction) }))
  return { actions, duration_ms: durationMs }
}

/** A copy that can be transferred to a worker: pooled Buffers share one ArrayBuffer and cannot. */
function copyForTransfer(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
