import { timingSafeEqual } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { Enrollment, enrollPerson } from '@stillhere/contract'
import {
  type Capture,
  type Challenge,
  cutStrokes,
  enroll,
  type EnrolledWindow,
  enrollReactions,
  enrollStrokes,
  matchScore,
  type MotionSignature,
  type ReactionTimes,
  strokeSignature,
  type StrokeTemplate,
} from '@stillhere/engine'
import { isSimulated } from '@stillhere/engine/simulation'
import { canonicalize } from '@stillhere/receipt'
import { DAY_MS } from '../../platform/day.ts'
import {
  type CaughtProblem,
  createBodyCheck,
  readBody,
  readBodyLeniently,
  toTaskResult,
} from '../../platform/http/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import {
  type Bytes,
  readCapture,
  type CaptureProblem,
  type ComparedStreams,
  describeCaptureProblem,
  checkCapture,
  measureCaptures,
  type MeasuredCaptures,
  explainMismatch,
  findNearestRound,
  parseCheckedBody,
  computeSignature,
  type TracedCaptures,
} from '../challenge/captures.ts'
import { computeSimilarities, type RecalledStream } from '../memory/memory.ts'
import { computeTraces } from '../memory/traces.ts'

/** A body of POST /api/enroll as the event loop needs it. The bytes are returned for the next tasks. */
export type EnrollmentBody = MeasuredCaptures & {
  bytes: Bytes
  challenge: { token: string; id: string }
  email: string | undefined
  deviceInfo: Enrollment['device_info']
}

/**
 * Parses a body of POST /api/enroll and measures its captures, without judging them. First of three tasks in a worker thread. If the body violates
 * the contract, the result is its refusal as data.
 */
export function readEnrollmentBody(bytes: Bytes): TaskResult<CaughtProblem<EnrollmentBody>> {
  const result = toTaskResult((): EnrollmentBody => {
    const { challenge, captures, email, device_info: device } = readBodyLeniently(enrollPerson, bytes)
    const { os, browser, model } = device ?? {}
    const deviceInfo = {
      ...(os === undefined ? {} : { os }),
      ...(browser === undefined ? {} : { browser }),
      ...(model === undefined ? {} : { model }),
    }
    return {
      bytes,
      challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
      email,
      deviceInfo: device ? deviceInfo : null,
      ...measureCaptures(captures),
    }
  })
  return { ...result, transfer: [bytes.buffer] }
}

/** The captures of a genuine challenge, and its rounds. */
type EnrollmentInput = { bytes: Bytes; rounds: Challenge[] }

/**
 * Computes the traces of each capture in a body of POST /api/enroll, by which the replay memory recognizes it. Second task in a worker thread, run
 * only for a genuine challenge.
 */
export function computeEnrollmentTraces({ bytes, rounds }: EnrollmentInput): TaskResult<CaughtProblem<TracedCaptures>> {
  const trace = (capture: Capture, place: number) =>
    computeTraces(capture, findNearestRound(rounds, capture, place).round)
  const result = toTaskResult(() => ({
    bytes,
    traces: readBody(enrollPerson, bytes).captures.map(readCapture).map(trace),
  }))
  return { ...result, transfer: [bytes.buffer] }
}

/**
 * Judges the captures in a body of POST /api/enroll and learns from them. Returns the learned motion, or the problems of the captures. Last task in
 * a worker thread; `recalled` is the result of findSimilarMotion.
 */
export function judgeEnrollment({
  bytes,
  rounds,
  recalled,
  refusesSimulation,
}: EnrollmentInput & { recalled: RecalledStream[][]; refusesSimulation: boolean }): TaskResult<EnrollmentJudgment> {
  const captures = parseCheckedBody<typeof enrollPerson>(bytes).captures.map(readCapture)
  const similarities = computeSimilarities(recalled).map((similarity) => similarity ?? 0)
  return { answer: judgeCaptures(captures, rounds, { similarities, refusesSimulation }) }
}

/** The motion that was learned from captures: a template and, unless landmarks are enrolled, the strokes. */
export type LearnedMotion = {
  template: ReturnType<typeof enroll>
  strokes: StrokeTemplate | null
  /** How quickly the person answered cues. Null for landmarks, too. */
  reaction: ReactionTimes | null
}

