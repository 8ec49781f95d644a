import type { Enrollment } from '@stillhere/contract'
import type { Challenge } from '@stillhere/engine'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-source.ts'
import { createPagePlatform } from '../capture/page.ts'
import { sendUntilReceived, waitForOffer, waitForRest } from '../capture/phases.ts'
import { createScanContext, type Platform, type ScanContext, runInTaskScope } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { checkStrokesFollowed } from '../continuity/judgment.ts'
import {
  type ChallengeReference,
  computeLifeMs,
  createServiceChallenge,
  type RequestedChallenge,
  type ChallengeWish,
} from '../continuity/live-challenge.ts'
import {
  runServiceCall,
  createRepeatKey,
  type VerificationClient,
  type WireCapture,
  toWireCapture,
} from '../continuity/service-client.ts'
import type { CaptureOptions } from './options.ts'

/** The options of `enroll`: the options of its captures, the client of the service, and the e-mail address of a new node. */
export type EnrollOptions = Omit<RoundsOptions, 'client'> & {
  client: Pick<VerificationClient, 'requestChallenge' | 'enrollPerson'>
  /** How many captures must follow their strokes, 3 to 5; 3 by default. With fewer, the person would be refused too often later. */
  captures?: number | undefined
  /**
   * Offers one more round after three (phase `offering`), with which the service knows every direction by three strokes. Off by default,
   * because the page must show the offer. Without an answer, three rounds are enrolled.
   */
  offersMore?: boolean | undefined
  /** The node to enroll. The client then needs its token, from a sign-in within the last ten minutes. */
  email?: string | undefined
  deviceInfo?: Parameters<VerificationClient['enrollPerson']>[0]['device_info']
}

/** How many captures must follow their strokes: one for each round of the service. */
const ROUND_COUNT = 3

// One capture doesn't describe a person well enough: with one, the same person was refused in 2 of 6 verifications, with three in 0 of 7.
const MIN_CAPTURES = ROUND_COUNT

/**
 * Captures how a person moves in three rounds of strokes, and has the service seal the result as an enrollment, which later scans are compared with.
 * Call it in the handler of a tap or click.
 *
 * @returns the enrollment. Store it, because the service keeps no copy.
 * @throws {ScanError} (as a rejection) if a capture fails or the service refuses; {RangeError} for a number of captures
 *   out of bounds.
 * @example
 * button.onclick = async () => {
 *   localStorage.enrollment = JSON.stringify(await enroll({ client, email }))
 * }
 */
export function enroll(options: EnrollOptions): Promise<Enrollment> {
  return enrollOnPlatform(createPagePlatform(), options)
}

/** Does the same as `enroll`, with the clock, sensors and page functions of the given platform, so that tests can replace them. */
export function enrollOnPlatform(platform: Platform, options: EnrollOptions): Promise<Enrollment> {
  const { client, captures: count = MIN_CAPTURES, email } = options
  return runInTaskScope(options.signal, async (scope) => {
    if (!Number.isInteger(count) || count < MIN_CAPTURES || count > MAX_CAPTURES)
      throw new RangeError(`captures must be a whole number from ${MIN_CAPTURES} to ${MAX_CAPTURES}`)
    const context = createScanContext(platform, scope, options)
    const { answered, untilMs } = await captureAllRounds(context, {
      ...options,
      wanted: { purpose: 'enroll', email },
      count,
    })
    const request = createEnrollRequest(options, answered)
    // One key for all tries: if a response was lost, the service repeats it and doesn't enroll twice.
    const once = { signal: scope.signal, idempotencyKey: createRepeatKey() }
    const send = () => runServiceCall(client.enrollPerson(request, once))
    const enrollment = await sendUntilReceived(context, { send, untilMs, hint: SEALING })
    context.report('done')
    return enrollment
  })
}

const SEALING = 'The service looks at it and seals the enrollment.'

type EnrollRequest = Parameters<VerificationClient['enrollPerson']>[0]

function createEnrollRequest({ email, deviceInfo }: EnrollOptions, answered: AnsweredRounds): EnrollRequest {
  return {
    ...answered,
    ...(email !== undefined && { email }),
    ...(deviceInfo !== undefined && { device_info: deviceInfo }),
  }
}

/** The options of several captures in a row. */
export type RoundsOptions = Omit<CaptureOptions, 'challenge'> & {
  client: Pick<VerificationClient, 'requestChallenge'>
  /** Called before each capture with its number, from 1. The number repeats if strokes were missed. */
  onCapture?: ((capture: number, of: number) => void) | undefined
  /** Rest between two rounds, which the person can skip; 5 by default, 0 for no rest. */
  restSeconds?: number | undefined
}

/** The options of `captureRounds`. */
export type ResearchRoundsOptions = RoundsOptions & {
  /** Also resolves if too few captures followed their strokes; off by default. */
  keepsMissed?: boolean | undefined
}

/** The answer to all rounds of a challenge, in the form of the API. */
export type AnsweredRounds = { challenge: ChallengeReference; captures: WireCapture[] }

/** The answer, and until when the service accepts it on the platform's clock. */
type TimedRounds = { answered: AnsweredRounds; untilMs: number }

