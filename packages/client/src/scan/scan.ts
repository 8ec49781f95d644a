import type { Challenge } from '@stillhere/engine'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-capture.ts'
import { pagePlatform } from '../capture/page.ts'
import type { Platform } from '../capture/platform.ts'
import { createScanContext } from '../capture/scan-context.ts'
import { openSession } from '../capture/session.ts'
import { withTaskScope } from '../capture/task-scope.ts'
import type { ChallengeSource } from '../continuity/challenge-source.ts'
import { localChallenge } from '../continuity/local-challenge.ts'
import type { CaptureOptions, ScanOptions, ScanResult } from './options.ts'
import { scanWithPage } from './page-scan.ts'
import { scanWithService } from './service-scan.ts'

/**
 * Asks for the sensors, counts down, asks for six strokes (8 to 10 s) and judges the motion. Call it in the handler of a tap:
 * phones give sensors to a gesture only. It draws nothing: the page shows what `onProgress` tells, or calls `verifyContinuity`.
 *
 * @returns the signed receipt, with what the engine found and what was captured.
 * @throws {ScanError} (as a rejection) when the scan ends without a receipt; `advice` says what to do next.
 * @example
 * button.onclick = async () => send((await scan({ onProgress: show })).receipt)
 */
export function scan(options: ScanOptions = {}): Promise<ScanResult> {
  return scanIn(pagePlatform(), options)
}

/**
 * Captures the answer to a challenge, and judges and sends nothing. Call it in the handler of a tap.
 *
 * @returns the samples, with the challenge whose start is time 0.
 * @throws {ScanError} (as a rejection) when nothing could be captured.
 * @example
 * const { imu, challenge } = await captureMotion({ onProgress: show })
 */
export function captureMotion(options: CaptureOptions = {}): Promise<MotionCapture> {
  return captureIn(pagePlatform(), options)
}

/** As scan, on a platform that the caller brings. */
export function scanIn(platform: Platform, options: ScanOptions): Promise<ScanResult> {
  return withTaskScope(options.signal, async (scope) => {
    const { now: wallClock = platform.wallClock } = options
    const context = createScanContext({ ...platform, wallClock }, scope, options)
    const source = options.challenge ?? localChallenge()
    const result =
      source.signedBy === 'page'
        ? await scanWithPage(context, source, options)
        : await scanWithService(context, source, options)
    context.report('done')
    return result
  })
}

/** As captureMotion, on a platform that the caller brings. */
export function captureIn(platform: Platform, options: CaptureOptions): Promise<MotionCapture> {
  return withTaskScope(options.signal, async (scope) => {
    const context = createScanContext(platform, scope, options)
    const session = await openSession(context, options)
    const challenge = await scope.during(drawChallenge(options.challenge ?? localChallenge(), scope.signal))
    const capture = await captureAnswer(session, challenge, options)
    context.report('done')
    return capture
  })
}

async function drawChallenge(source: ChallengeSource, signal: AbortSignal): Promise<Challenge> {
  return source.signedBy === 'page'
    ? source.open(signal)
    : (await source.open(signal, undefined, { pace: 'batch' })).challenge
}
