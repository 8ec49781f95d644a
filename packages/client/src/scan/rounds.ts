import type { Enrollment } from '@stillhere/contract'
import type { Challenge } from '@stillhere/engine'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-source.ts'
import { pagePlatform } from '../capture/page.ts'
import { deliver, offerRound, restFor } from '../capture/phases.ts'
import { createScanContext, type Platform, type ScanContext, withTaskScope } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { followsStrokes } from '../continuity/judgment.ts'
import {
  type ChallengeReference,
  computeLifeMs,
  requestChallengeFor,
  type RequestedChallenge,
  type Wanted,
} from '../continuity/live-challenge.ts'
import {
  asServiceFailure,
  drawRepeatKey,
  type VerificationClient,
  type WireCapture,
  wireCapture,
} from '../continuity/service-client.ts'
import type { CaptureOptions } from './options.ts'

export type EnrollOptions = Omit<RoundsOptions, 'client'> & {
  client: Pick<VerificationClient, 'requestChallenge' | 'enrollPerson'>
  /** How many captures must follow their strokes, 3 to 5; 3 by default. Fewer would refuse the person too often later on. */
  captures?: number | undefined
  /**
   * After three rounds, offers one more with which the service knows every direction by three strokes: reports the phase `offering`.
   * Off by default, because the page must show the question. Without an answer, three rounds are enrolled.
   */
  offersMore?: boolean | undefined
  /** The node to enroll; the client then needs a token of it, from a sign-in of the last ten minutes. */
  email?: string | undefined
  deviceInfo?: Parameters<VerificationClient['enrollPerson']>[0]['device_info']
}

/** How many captures must follow their strokes: one for each round that a service asks for. */
const ROUND_COUNT = 3

// One capture says too little of how a person moves: enrolled with one, the same person was refused in 2 of 6 verifications, with three in 0 of 7.
const MIN_CAPTURES = ROUND_COUNT

/**
 * Captures how a person moves, in three rounds of strokes, and has the service seal it. Call it in the handler of a tap.
 *
 * @returns the enrollment; the service keeps no copy, so the caller must.
 * @throws {ScanError} (as a rejection) when a capture fails or the service refuses; {RangeError} for a number of captures
 *   out of bounds.
 * @example
 * localStorage.enrollment = JSON.stringify(await enroll({ client, email }))
 */
export function enroll(options: EnrollOptions): Promise<Enrollment> {
  return enrollIn(pagePlatform(), options)
}

/** As enroll, on a platform that the caller brings. */
export function enrollIn(platform: Platform, options: EnrollOptions): Promise<Enrollment> {
  const { client, captures: count = MIN_CAPTURES, email } = options
  return withTaskScope(options.signal, async (scope) => {
    if (!Number.isInteger(count) || count < MIN_CAPTURES || count > MAX_CAPTURES)
      throw new RangeError(`captures must be a whole number from ${MIN_CAPTURES} to ${MAX_CAPTURES}`)
    const context = createScanContext(platform, scope, options)
    const { answered, untilMs } = await answerRounds(context, {
      ...options,
      wanted: { purpose: 'enroll', email },
      count,
    })
    const request = writeRequest(options, answered)
    // The same key each time: what arrived, and whose answer was lost, is answered again and not done twice.
    const once = { signal: scope.signal, idempotencyKey: drawRepeatKey() }
    const send = () => asServiceFailure(client.enrollPerson(request, once))
    const enrollment = await deliver(context, { send, untilMs, hint: SEALING })
    context.report('done')
    return enrollment
  })
}

const SEALING = 'The service looks at it and seals the enrollment.'

type EnrollRequest = Parameters<VerificationClient['enrollPerson']>[0]

function writeRequest({ email, deviceInfo }: EnrollOptions, answered: AnsweredRounds): EnrollRequest {
  return {
    ...answered,
    ...(email !== undefined && { email }),
    ...(deviceInfo !== undefined && { device_info: deviceInfo }),
  }
}

export type RoundsOptions = Omit<CaptureOptions, 'challenge'> & {
  client: Pick<VerificationClient, 'requestChallenge'>
  /** Called before each capture, with its number from 1; with the same number again where the strokes were missed. */
  onCapture?: ((capture: number, of: number) => void) | undefined
  /** Of rest between two rounds, which the person may cut short; 5 by default, 0 for none. */
  restSeconds?: number | undefined
}

export type ResearchRoundsOptions = RoundsOptions & {
  /** Resolves with what was captured also where too few captures followed their strokes; off by default. */
  keepsMissed?: boolean | undefined
}

/** What a service takes as the answer to all rounds of a challenge. */
export type AnsweredRounds = { challenge: ChallengeReference; captures: WireCapture[] }

/** The same, and until when the service takes it, on the clock of the platform. */
type TimedRounds = { answered: AnsweredRounds; untilMs: number }

