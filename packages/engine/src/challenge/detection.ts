import { addScaled, dot } from '../kernel/vector.ts'
import { mean } from '../math/statistics.ts'
import { type HeldMotion, STROKE_STEP_MS } from './frame.ts'

/** The stroke that best explains the motion after a cue. */
export type DetectedStroke = {
  /** Time from the cue to the start of the movement. */
  onsetMs: number
  durationMs: number
  /** Acceleration along the stroke, root mean square in m/s²: to the right, up, and towards the person. */
  right: number
  up: number
  towards: number
  /** Share of the motion around the stroke that one straight stroke from rest explains, 0 to 1. */
  straightness: number
}

/** An axis of the motion with running sums of its values and their squares. */
type Axis = { x: Float64Array; sums: Float64Array; squares: Float64Array }
type Axes = { n: number; right: Axis; up: Axis; towards: Axis }
/** A stroke with its onset in grid points, its pulse, and how much more it explains than it leaves unexplained. */
type Candidate = { onset: number; pulse: number; score: number }

/** People respond to a cue within this time; an earlier start wasn't a response to it. */
export const REACTION_MS = { least: 150, most: 900 }
/** The onset is known to about one grid point. */
export const ONSET_TOLERANCE_MS = 40
// From the way back of the previous stroke to beyond the reaction window, so that neither is mistaken for the response.
const SEARCH_MS = { from: -800, to: 1300 }
// Below this root mean square acceleration in m/s² a hand is at rest, and no strokes are fitted.
const QUIET = 0.25

const THERE_MS = [320, 400, 520, 640, 800, 1000, 1240]

const REST_MS = 160

const there: Path = (u) => {
  const w = Math.min(1, Math.max(0, u))
  return w * w * w * (10 - 15 * w + 6 * w * w)
}

const EARLY_MS = [440, 640, 920]

// Fast strokes reach their highest speed before halfway and slow down for longer.
const thereEarly: Path = (u) => there(Math.max(0, u) ** 0.7)

const BACK_MS = [520, 680, 880, 1160]

const thereAndBack: Path = (u) => there(u / ONE_WAY) - there((u - 1 + ONE_WAY) / ONE_WAY)

// For people who return without a stop: the way back starts before the way there ends.
const ONE_WAY = 0.65

// Tilt hardly shows in the plane of the strokes, but strongly towards the person, where gravity rotates into view.
const PLANE = createPulses(6)
const DEPTH = createPulses(0.1)
const DEPTH_WEIGHT = 0.3
// Minimum share of the expected speed that a stroke must gain in its first part.
const LEAST_PUSH = 0.3
// A stroke may start during the last tenth of the previous one, which is as quiet as rest.
const DONE_SHARE = 0.9
// Upper bound for what rounding can add to the explained energy.
const ROUNDING = { share: 1.01, energy: 1e-3 }
// A wind-up before a stroke isn't the response: candidates that explain less than this share of the strongest stroke
// are left out.
const WIND_UP_SHARE = 0.2

/**
 * Finds the first stroke in the motion that starts late enough after the cue at `cueMs` (on the samples' clock) to be a
 * response to it. Null if the samples end before that or nothing moves like a stroke.
 */
export function findStroke(held: HeldMotion, cueMs: number): DetectedStroke | null {
  const axes = { n: held.n, right: createAxis(held.right), up: createAxis(held.up), towards: createAxis(held.towards) }
  const gridOf = (ms: number) => Math.ceil((cueMs + ms - held.startMs) / STROKE_STEP_MS)
  const strokes = splitStrokes(axes, gridOf(SEARCH_MS.from), gridOf(SEARCH_MS.to))
  const answers = strokes.filter(({ onset }) => onset >= gridOf(REACTION_MS.least - ONSET_TOLERANCE_MS))
  const most = Math.max(...answers.map(({ score }) => score))
  const found = answers.find(({ score }) => score >= WIND_UP_SHARE * most)
  if (!found) return null
  return describeStroke(axes, found, held.startMs + found.onset * STROKE_STEP_MS - cueMs)
}

