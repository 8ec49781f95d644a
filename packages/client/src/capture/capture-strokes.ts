import { type Challenge, type ImuSample, type StrokeOutcome, strokeWords } from '@stillhere/engine'
import { createLiveScorer } from '../live/create-engine-worker.ts'
import type { EngineWorker, Glance, LiveScore } from '../live/engine-worker.ts'
import { selectHint, measureAgitation } from './hints.ts'
import type { MotionCapture } from './motion-source.ts'
import { runCountdown, runUntilDone } from './phases.ts'
import { findPointerStroke } from './pointer-motion.ts'
import type { ScanMode, StrokeMark, StrokeProgress } from './progress.ts'
import type { Session } from './session.ts'
import { createExchange, type RecordedSamples, type StrokeSupply } from './stroke-exchange.ts'

const COUNTDOWN_SECONDS = 3
// At about sixty samples a second this gives twenty scores, as many as people can see. Each score makes the engine read eight seconds.
const SCORED_TOGETHER = 3

/** Options of one capture. */
type CaptureSettings = {
  countdownSeconds?: number | undefined
  /** Shown during the countdown instead of hints. */
  notice?: string
  /** Supplies the strokes that the challenge doesn't contain yet. */
  teller?: StrokeSupply | undefined
}

/**
 * Counts down, shows each stroke of the challenge when it is due, and records the person's motion until the challenge ends. Rejects if the scan
 * fails meanwhile.
 */
export async function captureAnswer(
  session: Session,
  challenge: Challenge,
  asking: CaptureSettings = {},
): Promise<MotionCapture> {
  const { countdownSeconds: seconds = COUNTDOWN_SECONDS, notice, teller } = asking
  await runCountdown(session.context, session.recorder, { seconds, notice })
  return captureStrokes(session, { ...challenge, strokes: [...challenge.strokes] }, teller)
}

