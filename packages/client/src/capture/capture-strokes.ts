import { type Challenge, type ImuSample, type StrokeOutcome, strokeWords } from '@stillhere/engine'
import { createLiveScorer } from '../live/create-engine-worker.ts'
import type { EngineWorker, Glance, LiveScore } from '../live/engine-worker.ts'
import { chooseHint, measureAgitation } from './hints.ts'
import type { MotionCapture } from './motion-source.ts'
import { countDown, untilDone } from './phases.ts'
import { findPointerStroke } from './pointer-motion.ts'
import type { ScanMode, StrokeMark, StrokeProgress } from './progress.ts'
import type { Session } from './session.ts'
import { createExchange, type Recorded, type StrokeTeller } from './stroke-exchange.ts'

const COUNTDOWN_SECONDS = 3
// Of some sixty samples a second. Twenty scores are as many as anybody can see, and each one takes the engine a look at eight seconds.
const SCORED_TOGETHER = 3

/** What else there is to know of a capture. */
type Asking = {
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

type StrokeMarks = {
  /** At every moment of the capture: looks again where there is something to find out. */
  follow: (moment: GlanceMoment) => void
  /** One for each stroke that was told so far. */
  marks: () => readonly StrokeMark[]
}

type GlanceMoment = { challenge: Challenge; imu: readonly ImuSample[]; startMs: number; elapsedMs: number }

// A hand answers after about 0.4 s and moves for half a second; before that there is nothing to find.
const FIRST_LOOK_MS = 700
// The engine looks so far past a cue; what it has not found by then it will not find.
const LAST_LOOK_MS = 2000
const LOOK_EVERY_MS = 150
// What the engine looks at before a cue.
const BEFORE_CUE_MS = 1000

/** Marks strokes as they are made, by a first look that decides nothing. */
export function createStrokeMarks(mode: ScanMode, worker: Pick<EngineWorker, 'glance'>): StrokeMarks {
  const marks: StrokeMark[] = []
  let isLooking = false
  let lookedMs = -Infinity
  const settle = (outcomes: readonly boolean[], { challenge, elapsedMs }: GlanceMoment) => {
    isLooking = false
    outcomes.forEach((isSeen, i) => (marks[i] = decideMark(marks[i], isSeen, sinceEnd(challenge, i, elapsedMs))))
  }
  const look = async (moment: GlanceMoment) => {
    if (mode === 'pointer') return settle(lookAtPointer(moment), moment)
    const first = marks.indexOf('open')
    const outcomes = await worker.glance(cutFrom(moment, first)).catch(() => [])
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
      // Later strokes may be told while the engine looks.
      void look({ ...moment, challenge: { ...challenge, strokes: challenge.strokes.slice() } })
    },
  }
}

/** What there is to look at from this stroke on: those before it are settled. */
function cutFrom({ challenge, imu, startMs }: GlanceMoment, first: number): Glance {
  const strokes = challenge.strokes.slice(first)
  const fromMs = startMs + (strokes[0]?.atMs ?? 0) - BEFORE_CUE_MS
  return { strokes, imu: imu.filter(({ t }) => t >= fromMs), startMs }
}

/** How long the time of a stroke has been over; negative while it runs. */
function sinceEnd({ strokes, durationMs }: Challenge, i: number, elapsedMs: number): number {
  const atMs = strokes[i]?.atMs ?? Infinity
  return elapsedMs - Math.min(atMs + LAST_LOOK_MS, durationMs)
}

// What is unclear may still become something else.
function isFound(outcome: StrokeOutcome, { challenge, elapsedMs }: GlanceMoment, i: number): boolean {
  return outcome === 'clear' || (outcome === 'unclear' && sinceEnd(challenge, i, elapsedMs) >= 0)
}

function decideMark(before: StrokeMark | undefined, isSeen: boolean, overMs: number): StrokeMark {
  if (before !== undefined && before !== 'open') return before
  if (isSeen) return 'seen'
  return overMs >= 0 ? 'missed' : 'open'
}

function lookAtPointer({ challenge: { strokes }, imu, startMs }: GlanceMoment): boolean[] {
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
  const stroke = strokeAt(challenge, elapsedMs, strokeCount)
  const sinceCueMs = elapsedMs - (challenge.strokes[stroke?.index ?? 0]?.atMs ?? 0)
  const agitation = mode === 'sensors' ? measureAgitation(recorder.recent()) : null
  const hint = chooseHint({ phase: 'capturing', mode, stroke, sinceCueMs, agitation, score: latest.score })
  const { durationMs } = challenge
  const secondsLeft = Math.ceil((durationMs - elapsedMs) / 1000)
  context.report('capturing', { secondsLeft, elapsedMs, durationMs, ...latest, hint, stroke, marks })
}

// Long enough to read the arrow, short enough not to start early: a stroke counts from 150 ms after its cue.
const COMING_MS = 700
// A stroke begins up to 900 ms after its cue; until then no other arrow takes its place.
const ALONE_MS = 950
const NOW_MS = 1100

/** The stroke to show this long after the start of the challenge; null before the first one comes. `of` are asked for in all. */
export function strokeAt(
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