/** The motion that was learned from an enrollment's captures, or the problems of the captures. */
export type EnrollmentJudgment = LearnedMotion | { problems: CaptureProblem[] }

/**
 * A thousand to one against one person. In trials with real recordings, three captures of one phone in one place fell below this in 0 to 0.4 %, two
 * captures of one person and one of another in 12 to 66 %. It proves nothing and only prevents mistakes.
 */
const CONSISTENT_FROM = 0.001

/**
 * Judges captures and learns a template from them. Returns problems instead if a capture is bad by itself, if none of them follows its strokes, or
 * if one doesn't resemble the others. `similarities` holds the similarity of each capture to earlier motion, 0 to 1.
 */
export function judgeCaptures(
  captures: readonly Capture[],
  rounds: readonly Challenge[],
  { similarities, refusesSimulation }: { similarities: readonly number[]; refusesSimulation: boolean },
): EnrollmentJudgment {
  const compared: ComparedStreams = captures.every(({ frames }) => frames !== undefined) ? 'landmarks' : 'sensors'
  const signatures = captures.map((capture) => computeSignature(capture, compared))
  const single = captures.flatMap((capture, index) => {
    const input = { capture, compared, signature: signatures[index], similarity: similarities[index] ?? 0 }
    const problem =
      checkCapture(input) ??
      (refusesSimulation && isSimulated(capture) ? describeCaptureProblem('liveness_failed') : null)
    return problem === null ? [] : [{ capture: index, ...problem }]
  })
  if (single.length > 0) return { problems: single }
  const answers = captures.map((capture, place) => ({ capture, ...findNearestRound(rounds, capture, place) }))
  const scores = answers.map(({ score }) => score)
  if (!scores.some(({ value }) => value === 1)) {
    const nearest = scores.reduce((best, score) => (score.value > best.value ? score : best))
    return { problems: [{ capture: null, reason: 'challenge_mismatch', words: explainMismatch(nearest) }] }
  }
  const different = findDifferentCapture(signatures)
  if (different) return { problems: [different] }
  const template = enroll(signatures)
  if (compared === 'landmarks') return { template, strokes: null, reaction: null }
  const followed = answers.filter(({ score }) => score.value === 1)
  const reaction = enrollReactions(followed.flatMap(({ score }) => score.strokes))
  // Only strokes that followed their cues: others would be enrolled under a wrong direction.
  const cuts = followed.flatMap(({ capture, round }) => cutStrokes(round, capture.imu ?? []))
  const strokes = enrollStrokes(cuts.map(strokeSignature))
  return { template, strokes: strokes.gestures.length > 0 ? strokes : null, reaction }
}

/** Finds the capture that resembles the others least. Returns its problem if the resemblance is too small, otherwise null. */
function findDifferentCapture(signatures: readonly MotionSignature[]): CaptureProblem | null {
  if (signatures.length < 2) return null
  const scores = signatures.map((signature, i) => matchScore(enroll(signatures.filter((_, j) => j !== i)), signature))
  const least = Math.min(...scores)
  if (least >= CONSISTENT_FROM) return null
  const words = 'This capture does not resemble the others. All captures must be of one person, doing the same.'
  return { capture: scores.indexOf(least), reason: 'motion_signature_mismatch', words }
}

/** An enrollment whose seal isn't verified yet; `text` is the sealed part, as canonical JSON. */
export type UnverifiedEnrollment = {
  userId: string
  number: number
  expiresAt: Date
  version: string
  sampleCount: number
  template: string
  text: string
  seal: string
}

/** The encrypted part of an enrollment: how the person moves, which dimensions are missing, and how they make each stroke. */
export type Template = {
  vector: number[]
  variance: number[]
  missing: number[]
  statistics?: number[]
  windows?: EnrolledWindow[]
  strokes?: StrokeTemplate
  /** How quickly the person answers cues. */
  reaction?: ReactionTimes
}

const problemOf = createBodyCheck(Enrollment)