/** Shows each stroke in time and captures the answer, from the first sample to the end of the challenge. A teller may add strokes meanwhile. */
async function captureStrokes(
  session: Session,
  challenge: Challenge,
  teller: StrokeSupply | undefined,
): Promise<MotionCapture> {
  const { context, recorder, worker } = session
  const { platform, source } = context
  const live = source.mode === 'sensors' ? createLiveScorer({ ...worker, close: () => {} }) : null
  const latest: LiveScore = { score: null, parts: null }
  const { follow: followMarks, marks } = createStrokeMarks(source.mode, worker)
  live?.onScore((score) => Object.assign(latest, score))
  const elapsed = () => platform.now() - (recorder.startMs() ?? platform.now())
  const exchange = teller && createExchange(challenge, teller, { record: () => readRecording(session), elapsed })
  const strokeCount = teller?.strokeCount ?? challenge.strokes.length
  let pushed = 0
  recorder.begin()
  await runUntilDone(context, () => {
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
  const capture = createCapture(session, challenge)
  if (exchange) await context.scope.during(exchange.finish(capture, elapsed()))
  return capture
}

type StrokeMarks = {
  /** Called at every step of the capture; checks the open strokes again if it's time to. */
  follow: (moment: GlanceMoment) => void
  /** One mark for each stroke known so far. */
  marks: () => readonly StrokeMark[]
}

type GlanceMoment = { challenge: Challenge; imu: readonly ImuSample[]; startMs: number; elapsedMs: number }

// A hand reacts after about 0.4 s and moves for half a second; before that there is nothing to detect.
const FIRST_LOOK_MS = 700
// The engine reads this far past a cue. A stroke it hasn't found by then is missed.
const LAST_LOOK_MS = 2000
const LOOK_EVERY_MS = 150
// The engine also reads this much before a cue.
const BEFORE_CUE_MS = 1000

/**
 * Creates the marks that show during a capture which strokes were seen or missed so far. `worker` looks for the strokes in the samples; in pointer
 * mode the page does. The marks are a preview: the complete capture is judged at the end.
 */
export function createStrokeMarks(mode: ScanMode, worker: Pick<EngineWorker, 'glance'>): StrokeMarks {
  const marks: StrokeMark[] = []
  let isLooking = false
  let lookedMs = -Infinity
  const settle = (outcomes: readonly boolean[], { challenge, elapsedMs }: GlanceMoment) => {
    isLooking = false
    outcomes.forEach(
      (isSeen, i) => (marks[i] = judgeMark(marks[i], isSeen, computeOvertimeMs(challenge, i, elapsedMs))),
    )
  }
  const look = async (moment: GlanceMoment) => {
    if (mode === 'pointer') return settle(detectPointerStrokes(moment), moment)
    const first = marks.indexOf('open')
    const outcomes = await worker.glance(selectGlance(moment, first)).catch(() => [])
    const found = outcomes.map((outcome, i) => isFound(outcome, moment, first + i))
    settle([...marks.slice(0, first).map(() => true), ...found], moment)
  }
  return {
    marks: () => marks.slice(),
    follow: (moment) => {
      const { challenge, elapsedMs } = moment
      while (marks.length < challenge.strokes.length) marks.push('open')
      const isDue = challenge.strokes.some(({ atMs }, i) => marks[i] === 'open' && elapsedMs - atMs >= FIRST_LOOK_MS)
      if (isLooking || !isDue || elapsedMs - lookedMs < LOOK_EVERY_MS) return
      isLooking = true
      lookedMs = elapsedMs
      // More strokes may arrive while the engine works.
      void look({ ...moment, challenge: { ...challenge, strokes: challenge.strokes.slice() } })
    },
  }
}

/** Selects the strokes from `first` on, which are still open, with their samples. */
function selectGlance({ challenge, imu, startMs }: GlanceMoment, first: number): Glance {
  const strokes = challenge.strokes.slice(first)
  const fromMs = startMs + (strokes[0]?.atMs ?? 0) - BEFORE_CUE_MS
  return { strokes, imu: imu.filter(({ t }) => t >= fromMs), startMs }
}

/** Computes how long ago the time of a stroke ended; negative while it runs. */
function computeOvertimeMs({ strokes, durationMs }: Challenge, i: number, elapsedMs: number): number {
  const atMs = strokes[i]?.atMs ?? Infinity
  return elapsedMs - Math.min(atMs + LAST_LOOK_MS, durationMs)
}

// An unclear stroke may become clear until its time is over.
function isFound(outcome: StrokeOutcome, { challenge, elapsedMs }: GlanceMoment, i: number): boolean {
  return outcome === 'clear' || (outcome === 'unclear' && computeOvertimeMs(challenge, i, elapsedMs) >= 0)
}

function judgeMark(before: StrokeMark | undefined, isSeen: boolean, overMs: number): StrokeMark {
  if (before !== undefined && before !== 'open') return before
  if (isSeen) return 'seen'
  return overMs >= 0 ? 'missed' : 'open'
}

function detectPointerStrokes({ challenge: { strokes }, imu, startMs }: GlanceMoment): boolean[] {
  const places = imu.map((place) => ({ ...place, t: place.t - startMs }))
  return strokes.map(({ direction, atMs }, i) => {
    return findPointerStroke(places, atMs, strokes[i + 1]?.atMs ?? Infinity) === direction
  })
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
  const stroke = findStrokeAt(challenge, elapsedMs, strokeCount)
  const sinceCueMs = elapsedMs - (challenge.strokes[stroke?.index ?? 0]?.atMs ?? 0)
  const agitation = mode === 'sensors' ? measureAgitation(recorder.recent()) : null
  const hint = selectHint({ phase: 'capturing', mode, stroke, sinceCueMs, agitation, score: latest.score })
  const { durationMs } = challenge
  const secondsLeft = Math.ceil((durationMs - elapsedMs) / 1000)
  context.report('capturing', { secondsLeft, elapsedMs, durationMs, ...latest, hint, stroke, marks })
}

// Long enough to read the arrow, and too short to start early: a stroke counts from 150 ms after its cue.
const COMING_MS = 700
// A stroke may begin up to 900 ms after its cue; until then no other arrow replaces it.
const ALONE_MS = 950
const NOW_MS = 1100

/**
 * Returns the stroke that the page shows `elapsedMs` after the start of the challenge, or null before the first. `of` is the total to display,
 * because a live challenge doesn't contain all strokes yet.
 */
export function findStrokeAt(
  { strokes }: Pick<Challenge, 'strokes'>,
  elapsedMs: number,
  of: number = strokes.length,
): StrokeProgress | null {
  const index = strokes.findLastIndex(({ atMs }, i) => {
    const alone = i === 0 ? 0 : (strokes[i - 1]?.atMs ?? 0) + ALONE_MS
    return elapsedMs >= Math.max(atMs - COMING_MS, alone)
  })
  const stroke = strokes[index]
  if (stroke === undefined) return null
  const { direction, atMs } = stroke
  const state = elapsedMs < atMs ? 'coming' : elapsedMs < atMs + NOW_MS ? 'now' : 'over'
  return { index, of, direction, words: strokeWords(direction), state }
}

function createCapture(session: Session, challenge: Challenge): MotionCapture {
  const { context, recorder } = session
  const startMs = recorder.startMs() ?? 0
  // Only the monotonic clock measures durations; the wall clock may be set meanwhile.
  const durationMs = Math.max(1, Math.round(context.platform.now() - startMs))
  const endedAt = Math.round(context.platform.wallClock())
  const { mode } = context.source
  return { mode, challenge, ...readRecording(session), startedAt: endedAt - durationMs, endedAt }
}

/** Returns the samples recorded so far, with times relative to the start of the challenge. */
function readRecording({ recorder, sightings }: Session): RecordedSamples {
  const startMs = recorder.startMs() ?? 0
  const fromStart = <Timed extends { t: number }>(list: readonly Timed[]) =>
    list.filter(({ t }) => t >= startMs).map((item) => ({ ...item, t: item.t - startMs }))
  return {
    imu: fromStart(recorder.samples()),
    ...(sightings && { camera: fromStart(sightings.points), frames: fromStart(sightings.frames) }),
  }
}