/** Splits the motion into the successive strokes that together explain most of it (weighted interval scheduling). */
function splitStrokes(axes: Axes, first: number, last: number): Candidate[] {
  const steps = last - first + 1
  const total = new Float64Array(steps + 1)
  const chosen: (Candidate | null)[] = []
  for (let step = steps - 1; step >= 0; step--) {
    total[step] = total[step + 1]
    chosen[step] = null
    for (let pulse = 0; pulse < PLANE.length; pulse++) {
      const after = total[Math.min(steps, step + countBusySteps(pulse))]
      const score = scoreAt(axes, pulse, first + step, total[step] - after)
      const sum = score + after
      if (sum <= total[step] || !isPushed(axes, pulse, first + step)) continue
      total[step] = sum
      chosen[step] = { onset: first + step, pulse, score }
    }
  }
  return listChosen(chosen)
}

/** Returns the chosen strokes from the first to the last. */
function listChosen(chosen: readonly (Candidate | null)[]): Candidate[] {
  const strokes: Candidate[] = []
  for (let step = 0; step < chosen.length;) {
    const candidate = chosen[step]
    if (candidate) strokes.push(candidate)
    step += candidate ? countBusySteps(candidate.pulse) : 1
  }
  return strokes
}

function countBusySteps(pulse: number): number {
  return Math.ceil(DONE_SHARE * (PLANE[pulse].length - PLANE[pulse].rest))
}

function createAxis(values: Float64Array): Axis {
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  // The mean is removed so that gravity doesn't dominate the sums of squares.
  const middle = mean(values)
  const x = values.map((value) => value - middle)
  for (let i = 0; i < x.length; i++) {
    sums[i + 1] = sums[i] + x[i]
    squares[i + 1] = squares[i] + x[i] * x[i]
  }
  return { x, sums, squares }
}

/**
 * Returns the energy that the stroke explains minus the energy it leaves unexplained; minus infinity if there are too
 * few samples, or as soon as the result certainly doesn't exceed `least`.
 */
function scoreAt({ n, right, up, towards }: Axes, k: number, onset: number, least: number): number {
  const from = onset - PLANE[k].rest
  if (from < 0 || from + PLANE[k].length > n) return Number.NEGATIVE_INFINITY
  const energy = computeEnergy(right, from, PLANE[k].length) + computeEnergy(up, from, PLANE[k].length)
  if (energy < QUIET * QUIET * PLANE[k].length || isBelow(energy, least)) return Number.NEGATIVE_INFINITY
  const r = measureStroke(right, from, PLANE[k])
  const u = measureStroke(up, from, PLANE[k])
  if (isBelow(r * r + u * u, least)) return Number.NEGATIVE_INFINITY
  const inPlane =
    r * r + u * u - computeUnexplained(right, from, PLANE[k], r) - computeUnexplained(up, from, PLANE[k], u)
  if (inPlane <= 0) return inPlane
  const t = measureStroke(towards, from, DEPTH[k])
  return inPlane - DEPTH_WEIGHT * computeUnexplained(towards, from, DEPTH[k], t)
}

/**
 * Returns whether a score must be below `least`: a stroke explains at most the energy that is there, and its score is
 * at most what it explains.
 */
function isBelow(explained: number, least: number): boolean {
  return ROUNDING.share * explained + ROUNDING.energy < least
}

/**
 * Returns whether the hand is pushed in the direction of the stroke when it starts. A stop alone also fits a stroke in
 * the opposite direction.
 */
function isPushed({ right, up }: Axes, k: number, onset: number): boolean {
  const { rest, push, stroke } = PLANE[k]
  const from = onset - rest
  let expected = 0
  for (let i = rest; i < rest + push; i++) expected += stroke[i] - stroke[0]
  const r = measureStroke(right, from, PLANE[k])
  const u = measureStroke(up, from, PLANE[k])
  const pushed = r * computePush(right, onset, PLANE[k]) + u * computePush(up, onset, PLANE[k])
  return pushed >= LEAST_PUSH * expected * (r * r + u * u)
}

/** Returns the sum of an axis while the hand speeds up, less what it showed at rest. */
function computePush({ sums }: Axis, onset: number, { rest, push }: Pulse): number {
  return sums[onset + push] - sums[onset] - (push / rest) * (sums[onset] - sums[onset - rest])
}

function measureStroke({ x }: Axis, from: number, { stroke, length }: Pulse): number {
  return dot(x, from, stroke, 0, length)
}