/** Parses an enrollment from a request, without verifying its seal. Returns null if it is malformed. Runs in a worker thread. */
export function readEnrollment(value: unknown): UnverifiedEnrollment | null {
  if (problemOf(value)) return null
  // A sandbox adds `test` to its responses, outside of the seal.
  const { seal, test: _, ...members } = value as Enrollment & { test?: boolean }
  const { user_id: userId, number, expires_at, signature, sample_count: sampleCount, template } = members
  try {
    const text = canonicalize(members)
    const { version } = signature
    return { userId, number, expiresAt: new Date(expires_at), version, sampleCount, template, text, seal }
  } catch {
    // A body that was read leniently may hold values without a canonical form; none of those was ever sealed.
    return null
  }
}

/** Prefix of a compressed template; older services stored plain JSON. */
const PACKED = 'z'

type EnrollmentMembers = Omit<Enrollment, 'template' | 'key_id' | 'seal'>

/** Creates the enrollment document that the person stores: encrypts the template, and authenticates all members by a keyed hash (`seal`). */
export function sealEnrollment(secrets: Secrets, members: EnrollmentMembers, template: Template): Enrollment {
  const packed = PACKED + deflateSync(JSON.stringify(template)).toString('base64')
  const encrypted = secrets.seal('enrollment-template', packed).toString('base64url')
  // Identifies the key, so that a later one can be distinguished.
  const keyId = secrets.hash('enrollment', 'key id').toString('hex').slice(0, 16)
  const unsealed = { ...members, template: encrypted, key_id: keyId }
  return { ...unsealed, seal: secrets.hash('enrollment', canonicalize(unsealed)).toString('base64url') }
}

/**
 * Creates a new enrollment document whose stroke template is `strokes`: the enrolled strokes and those of a later answer. The enrollment keeps its
 * number and its expiry.
 */
export function addStrokes(secrets: Secrets, enrollment: UnverifiedEnrollment, strokes: StrokeTemplate): Enrollment {
  const {
    template: _,
    key_id: __,
    ...members
  } = JSON.parse(enrollment.text) as EnrollmentMembers & Record<string, unknown>
  const template = { ...openTemplate(secrets, enrollment), strokes }
  return sealEnrollment(secrets, { ...members, stroke_count: countStrokes(strokes) }, template)
}

/** Counts the strokes that a stroke template was learned from. */
export function countStrokes({ gestures }: StrokeTemplate): number {
  return gestures.reduce((sum, { count }) => sum + count, 0)
}

/** Returns whether this service sealed the enrollment and nothing in it was changed. Compares in constant time. */
export function hasValidSeal(secrets: Secrets, { text, seal }: UnverifiedEnrollment): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = secrets.hash('enrollment', text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Decrypts the template of an enrollment. The caller must have verified its seal. */
export function openTemplate(secrets: Secrets, { template }: UnverifiedEnrollment): Template {
  const text = secrets.open('enrollment-template', Buffer.from(template, 'base64url'))
  if (!text.startsWith(PACKED)) return JSON.parse(text) as Template
  return JSON.parse(inflateSync(Buffer.from(text.slice(PACKED.length), 'base64')).toString('utf8')) as Template
}

/** Computes when an enrollment made at `now` expires: after 180 days, since people change how they move. */
export function computeEnrollmentEnd(now: Date): Date {
  return new Date(now.getTime() + 180 * DAY_MS)
}

const ANONYMOUS_PREFIX = 'anon-'

/** Creates the user id of a person without a node, from random bytes. */
export function createAnonymousUserId(random: Buffer): string {
  return ANONYMOUS_PREFIX + random.toString('base64url')
}

/**
 * Returns whether an enrollment may answer a challenge: it has not expired, and its user is `owner`, the user id of the challenge's node (null
 * accepts only anonymous enrollments). If the answer names a user (`claimedUser`), it must be the user of the enrollment.
 */
export function canUseEnrollment(
  enrollment: { userId: string; expiresAt: Date },
  { owner, claimedUser, now }: { owner: string | null; claimedUser: string | undefined; now: Date },
): boolean {
  const isOwn = owner === null ? enrollment.userId.startsWith(ANONYMOUS_PREFIX) : enrollment.userId === owner
  const isNamed = claimedUser === undefined || claimedUser === enrollment.userId
  return isOwn && isNamed && now.getTime() < enrollment.expiresAt.getTime()
}
