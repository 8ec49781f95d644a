import type { Challenge } from '@stillhere/engine'
import { captureAnswer } from '../capture/capture-strokes.ts'
import { withLifetime } from '../capture/lifetime.ts'
import type { MotionCapture } from '../capture/motion-capture.ts'
import { pageSurroundings } from '../capture/page.ts'
import { openSession } from '../capture/session.ts'
import { setStage } from '../capture/stage.ts'
import type { Surroundings } from '../capture/surroundings.ts'
import type { ChallengeSource } from '../continuity/challenge-source.ts'
import { localChallenge } from '../continuity/local-challenge.ts'
import type { CaptureOptions, ScanOptions, ScanResult } from './options.ts'
import { scanWithPage } from './page-scan.ts'
import { scanWithService } from './service-scan.ts'

/**
 * Asks permission, counts down, shows six strokes (14 to 19 s), judges the motion and resolves to a signed receipt. Call it
 * in the handler of a tap. Rejects with a ScanError that says what to do next.
 */
export function scan(options: ScanOptions = {}): Promise<ScanResult> {
  return scanIn(pageSurroundings(), options)
}

/** Captures the answer to a challenge, and judges and sends nothing. */
export function captureMotion(options: CaptureOptions = {}): Promise<MotionCapture> {
  return captureIn(pageSurroundings(), options)
}

/** A scan in given surroundings. */
export function scanIn(surroundings: Surroundings, options: ScanOptions): Promise<ScanResult> {
  return withLifetime(options.signal, async (lifetime) => {
    const { now: wallClock = surroundings.wallClock } = options
    const stage = setStage({ ...surroundings, wallClock }, lifetime, options)
    const source = options.challenge ?? localChallenge()
    const result =
      source.signedBy === 'page'
        ? await scanWithPage(stage, source, options)
        : await scanWithService(stage, source, options)
    stage.report('done')
    return result
  })
}

/** A capture in given surroundings. */
export function captureIn(surroundings: Surroundings, options: CaptureOptions): Promise<MotionCapture> {
  return withLifetime(options.signal, async (lifetime) => {
    const stage = setStage(surroundings, lifetime, options)
    const session = await openSession(stage, options)
    const challenge = await lifetime.during(drawnChallenge(options.challenge ?? localChallenge(), lifetime.signal))
    const capture = await captureAnswer(session, challenge, options.countdownSeconds)
    stage.report('done')
    return capture
  })
}

async function drawnChallenge(source: ChallengeSource, signal: AbortSignal): Promise<Challenge> {
  return source.signedBy === 'page' ? source.open(signal) : (await source.open(signal)).challenge
}