// The service waits two minutes for the answer. A capture with its countdown takes up to 13 s, and the rest after it 5 s.
const MAX_CAPTURES = 5
const REST_SECONDS = 5
const ROUND_DONE = 'That round is done. Relax your hand.'
const ROUND_MISSED = 'Some arrows were missed, so that round comes once more. Relax your hand.'

/**
 * Captures a person's answers to three rounds of strokes that the service draws for research. It submits nothing: send the result yourself. Call it
 * in the handler of a tap or click.
 *
 * @returns the challenge and the captures, in the form of `POST /api/research/strokes`.
 * @throws {ScanError} (as a rejection) if a capture fails or the service sends no challenge.
 * @example
 * button.onclick = async () => send(await captureRounds({ client, onProgress: show }))
 */
export function captureRounds(options: ResearchRoundsOptions): Promise<AnsweredRounds> {
  return captureRoundsOnPlatform(createPagePlatform(), options)
}

/** Does the same as `captureRounds`, with the clock, sensors and page functions of the given platform, so that tests can replace them. */
export function captureRoundsOnPlatform(platform: Platform, options: ResearchRoundsOptions): Promise<AnsweredRounds> {
  return runInTaskScope(options.signal, async (scope) => {
    const context = createScanContext(platform, scope, options)
    const wanted = { purpose: 'research', email: undefined } as const
    const { answered } = await captureAllRounds(context, { ...options, wanted, count: ROUND_COUNT })
    context.report('done')
    return answered
  })
}

type RoundsInput = ResearchRoundsOptions & { wanted: ChallengeWish; count: number; offersMore?: boolean | undefined }

/** Opens the sensors, requests the rounds, captures answers to all of them, and turns sensors and camera off. */
async function captureAllRounds(context: ScanContext, asked: RoundsInput): Promise<TimedRounds> {
  const { scope, source, platform } = context
  if (source.mode === 'pointer') throw new ScanError('unsupported', 'a pointer has no motion of a hand')
  const session = await openSession(context, asked)
  const requested = await scope.during(createServiceChallenge(asked.client, asked.wanted, scope.signal))
  const untilMs = platform.now() + computeLifeMs(requested, platform.wallClock())
  const captures = await captureEach(session, requested, asked)
  captures.push(...(await captureMore(session, { ...requested, untilMs }, asked)))
  session.stopCapturing()
  return { answered: { challenge: requested.reference, captures }, untilMs }
}

type Rounds = Pick<RequestedChallenge, 'rounds' | 'extraRound'>

/** Captures answers to every round, and repeats a round whose strokes were missed, up to MAX_CAPTURES; rejects with a ScanError. */
async function captureEach(session: Session, requested: Rounds, asked: RoundsInput): Promise<WireCapture[]> {
  const { count, onCapture, countdownSeconds, restSeconds = REST_SECONDS } = asked
  const rounds = requested.extraRound ? [...requested.rounds, requested.extraRound] : requested.rounds
  const captures: WireCapture[] = []
  let followed = 0
  let rest: string | null = null
  while (followed < count && captures.length < MAX_CAPTURES) {
    onCapture?.(followed + 1, count)
    if (rest !== null && restSeconds > 0) await waitForRest(session.context, { seconds: restSeconds, hint: rest })
    const round = rounds[followed % rounds.length] as Challenge
    const capture = await captureAnswer(session, round, { countdownSeconds })
    const isFollowed = await checkStrokesFollowed(session, capture)
    if (isFollowed) followed++
    rest = isFollowed ? ROUND_DONE : ROUND_MISSED
    captures.push(toWireCapture(capture))
  }
  if (followed < count && asked.keepsMissed !== true)
    throw new ScanError('challenge_missed', `${followed} of ${count} captures followed the strokes`)
  return captures
}

// A round with its countdown takes up to 13 s; about as much is left to send it.
const ROUND_AND_SENDING_MS = 30_000
const OFFER_SECONDS = 20

/** Offers the extra round and returns its answer if the person accepts and follows it. A failure doesn't lose the earlier rounds. */
async function captureMore(
  session: Session,
  { extraRound, untilMs }: Rounds & { untilMs: number },
  { offersMore = false, count, onCapture, countdownSeconds }: RoundsInput,
): Promise<WireCapture[]> {
  const spareMs = untilMs - session.context.platform.now() - ROUND_AND_SENDING_MS
  if (!offersMore || extraRound === null || count > ROUND_COUNT || spareMs < 1000 * OFFER_SECONDS) return []
  if (!(await waitForOffer(session, OFFER_SECONDS))) return []
  onCapture?.(count + 1, count + 1)
  const capture = await captureAnswer(session, extraRound, { countdownSeconds })
  return (await isPassed(session, capture)) ? [toWireCapture(capture)] : []
}

async function isPassed(session: Session, capture: MotionCapture): Promise<boolean> {
  try {
    return await checkStrokesFollowed(session, capture)
  } catch (failure) {
    if (failure instanceof ScanError && failure.continuity !== undefined) return false
    throw failure
  }
}
