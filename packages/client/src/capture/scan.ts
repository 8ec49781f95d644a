import type { Challenge } from '@stillhere/engine'
import type { ChallengeSource } from '../continuity/challenge-source.ts'
import { localChallenge } from '../continuity/local-challenge.ts'
import { scanWithPage } from '../continuity/page-scan.ts'
import { scanWithService } from '../continuity/service-scan.ts'
import { withLifetime } from './lifetime.ts'
import type { CaptureOptions, MotionCapture, ScanOptions, ScanResult } from './options.ts'
import { pageSurroundings } from './page.ts'
import { captureAnswer, openSession } from './session.ts'
import { setStage } from './stage.ts'
import type { Surroundings } from './surroundings.ts'

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
