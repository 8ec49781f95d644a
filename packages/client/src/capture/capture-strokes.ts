import type { Challenge } from '@stillhere/engine'
import type { LiveScore } from '../live/engine-worker.ts'
import { createLiveScorer } from '../live/live-scorer.ts'
import { measureAgitation, chooseHint } from './hints.ts'
import type { MotionCapture } from './motion-capture.ts'
import { countDown, untilDone } from './phases.ts'
import type { StrokeMark } from './progress.ts'
import type { Session } from './session.ts'
import { createExchange, type Recorded, type StrokeTeller } from './stroke-exchange.ts'
import { createStrokeMarks } from './stroke-marks.ts'
import { strokeAt } from './strokes.ts'

const COUNTDOWN_SECONDS = 3
// Of some sixty samples a second. Twenty scores are as many as anybody can see, and each one takes the engine a look at eight seconds.
const SCORED_TOGETHER = 3

/** What else there is to know of a capture. */
export type Asking = {
  countdownSeconds?: number | undefined
  /** Said during the countdown, in place of hints. */
  notice?: string
  /** Tells the strokes after those that the challenge has. */
  teller?: StrokeTeller | undefined
}

/** Counts down and records the answer to a challenge. */
export async function captureAnswer(
  session: Session,
  challenge: Challenge,
  asking: Asking = {},
): Promise<MotionCapture> {
  const { countdownSeconds: seconds = COUNTDOWN_SECONDS, notice, teller } = asking
  await countDown(session.context, session.recorder, { seconds, notice })
  return captureStrokes(session, { ...challenge, strokes: [...challenge.strokes] }, teller)
}

/** Shows the strokes in time and records the answer, from the first sample to the end of the challenge, which grows where a teller adds to it. */
async function captureStrokes(
  session: Session,
  challenge: Challenge,
  teller: StrokeTeller | undefined,
): Promise<MotionCapture> {
  const { context, recorder, worker } = session
  const { platform, source } = context
  const live = source.mode === 'sensors' ? createLiveScorer({ ...worker, close: () => {} }) : null
  const latest: LiveScore = { score: null, parts: null }
  const { follow: followMarks, marks } = createStrokeMarks(source.mode, worker)
  live?.onScore((score) => Object.assign(latest, score))
  const elapsed = () => platform.now() - (recorder.startMs() ?? platform.now())
  const exchange = teller && createExchange(challenge, teller, { record: () => collectRecorded(session), elapsed })
  const strokeCount = teller?.strokeCount ?? challenge.strokes.length
  let pushed = 0
  recorder.begin()
  await untilDone(context, () => {
    recorder.checkSilence()
    if (recorder.startMs() === null) return false
    const samples = recorder.samples()
    if (samples.length - pushed >= SCORED_TOGETHER) {
      live?.push(samples.slice(pushed))
      pushed = samples.length
    }
    exchange?.follow(elapsed())
    const elapsedMs = Math.min(elapsed(), challenge.durationMs)
    followMarks({ challenge, imu: samples, startMs: recorder.startMs() ?? 0, elapsedMs })
    showMoment(session, { challenge, strokeCount, elapsedMs, latest, marks: marks() })
    return elapsedMs >= challenge.durationMs
  }).finally(() => live?.close())
  const capture = collectCapture(session, challenge)
  if (exchange) await context.scope.during(exchange.finish(capture, elapsed()))
  return capture
}

type Moment = {
  challenge: Challenge
  strokeCount: number
  elapsedMs: number
  latest: LiveScore
  marks: readonly StrokeMark[]
}

function showMoment({ context, recorder }: Session, moment: Moment): void {
  const { challenge, strokeCount, elapsedMs, latest, marks } = moment
  const { mode } = context.source
  const stroke = strokeAt(challenge, elapsedMs, strokeCount)
  const sinceCueMs = elapsedMs - (challenge.strokes[stroke?.index ?? 0]?.atMs ?? 0)
  const agitation = mode === 'sensors' ? measureAgitation(recorder.recent()) : null
  const hint = chooseHint({ phase: 'capturing', mode, stroke, sinceCueMs, agitation, score: latest.score })
  const { durationMs } = challenge
  const secondsLeft = Math.ceil((durationMs - elapsedMs) / 1000)
  context.report('capturing', { secondsLeft, elapsedMs, durationMs, ...latest, hint, stroke, marks })
}

function collectCapture(session: Session, challenge: Challenge): MotionCapture {
  const { context, recorder } = session
  const startMs = recorder.startMs() ?? 0
  // Of two clocks only the steady one measures; the other may be set in between.
  const durationMs = Math.max(1, Math.round(context.platform.now() - startMs))
  const endedAt = Math.round(context.platform.wallClock())
  const { mode } = context.source
  return { mode, challenge, ...collectRecorded(session), startedAt: endedAt - durationMs, endedAt }
}

/** What was recorded so far, with times from the start of the challenge. */
function collectRecorded({ recorder, sightings }: Session): Recorded {
  const startMs = recorder.startMs() ?? 0
  const fromStart = <Timed extends { t: number }>(list: readonly Timed[]) =>
    list.filter(({ t }) => t >= startMs).map((item) => ({ ...item, t: item.t - startMs }))
  return {
    imu: fromStart(recorder.samples()),
    ...(sightings && { camera: fromStart(sightings.points), frames: fromStart(sightings.frames) }),
  }
}