// The service waits two minutes for the answer; a capture with its countdown takes up to 13 s, and the rest after it 5.
const MAX_CAPTURES = 5
const REST_SECONDS = 5
const ROUND_DONE = 'That round is done. Relax your hand.'
const ROUND_MISSED = 'Some arrows were missed, so that round comes once more. Relax your hand.'

/**
 * Captures three rounds of strokes that the service asks for, for research; sends nothing of them. Call it in the handler of a tap.
 *
 * @returns the challenge and the captures, as `POST /api/research/strokes` takes them.
 * @throws {ScanError} (as a rejection) when a capture fails, or the service gives no challenge.
 * @example
 * const { challenge, captures } = await captureRounds({ client, onProgress: show })
 */
export function captureRounds(options: ResearchRoundsOptions): Promise<AnsweredRounds> {
  return captureRoundsIn(pagePlatform(), options)
}

/** As captureRounds, on a platform that the caller brings. */
export function captureRoundsIn(platform: Platform, options: ResearchRoundsOptions): Promise<AnsweredRounds> {
  return withTaskScope(options.signal, async (scope) => {
    const context = createScanContext(platform, scope, options)
    const wanted = { purpose: 'research', email: undefined } as const
    const { answered } = await answerRounds(context, { ...options, wanted, count: ROUND_COUNT })
    context.report('done')
    return answered
  })
}

type Asked = ResearchRoundsOptions & { wanted: Wanted; count: number; offersMore?: boolean | undefined }

/** Opens the sensors, asks the service for its rounds, and captures answers to all of them; sensors and camera are off then. */
async function answerRounds(context: ScanContext, asked: Asked): Promise<TimedRounds> {
  const { scope, source, platform } = context
  if (source.mode === 'pointer') throw new ScanError('unsupported', 'a pointer has no motion of a hand')
  const session = await openSession(context, asked)
  const requested = await scope.during(requestChallengeFor(asked.client, asked.wanted, scope.signal))
  const untilMs = platform.now() + computeLifeMs(requested, platform.wallClock())
  const captures = await captureEach(session, requested, asked)
  captures.push(...(await captureMore(session, { ...requested, untilMs }, asked)))
  session.stopCapturing()
  return { answered: { challenge: requested.reference, captures }, untilMs }
}

type Rounds = Pick<RequestedChallenge, 'rounds' | 'extraRound'>

/** Answers to every round, each like a person's; a round whose strokes were missed is asked for again, as long as there is time. */
async function captureEach(session: Session, requested: Rounds, asked: Asked): Promise<WireCapture[]> {
  const { count, onCapture, countdownSeconds, restSeconds = REST_SECONDS } = asked
  const rounds = requested.extraRound ? [...requested.rounds, requested.extraRound] : requested.rounds
  const captures: WireCapture[] = []
  let followed = 0
  let rest: string | null = null
  while (followed < count && captures.length < MAX_CAPTURES) {
    onCapture?.(followed + 1, count)
    if (rest !== null && restSeconds > 0) await restFor(session.context, { seconds: restSeconds, hint: rest })
    const round = rounds[followed % rounds.length] as Challenge
    const capture = await captureAnswer(session, round, { countdownSeconds })
    const isFollowed = await followsStrokes(session, capture)
    if (isFollowed) followed++
    rest = isFollowed ? ROUND_DONE : ROUND_MISSED
    captures.push(wireCapture(capture))
  }
  if (followed < count && asked.keepsMissed !== true)
    throw new ScanError('challenge_missed', `${followed} of ${count} captures followed the strokes`)
  return captures
}

// A round with its countdown takes up to 13 s; as much again is left to send.
const ROUND_AND_SENDING_MS = 30_000
const OFFER_SECONDS = 20

/** The answer to the extra round if the person agrees to it and follows it: what they made before is never lost to it. */
async function captureMore(
  session: Session,
  { extraRound, untilMs }: Rounds & { untilMs: number },
  { offersMore = false, count, onCapture, countdownSeconds }: Asked,
): Promise<WireCapture[]> {
  const spareMs = untilMs - session.context.platform.now() - ROUND_AND_SENDING_MS
  if (!offersMore || extraRound === null || count > ROUND_COUNT || spareMs < 1000 * OFFER_SECONDS) return []
  if (!(await offerRound(session, OFFER_SECONDS))) return []
  onCapture?.(count + 1, count + 1)
  const capture = await captureAnswer(session, extraRound, { countdownSeconds })
  return (await passesJudgment(session, capture)) ? [wireCapture(capture)] : []
}

async function passesJudgment(session: Session, capture: MotionCapture): Promise<boolean> {
  try {
    return await followsStrokes(session, capture)
  } catch (failure) {
    if (failure instanceof ScanError && failure.continuity !== undefined) return false
    throw failure
  }
}
