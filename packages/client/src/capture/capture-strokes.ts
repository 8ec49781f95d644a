import type { Challenge } from '@stillhere/engine'
import type { LiveScore } from '../live/engine-worker.ts'
import { createLiveScorer } from '../live/live-scorer.ts'
import { measureAgitation, chooseHint } from './hints.ts'
import type { MotionCapture } from './motion-capture.ts'
import { countDown, untilDone } from './phases.ts'
import type { Session } from './session.ts'
import { strokeAt } from './strokes.ts'

const COUNTDOWN_SECONDS = 3

/** Counts down and records the answer to a challenge. */
export async function captureAnswer(
  session: Session,
  challenge: Challenge,
  countdownSeconds: number = COUNTDOWN_SECONDS,
): Promise<MotionCapture> {
  await countDown(session.context, session.recorder, countdownSeconds)
  return captureStrokes(session, challenge)
}

/** Shows the strokes in time and records the answer, from the first sample to the end of the challenge. */
async function captureStrokes(session: Session, challenge: Challenge): Promise<MotionCapture> {
  const { context, recorder, worker } = session
  const { platform, source } = context
  const live = source.mode === 'sensors' ? createLiveScorer({ ...worker, close: () => {} }) : null
  const latest: LiveScore = { score: null, parts: null }
  live?.onScore((score) => Object.assign(latest, score))
  let pushed = 0
  recorder.begin()
  await untilDone(context, () => {
    recorder.checkSilence()
    const startMs = recorder.startMs()
    if (startMs === null) return false
    const samples = recorder.samples()
    live?.push(samples.slice(pushed))
    pushed = samples.length
    const elapsedMs = Math.min(platform.now() - startMs, challenge.durationMs)
    showMoment(session, { challenge, elapsedMs, latest })
    return elapsedMs >= challenge.durationMs
  })
  live?.close()
  return collectCapture(session, challenge)
}

type Moment = { challenge: Challenge; elapsedMs: number; latest: LiveScore }

function showMoment({ context, recorder }: Session, { challenge, elapsedMs, latest }: Moment): void {
  const { mode } = context.source
  const stroke = strokeAt(challenge, elapsedMs)
  const sinceCueMs = elapsedMs - (challenge.strokes[stroke?.index ?? 0]?.atMs ?? 0)
  const agitation = mode === 'sensors' ? measureAgitation(recorder.recent()) : null
  const hint = chooseHint({ phase: 'capturing', mode, stroke, sinceCueMs, agitation, score: latest.score })
  const { durationMs } = challenge
  const secondsLeft = Math.ceil((durationMs - elapsedMs) / 1000)
  context.report('capturing', { secondsLeft, elapsedMs, durationMs, ...latest, hint, stroke })
}

function collectCapture({ context, recorder, sightings }: Session, challenge: Challenge): MotionCapture {
  const startMs = recorder.startMs() ?? 0
  // Of two clocks only the steady one measures; the other may be set in between.
  const durationMs = Math.max(1, Math.round(context.platform.now() - startMs))
  const endedAt = Math.round(context.platform.wallClock())
  const fromStart = <Timed extends { t: number }>(list: readonly Timed[]) =>
    list.filter(({ t }) => t >= startMs).map((item) => ({ ...item, t: item.t - startMs }))
  return {
    mode: context.source.mode,
    challenge,
    imu: fromStart(recorder.samples()),
    ...(sightings && { camera: fromStart(sightings.points), frames: fromStart(sightings.frames) }),
    startedAt: endedAt - durationMs,
    endedAt,
  }
}
