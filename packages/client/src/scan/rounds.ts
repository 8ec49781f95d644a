import type { Challenge } from '@stillhere/engine'
import { captureAnswer } from '../capture/capture-strokes.ts'
import { pagePlatform } from '../capture/page.ts'
import type { Platform } from '../capture/platform.ts'
import { createScanContext, type ScanContext } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { withTaskScope } from '../capture/task-scope.ts'
import { followsStrokes } from '../continuity/judgment.ts'
import {
  type ChallengeReference,
  type RequestedChallenge,
  requestChallengeFor,
  type Wanted,
} from '../continuity/requested-challenge.ts'
import type { VerificationClient } from '../continuity/service-client.ts'
import { type WireCapture, wireCapture } from '../continuity/wire-capture.ts'
import type { CaptureOptions } from './options.ts'

export type RoundsOptions = Omit<CaptureOptions, 'challenge'> & {
  client: Pick<VerificationClient, 'requestChallenge'>
  /** Called before each capture, with its number from 1; with the same number again where the strokes were missed. */
  onCapture?: ((capture: number, of: number) => void) | undefined
}

/** What a service takes as the answer to all rounds of a challenge. */
export type AnsweredRounds = { challenge: ChallengeReference; captures: WireCapture[] }

/** How many captures must follow their strokes: one for each round that a service asks for. */
export const ROUND_COUNT = 3
// The service waits two minutes for the answer, and a capture with its countdown takes up to 13 s.
export const MAX_CAPTURES = 5

/**
 * Captures three rounds of strokes that the service asks for, for research; sends nothing of them. Call it in the handler of a tap.
 *
 * @returns the challenge and the captures, as `POST /api/research/strokes` takes them.
 * @throws {ScanError} (as a rejection) when a capture fails, or the service gives no challenge.
 * @example
 * const { challenge, captures } = await captureRounds({ client, onProgress: show })
 */
export function captureRounds(options: RoundsOptions): Promise<AnsweredRounds> {
  return captureRoundsIn(pagePlatform(), options)
}

/** As captureRounds, on a platform that the caller brings. */
export function captureRoundsIn(platform: Platform, options: RoundsOptions): Promise<AnsweredRounds> {
  return withTaskScope(options.signal, async (scope) => {
    const context = createScanContext(platform, scope, options)
    const wanted = { purpose: 'research', email: undefined } as const
    const answered = await answerRounds(context, { ...options, wanted, count: ROUND_COUNT })
    context.report('done')
    return answered
  })
}

type Asked = RoundsOptions & {
  wanted: Wanted
  count: number
  /** Throws what speaks against beginning, before anybody moves. */
  admit?: (requested: RequestedChallenge) => void
}

/** Opens the sensors, asks the service for its rounds, and captures answers to all of them; sensors and camera are off then. */
export async function answerRounds(context: ScanContext, asked: Asked): Promise<AnsweredRounds> {
  const { scope, source } = context
  if (source.mode === 'pointer') throw new ScanError('unsupported', 'a pointer has no motion of a hand')
  const session = await openSession(context, asked)
  const requested = await scope.during(requestChallengeFor(asked.client, asked.wanted, scope.signal))
  asked.admit?.(requested)
  const captures = await captureEach(session, requested.rounds, asked)
  session.stopCapturing()
  return { challenge: requested.reference, captures }
}

/** Answers to every round, each like a person's; a round whose strokes were missed is asked for again, as long as there is time. */
async function captureEach(session: Session, rounds: readonly Challenge[], asked: Asked): Promise<WireCapture[]> {
  const { count, onCapture, countdownSeconds } = asked
  const captures: WireCapture[] = []
  let followed = 0
  while (followed < count && captures.length < MAX_CAPTURES) {
    onCapture?.(followed + 1, count)
    const round = rounds[followed % rounds.length] as Challenge
    const capture = await captureAnswer(session, round, { countdownSeconds })
    if (await followsStrokes(session, capture)) followed++
    captures.push(wireCapture(capture))
  }
  if (followed < count) throw new ScanError('challenge_missed', `${followed} of ${count} captures followed the strokes`)
  return captures
}