/** Returns the energy of an axis that rest, tilt and stroke leave unexplained. */
function computeUnexplained(whole: Axis, from: number, { tilt, length }: Pulse, stroke: number): number {
  const tilted = dot(whole.x, from, tilt, 0, length)
  return Math.max(0, computeEnergy(whole, from, length) - tilted * tilted - stroke * stroke)
}

/** Returns the energy of a part around its mean. */
function computeEnergy({ sums, squares }: Axis, from: number, length: number): number {
  const total = sums[from + length] - sums[from]
  return squares[from + length] - squares[from] - (total * total) / length
}

function describeStroke({ right, up, towards }: Axes, { onset, pulse: k }: Candidate, onsetMs: number): DetectedStroke {
  const pulse = PLANE[k]
  const from = onset - pulse.rest
  const r = measureStroke(right, from, pulse)
  const u = measureStroke(up, from, pulse)
  const explained = r * r + u * u
  const left = computeUnexplained(right, from, pulse, r) + computeUnexplained(up, from, pulse, u)
  return {
    onsetMs,
    durationMs: pulse.durationMs,
    right: r * pulse.scale,
    up: u * pulse.scale,
    towards: measureStroke(towards, from, DEPTH[k]) * DEPTH[k].scale,
    straightness: explained / (explained + left),
  }
}

/**
 * The acceleration along one straight stroke: rest, then a minimum-jerk movement (Flash and Hogan 1985), on top of a
 * constant and of the slow drift that gravity makes when the arm tilts the phone on the way. The three parts are
 * orthonormal, so that each is fitted by one dot product.
 */
type Pulse = {
  durationMs: number
  /** Grid points of rest before the onset. */
  rest: number
  /** Grid points from the onset until the hand slows down. */
  push: number
  length: number
  tilt: Float64Array
  stroke: Float64Array
  /** Root mean square acceleration over the stroke for a fitted amount of one. */
  scale: number
}

/** Position of the hand as a share of the way, at a share u of the time. */
type Path = (u: number) => number

/**
 * Returns the model curves of a stroke's acceleration, one for each duration and type of stroke, to be fitted to
 * motion. A higher `stiffness` attributes less of a one-sided push to tilting the phone.
 */
export function createPulses(stiffness: number): Pulse[] {
  return [
    ...THERE_MS.map((durationMs) => createPulse(durationMs, there, stiffness)),
    ...EARLY_MS.map((durationMs) => createPulse(durationMs, thereEarly, stiffness)),
    ...BACK_MS.map((durationMs) => createPulse(durationMs, thereAndBack, stiffness)),
  ]
}

function createPulse(durationMs: number, path: Path, stiffness: number): Pulse {
  const rest = REST_MS / STROKE_STEP_MS
  const moving = durationMs / STROKE_STEP_MS
  const length = rest + moving
  // One more element than samples: regularizing a part is the same as having observed it once as zero.
  const constant = new Float64Array(length + 1).fill(1 / Math.sqrt(length), 0, length)
  const tilt = new Float64Array(length + 1)
  const stroke = new Float64Array(length + 1)
  for (let i = 0; i < moving; i++) {
    tilt[rest + i] = path((i + 0.5) / moving)
    stroke[rest + i] = path((i + 1.5) / moving) - 2 * path((i + 0.5) / moving) + path((i - 0.5) / moving)
  }
  const push = stroke.findIndex((value) => value < 0) - rest
  tilt[length] = Math.sqrt(stiffness)
  const size = measureLength(stroke)
  makeOrthonormal(tilt, [constant])
  const kept = makeOrthonormal(stroke, [constant, tilt])
  return { durationMs, rest, push, length, tilt, stroke, scale: size / kept / Math.sqrt(moving) }
}

/** Removes the parts from x and scales it to length one; returns the length that was left. */
function makeOrthonormal(x: Float64Array, parts: readonly Float64Array[]): number {
  for (const part of parts) {
    const share = dot(x, 0, part, 0, x.length)
    addScaled(part, 0, -share, x, 0, x.length)
  }
  const size = measureLength(x)
  for (let i = 0; i < x.length; i++) x[i] /= size
  return size
}

function measureLength(x: Float64Array): number {
  return Math.sqrt(dot(x, 0, x, 0, x.length))
}
