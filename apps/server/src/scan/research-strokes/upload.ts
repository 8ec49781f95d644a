import { randomBytes } from 'node:crypto'
import type { AnswerOf, uploadResearchStrokes } from '@stillhere/contract'
import { REJECTION_WORDS } from '@stillhere/engine'
import type { Transaction } from '../../platform/database/pool.ts'
import { dayOf } from '../../platform/day.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { giverLabel } from '../research/labels.ts'
import { duplicateSession } from '../research/quota.ts'
import { addCaptures, MOST_SEALED_BYTES } from '../research/recording-store.ts'
import { sealRecording } from '../research/recordings.ts'
import { newDeleteToken, newPseudonym } from '../research/rules.ts'
import { changeGiven } from '../research/stroke-figures.ts'
import { addGiver, addStrokeSession, isStrokeSessionStored, lockGiver } from '../research/stroke-store.ts'
import { type IssuedChallenge, listRounds, openChallenge } from '../verification/challenge.ts'
import { capturesRefused, challengeRefused } from '../verification/enroll.ts'
import { recall } from '../verification/memory.ts'
import { challengeProblem, isTooEarly, listUnacceptable } from '../verification/rules.ts'
import { useChallenge } from '../verification/store.ts'
import { findReplays, type GivenStrokes, judgeStrokeUpload, type StrokeFindings } from './read.ts'

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

/** What was found, once it is known which captures were shown before. */
type Judgment = Omit<StrokeFindings, 'traced'>

/** Motion that is kept must not answer a challenge later: as with enrollments, the memory gets to know it. */
async function judge(service: Service, { bytes, recording }: GivenStrokes, issued: IssuedChallenge): Promise<Judgment> {
  const { threads, settings } = service
  const records = recording !== undefined && settings.researchRecordings > 0
  const found = await threads.run(judgeStrokeUpload, { bytes, rounds: listRounds(issued), records }, [bytes.buffer])
  const { strokes, recorded, traced } = found
  if (traced.length === 0) return found
  const recalled = await recall(
    service,
    traced.map(({ traces }) => traces),
  )
  const isReplayed = await threads.run(findReplays, recalled)
  const replayed = traced.filter((_, at) => isReplayed[at])
  return {
    strokes: replayed.some(({ isUsed }) => isUsed) ? { explanation: REJECTION_WORDS.replay_detected } : strokes,
    recorded: recorded.map((capture) =>
      capture.problem === null && replayed.some(({ place }) => place === capture.place)
        ? { ...capture, problem: 'replay_detected' }
        : capture,
    ),
  }
}

type Judged = { given: GivenStrokes; judged: Judgment; source: Buffer; node: Buffer | null }

/** Stores strokes that were judged, whether they are usable or not. */
export async function storeStrokes(
  tx: Transaction,
  service: Service,
  { given, judged, source, node }: Judged,
): Promise<StrokesAnswer> {
  const { secrets } = service
  const { sessionId, device } = given
  const pseudonym = given.pseudonym ?? newPseudonym(randomBytes)
  const token = newDeleteToken(randomBytes)
  const person = giverLabel(secrets, pseudonym)
  await (given.pseudonym === undefined ? addGiver(tx, person) : demandGiver(tx, person))
  const session = {
    sessionId,
    day: dayOf(tx.now),
    person,
    source,
    device,
    strokes: keptStrokes(service, judged.strokes),
  }
  const deleteHash = secrets.hash('research-delete', token)
  await changeGiven(tx, { person, accepted: 1 }, async () => {
    if (!(await addStrokeSession(tx, { ...session, deleteHash }))) throw duplicateSession()
  })
  const recorded_count = await storeRecording(tx, service, { given, judged, node })
  return {
    success: true,
    session_id: sessionId,
    ...describe(judged.strokes),
    recorded_count,
    pseudonym,
    delete_token: token,
  }
}

/** Stores the whole captures of a session whose person agreed to that; returns how many. Too large ones are left out. */
async function storeRecording(
  tx: Transaction,
  { secrets, settings }: Service,
  { given, judged, node }: Pick<Judged, 'given' | 'judged' | 'node'>,
): Promise<number> {
  const { sessionId, recording } = given
  if (recording === undefined) return 0
  const { consent_version: consentVersion, placement = 'hand', browser_version: browserVersion = null } = recording
  const captures = judged.recorded
    .map(({ text, ...rest }) => ({ ...rest, sealed: sealRecording(secrets, text) }))
    .filter(({ sealed }) => sealed.length <= MOST_SEALED_BYTES)
  const most = settings.researchRecordings
  return addCaptures(tx, { sessionId, node, consentVersion, placement, browserVersion, most }, captures)
}

function keptStrokes({ secrets }: Service, judged: StrokeFindings['strokes']) {
  if (!('packed' in judged)) return null
  const { packed } = judged
  return { packed, contentHash: secrets.hash('research-content', Buffer.from(packed)) }
}

function describe(judged: StrokeFindings['strokes']): Pick<StrokesAnswer, 'usable' | 'explanation' | 'stroke_count'> {
  if ('packed' in judged) return { usable: true, explanation: null, stroke_count: judged.strokeCount }
  return { usable: false, explanation: judged.explanation, stroke_count: 0 }
}
