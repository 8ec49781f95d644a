import type { Continuity, ContinuityOptions } from '@stillhere/engine'
import type { MotionCapture } from '../capture/motion-source.ts'
import { ScanError, type ScanErrorKind } from '../capture/scan-error.ts'
import type { Session } from '../capture/session.ts'
import { UNCOUPLED } from './service-client.ts'

/** Has the engine judge a capture on this device, and resolves to the result. Rejects with a ScanError that says why if the verdict isn't PASS. */
export async function judgeCapture(session: Session, capture: MotionCapture): Promise<Continuity> {
  const continuity = await judgeMotion(session, capture)
  const failure = toFailure(continuity)
  if (failure !== null) throw failure
  return continuity
}

/**
 * Has the engine judge a capture on this device. Resolves to true if it passes and to false if strokes were missed; rejects with a ScanError for any
 * other failure, such as motion unlike a person's.
 */
export async function checkStrokesFollowed(session: Session, capture: MotionCapture): Promise<boolean> {
  const failure = toFailure(await judgeMotion(session, capture))
  if (failure !== null && failure.kind !== 'challenge_missed') throw failure
  return failure === null
}

async function judgeMotion({ context, worker }: Session, capture: MotionCapture): Promise<Continuity> {
  context.report('judging', { hint: 'Done. Looking at what was seen.' })
  return context.scope.during(worker.judge(toContinuityOptions(capture)))
}

function toFailure(continuity: Continuity): ScanError | null {
  if (continuity.verdict === 'PASS') return null
  const kind = selectErrorKind(continuity)
  const details = kind === 'vetoed' && isUncoupled(continuity) ? UNCOUPLED : {}
  return new ScanError(kind, continuity.reason ?? 'the scan was not passed', { ...details, continuity })
}

function isUncoupled({ threatReport }: Continuity): boolean {
  return threatReport.flagged.find(({ severity }) => severity === 'high')?.kind === 'coupling_absent'
}

/** Converts a capture to the engine's input. */
function toContinuityOptions({ imu, camera, frames, challenge }: MotionCapture): ContinuityOptions {
  return {
    imuSamples: imu,
    ...toCameraInput(camera, frames),
    challengeResults: [{ challenge, from: 0, to: imu.at(-1)?.t ?? 0 }],
  }
}

/** Returns the camera's part of the engine's input. A camera that saw nothing is included, so that the receipt says so. */
function toCameraInput(
  camera: MotionCapture['camera'],
  frames: MotionCapture['frames'] = [],
): Pick<ContinuityOptions, 'cameraSamples' | 'frames'> {
  if (camera === undefined) return {}
  // The tracker's own point is better than the joint that moved most.
  return camera.length === 0 && frames.length > 0 ? { frames } : { cameraSamples: camera }
}

function selectErrorKind({ evidence }: Continuity): ScanErrorKind {
  const statusOf = (engineId: string) =>
    evidence.find((block) => block.engineId === engineId)?.components[0]?.status ?? 'insufficient'
  const [presence, challenge] = [statusOf('EE-001'), statusOf('EE-003')]
  if (presence === 'insufficient' || challenge === 'insufficient') return 'insufficient_signal'
  if (presence === 'fail') return 'not_alive'
  return challenge === 'fail' ? 'challenge_missed' : 'vetoed'
}
