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
  captureIn,
  type CaptureProblem,
  type Compared,
  describe,
  findProblem,
  measureCaptures,
  type MeasuredCaptures,
  mismatchWords,
  nearestRound,
  readAgain,
  type RoundScore,
  signatureIn,
  type TracedCaptures,
  traceEach,
} from '../challenge/captures.ts'
import { nearestSimilarities, type Recalled } from '../memory/memory.ts'
import { makeTraces } from '../memory/traces.ts'

/** A body of POST /api/enroll as far as the event loop must know it. */
export type EnrollmentBody = MeasuredCaptures & {
  bytes: Bytes
  challenge: { token: string; id: string }
  email: string | undefined
  deviceInfo: Enrollment['device_info']
}

/** The first part of POST /api/enroll: skims the body. */
export function readEnrollmentBody(bytes: Bytes): TaskResult<CaughtProblem<EnrollmentBody>> {
  return { ...toTaskResult(() => summarizeEnrollment(bytes)), transfer: [bytes.buffer] }
}

function summarizeEnrollment(bytes: Bytes): EnrollmentBody {
  const { challenge, captures, email, device_info: device } = readBodyLeniently(enrollPerson, bytes)
  return {
    bytes,
    challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
    email,
    deviceInfo: device ? toDevice(device) : null,
    ...measureCaptures(captures),
  }
}

function toDevice({ os, browser, model }: NonNullable<Enrollment['device_info']>): Enrollment['device_info'] {
  return {
    ...(os === undefined ? {} : { os }),
    ...(browser === undefined ? {} : { browser }),
    ...(model === undefined ? {} : { model }),
  }
}

/** A body that names a genuine challenge to enroll, and its rounds. */
type Enrolling = { bytes: Bytes; rounds: Challenge[] }

/** The same, to be judged. */
type EnrollmentQuestion = Enrolling & { recalled: Recalled[][]; refusesSimulation: boolean }

/** The second part of POST /api/enroll, for a genuine challenge only. */
export function traceEnrollment({ bytes, rounds }: Enrolling): TaskResult<CaughtProblem<TracedCaptures>> {
  const trace = (capture: Capture, place: number) => makeTraces(capture, nearestRound(rounds, capture, place).round)
  return traceEach(bytes, () => readBody(enrollPerson, bytes).captures.map(captureIn).map(trace))
}

/** The last part of POST /api/enroll: a template, or what is wrong with which capture. */
export function judgeEnrollment({
  bytes,
  rounds,
  recalled,
  refusesSimulation,
}: EnrollmentQuestion): TaskResult<Judgment> {
  const captures = readAgain<typeof enrollPerson>(bytes).captures.map(captureIn)
  const similarities = nearestSimilarities(recalled).map((similarity) => similarity ?? 0)
  return { answer: judgeCaptures(captures, rounds, { similarities, refusesSimulation }) }
}

/** What was learned of a person: of their motion as a whole, and of each stroke, unless landmarks are enrolled. */
export type Learned = {
  template: ReturnType<typeof enroll>
  strokes: StrokeTemplate | null
  /** How quickly cues were answered; as strokes. */
  reaction: ReactionTimes | null
}

/** What came of the captures of an enrollment. */
export type Judgment = Learned | { problems: CaptureProblem[] }

/**
 * A thousand to one against one person. Three captures of one phone in one place fell below it in 0 to 0.4 of 100 trials with
 * real recordings, two captures of one person and one of another in 12 to 66. It is no proof, only a stop to carelessness.
 */
const CONSISTENT_FROM = 0.001

/** Judges each capture by itself, then whether one follows the strokes, then whether they can be of one person. */
export function judgeCaptures(
  captures: readonly Capture[],
  rounds: readonly Challenge[],
  { similarities, refusesSimulation }: { similarities: readonly number[]; refusesSimulation: boolean },
): Judgment {
  const compared: Compared = captures.every(({ frames }) => frames !== undefined) ? 'landmarks' : 'sensors'
  const signatures = captures.map((capture) => signatureIn(capture, compared))
  const single = captures.flatMap((capture, index) => {
    const judged = { capture, compared, signature: signatures[index], similarity: similarities[index] ?? 0 }
    const problem =
      findProblem(judged) ?? (refusesSimulation && isSimulated(capture) ? describe('liveness_failed') : null)
    return problem === null ? [] : [{ capture: index, ...problem }]
  })
  if (single.length > 0) return { problems: single }
  const answers = captures.map((capture, place) => ({ capture, ...nearestRound(rounds, capture, place) }))
  const together = findUnanswered(answers) ?? unlike(signatures)
  if (together) return { problems: [together] }
  const template = enroll(signatures)
  if (compared === 'landmarks') return { template, strokes: null, reaction: null }
  const followed = answers.filter(({ score }) => score.value === 1)
  const reaction = enrollReactions(followed.flatMap(({ score }) => score.strokes))
  return { template, strokes: learnStrokes(followed), reaction }
}

/** A capture, and how well it follows the round that it comes nearest to. */
type Answer = RoundScore & { capture: Capture }

/** Only strokes that were made as asked: any other would be enrolled under a wrong name. */
function learnStrokes(followed: readonly Answer[]): StrokeTemplate | null {
  const strokes = followed.flatMap(({ capture, round }) => cutStrokes(round, capture.imu ?? []))
  const template = enrollStrokes(strokes.map(strokeSignature))
  return template.gestures.length > 0 ? template : null
}

