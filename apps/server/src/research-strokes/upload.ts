import { randomBytes } from 'node:crypto'
import type { AnswerOf, uploadResearchStrokes } from '@stillhere/contract'
import { REJECTION_WORDS } from '@stillhere/engine'
import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import { RequestProblem } from '../problem.ts'
import { giverLabel } from '../research/labels.ts'
import { duplicateSession } from '../research/quota.ts'
import { newDeleteToken, newPseudonym } from '../research/rules.ts'
import { changeGiven } from '../research/stroke-figures.ts'
import { addGiver, addStrokeSession, isStrokeSessionStored, lockGiver } from '../research/stroke-store.ts'
import type { Service } from '../service.ts'
import { type IssuedChallenge, listRounds, openChallenge } from '../verification/challenge.ts'
import { capturesRefused, challengeRefused } from '../verification/enroll.ts'
import { recall } from '../verification/memory.ts'
import { challengeProblem, isTooEarly, listUnacceptable } from '../verification/rules.ts'
import { useChallenge } from '../verification/store.ts'
import type { PackedStrokes, Unusable } from './judge.ts'
import { type GivenStrokes, hasReplay, judgeStrokeUpload } from './read.ts'

type StrokesAnswer = AnswerOf<typeof uploadResearchStrokes>

/**
 * Uses up the challenge of strokes that a person made for research, and judges them. All that can be refused is refused before the
 * challenge is used up; a change that another call makes at the same moment is found later.
 */
export async function judgeStrokes(service: Service, given: GivenStrokes): Promise<Judgment> {
  const issued = await service.db.transaction((tx) => admit(tx, service, given))
  return judge(service, given, issued)
}

async function admit(tx: Transaction, { secrets, settings }: Service, given: GivenStrokes): Promise<IssuedChallenge> {
  const { challenge, spansMs, pseudonym, sessionId } = given
  const issued = openChallenge(secrets, challenge.token)
  const problem = challengeProblem(issued, { id: challenge.id, purpose: 'research', now: tx.now })
  if (problem || issued === null) throw challengeRefused(problem ?? 'challenge_invalid')
  const unacceptable = listUnacceptable(given, settings)
  if (unacceptable.length > 0) throw capturesRefused(unacceptable)
  if (isTooEarly(issued, { spansMs, now: tx.now })) throw challengeRefused('challenge_too_early')
  if (pseudonym !== undefined) await demandGiver(tx, giverLabel(secrets, pseudonym))
  if (await isStrokeSessionStored(tx, sessionId)) throw duplicateSession()
  if (!(await useChallenge(tx, issued))) throw challengeRefused('challenge_replayed')
  return issued
}

async function demandGiver(tx: Transaction, person: Buffer): Promise<void> {
  if (await lockGiver(tx, person)) return
  const message = 'nothing is stored under this pseudonym; leave it out to get a new one'
  throw new RequestProblem('INVALID_REQUEST', `pseudonym: ${message}`, { errors: [{ pointer: '/pseudonym', message }] })
}

type Judgment = PackedStrokes | Unusable

/** Motion that is kept must not answer a challenge later: as with enrollments, the memory gets to know it. */
async function judge(service: Service, { bytes }: GivenStrokes, issued: IssuedChallenge): Promise<Judgment> {
  const { threads } = service
  const judged = await threads.run(judgeStrokeUpload, { bytes, rounds: listRounds(issued) }, [bytes.buffer])
  if ('explanation' in judged) return judged
  const recalled = await recall(service, judged.traces)
  const isReplayed = await threads.run(hasReplay, recalled)
  return isReplayed ? { explanation: REJECTION_WORDS.replay_detected } : judged
}

type Judged = { given: GivenStrokes; judged: Judgment; source: Buffer }

/** Stores strokes that were judged, whether they are usable or not. */
export async function storeStrokes(
  tx: Transaction,
  service: Service,
  { given, judged, source }: Judged,
): Promise<StrokesAnswer> {
  const { secrets } = service
  const { sessionId, device } = given
  const pseudonym = given.pseudonym ?? newPseudonym(randomBytes)
  const token = newDeleteToken(randomBytes)
  const person = giverLabel(secrets, pseudonym)
  await (given.pseudonym === undefined ? addGiver(tx, person) : demandGiver(tx, person))
  const session = { sessionId, day: dayOf(tx.now), person, source, device, strokes: keptStrokes(service, judged) }
  const deleteHash = secrets.hash('research-delete', token)
  await changeGiven(tx, { person, accepted: 1 }, async () => {
    if (!(await addStrokeSession(tx, { ...session, deleteHash }))) throw duplicateSession()
  })
  return { success: true, session_id: sessionId, ...describe(judged), pseudonym, delete_token: token }
}

function keptStrokes({ secrets }: Service, judged: Judgment) {
  if (!('packed' in judged)) return null
  const { packed } = judged
  return { packed, contentHash: secrets.hash('research-content', Buffer.from(packed)) }
}

function describe(judged: Judgment): Pick<StrokesAnswer, 'usable' | 'explanation' | 'stroke_count'> {
  if ('packed' in judged) return { usable: true, explanation: null, stroke_count: judged.strokeCount }
  return { usable: false, explanation: judged.explanation, stroke_count: 0 }
}
