import type { AnswerOf, advanceChallenge } from '@stillhere/contract'
import { type Challenge, strokeWords } from '@stillhere/engine'
import { beginCommitments } from '@stillhere/receipt'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { IssuedChallenge } from './challenge.ts'
import type { Commitments } from './commitments.ts'
import { findStepProblem } from './live-rules.ts'
import { addLive, advanceLive, endLive, findLive, type LiveRow, takeLive } from './live-store.ts'

/** Every text is as long, or its length would tell which directions come. */
const SEALED_LENGTH = 640

/** Begins a live challenge: its strokes stay here, sealed. */
export async function beginLive(tx: Transaction, { secrets }: Service, issued: IssuedChallenge): Promise<void> {
  const { id, challenge, issuedAt, expiresAt } = issued
  const sealed = secrets.seal('live-challenge', JSON.stringify(challenge).padEnd(SEALED_LENGTH))
  await addLive(tx, { id, sealed, chain: Buffer.from(beginCommitments(id), 'hex'), issuedAt, expiresAt })
}

/** A step as it was asked for. */
type AskedStep = { id: string; commitment: string; elapsedMs: number }

type Advanced = AnswerOf<typeof advanceChallenge>

/** The answer to a step, or why the challenge takes none, which ends it. */
export async function advance(tx: Transaction, service: Service, asked: AskedStep): Promise<Advanced | RequestProblem> {
  const row = isUuid(asked.id) ? await findLive(tx, asked.id) : undefined
  if (row === undefined) return new RequestProblem('NOT_FOUND', 'There is no such live challenge.')
  const challenge = openStrokes(service.secrets, row)
  const problem = findStepProblem({ ...row, challenge }, { elapsedMs: asked.elapsedMs, now: tx.now })
  const expected = { id: asked.id, step: row.step, chain: row.chain }
  const isDone = problem === null ? await makeStep(tx, asked, row) : await endUnlessOver(tx, expected, { row, problem })
  // Another call came first: what this one means is decided anew, by the state it left.
  if (!isDone) return advance(tx, service, asked)
  if (problem !== null) return new RequestProblem('CHALLENGE_ENDED', problem)
  const [step, told] = [row.step + 1, challenge.strokes[row.step + 1]]
  return { step, action: told ? toAction(told) : null, server_time: tx.now.toISOString() }
}

function makeStep(tx: Transaction, { id, commitment, elapsedMs }: AskedStep, row: LiveRow): Promise<boolean> {
  const beganAt = new Date(tx.now.getTime() - elapsedMs)
  return advanceLive(
    tx,
    { id, step: row.step, chain: row.chain },
    { chain: Buffer.from(commitment, 'hex'), elapsedMs, beganAt },
  )
}

type Over = { row: LiveRow; problem: string }

async function endUnlessOver(
  tx: Transaction,
  expected: Parameters<typeof endLive>[1],
  { row, problem }: Over,
): Promise<boolean> {
  return row.ended !== null || endLive(tx, expected, problem)
}

/** A stroke as callers see it. */
export function toAction({ direction, atMs }: Challenge['strokes'][number]): NonNullable<Advanced['action']> {
  return { direction, at_ms: atMs, words: strokeWords(direction) }
}

function openStrokes(secrets: Secrets, { sealed }: LiveRow): Challenge {
  return JSON.parse(secrets.open('live-challenge', sealed)) as Challenge
}

/** A live challenge that is being answered: its strokes, and what was committed. */
export type AnsweredLive = { challenge: Challenge; commitments: Commitments }

/** Takes the state of a live challenge out, for its one answer; or why it has none that can be answered, in words. */
export async function settleLive(
  tx: Transaction,
  { secrets }: Service,
  id: string,
): Promise<AnsweredLive | { words: string }> {
  const row = await takeLive(tx, id)
  if (row === undefined) return { words: 'The motion of this live challenge was never committed.' }
  if (row.ended !== null) return { words: `The live challenge was ended before: ${row.ended}` }
  const challenge = openStrokes(secrets, row)
  if (row.step < challenge.strokes.length) return { words: 'Not all motion of this live challenge was committed.' }
  const commitments = { chain: row.chain.toString('hex'), elapsedMs: row.elapsedMs }
  return { challenge, commitments }
}