function findUnanswered(answers: readonly Answer[]): CaptureProblem | null {
  const scores = answers.map(({ score }) => score)
  if (scores.some(({ value }) => value === 1)) return null
  const nearest = scores.reduce((best, score) => (score.value > best.value ? score : best))
  return { capture: null, reason: 'challenge_mismatch', words: mismatchWords(nearest) }
}

/** The capture that resembles the others least, if it resembles them too little. */
function unlike(signatures: readonly MotionSignature[]): CaptureProblem | null {
  if (signatures.length < 2) return null
  const scores = signatures.map((signature, i) => matchScore(enroll(signatures.filter((_, j) => j !== i)), signature))
  const least = Math.min(...scores)
  if (least >= CONSISTENT_FROM) return null
  const words = 'This capture does not resemble the others. All captures must be of one person, doing the same.'
  return { capture: scores.indexOf(least), reason: 'motion_signature_mismatch', words }
}

/** An enrollment as far as it must be known to judge its seal: all its other members as canonical JSON. */
export type ReadEnrollment = {
  userId: string
  number: number
  expiresAt: Date
  version: string
  sampleCount: number
  template: string
  text: string
  seal: string
}

/** What an enrollment hides: how the person moves, which dimensions nothing was seen of, and how each stroke is made. */
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

/** In a thread: an enrollment that somebody sent, or null for anything else. */
export function readEnrollment(value: unknown): ReadEnrollment | null {
  if (problemOf(value)) return null
  // A sandbox says `test` in the answer that gave it out; that was never sealed.
  const { seal, test: _, ...members } = value as Enrollment & { test?: boolean }
  const text = writeText(members)
  if (text === null) return null
  const { user_id: userId, number, expires_at, signature, sample_count: sampleCount, template } = members
  return {
    userId,
    number,
    expiresAt: new Date(expires_at),
    version: signature.version,
    sampleCount,
    template,
    text,
    seal,
  }
}

/** The body was only skimmed yet: it may hold what has no canonical form, and what was never sealed. */
function writeText(members: object): string | null {
  try {
    return canonicalize(members)
  } catch {
    return null
  }
}

/** Before a template that is compressed; one of an older service is JSON as it stands. */
const PACKED = 'z'

type Shown = Omit<Enrollment, 'template' | 'key_id' | 'seal'>

/** Encrypts the template, and seals every member of the enrollment. */
export function sealEnrollment(secrets: Secrets, members: Shown, template: Template): Enrollment {
  const packed = PACKED + deflateSync(JSON.stringify(template)).toString('base64')
  const encrypted = secrets.seal('enrollment-template', packed).toString('base64url')
  const sealed = { ...members, template: encrypted, key_id: keyId(secrets) }
  return { ...sealed, seal: computeMac(secrets, canonicalize(sealed)).toString('base64url') }
}

/** The same enrollment with the strokes of a later answer beside those it had: of the same number and for as long as before. */
export function growEnrollment(secrets: Secrets, enrollment: ReadEnrollment, strokes: StrokeTemplate): Enrollment {
  const { template: _, key_id: __, ...members } = JSON.parse(enrollment.text) as Shown & Record<string, unknown>
  const template = { ...openTemplate(secrets, enrollment), strokes }
  return sealEnrollment(secrets, { ...members, stroke_count: countStrokes(strokes) }, template)
}

export function countStrokes({ gestures }: StrokeTemplate): number {
  return gestures.reduce((sum, { count }) => sum + count, 0)
}

/** Whether this service sealed the enrollment as it stands, in a time that does not tell how nearly. */
export function holdsSeal(secrets: Secrets, { text, seal }: ReadEnrollment): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = computeMac(secrets, text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The template of an enrollment whose seal is good. */
export function openTemplate(secrets: Secrets, { template }: ReadEnrollment): Template {
  const text = secrets.open('enrollment-template', Buffer.from(template, 'base64url'))
  if (!text.startsWith(PACKED)) return JSON.parse(text) as Template
  return JSON.parse(inflateSync(Buffer.from(text.slice(PACKED.length), 'base64')).toString('utf8')) as Template
}

function computeMac(secrets: Secrets, text: string): Buffer {
  return secrets.hash('enrollment', text)
}

/** Names the key that seals, so that a later one can be told apart. */
function keyId(secrets: Secrets): string {
  return secrets.hash('enrollment', 'key id').toString('hex').slice(0, 16)
}

/** People change how they move; after half a year they enroll again. */
export function enrollmentEnd(now: Date): Date {
  return new Date(now.getTime() + 180 * DAY_MS)
}

const ANONYMOUS_PREFIX = 'anon-'

export function anonymousUserId(random: Buffer): string {
  return ANONYMOUS_PREFIX + random.toString('base64url')
}

/** Whether an enrollment may be used: unexpired, of the challenge's node or of nobody's, and of the user that the answer names. */
export function enrollmentFits(
  enrollment: { userId: string; expiresAt: Date },
  { owner, claimedUser, now }: { owner: string | null; claimedUser: string | undefined; now: Date },
): boolean {
  const isOwn = owner === null ? enrollment.userId.startsWith(ANONYMOUS_PREFIX) : enrollment.userId === owner
  const isNamed = claimedUser === undefined || claimedUser === enrollment.userId
  return isOwn && isNamed && now.getTime() < enrollment.expiresAt.getTime()
}
