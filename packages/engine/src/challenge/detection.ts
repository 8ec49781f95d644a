import { addScaled, dot } from '../kernel/vector.ts'
import { mean } from '../math/statistics.ts'
import { type HeldMotion, STROKE_STEP_MS } from './frame.ts'

/** The stroke that explains the motion after a cue best. */
export type SeenStroke = {
  /** From the cue to the start of the movement. */
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
/** A stroke of one duration at one onset (grid points), and how much more it explains than it leaves open. */
type Candidate = { onset: number; pulse: number; score: number }

/** People answer a cue in this time; what starts earlier was not an answer to it. */
export const REACTION_MS = { least: 150, most: 900 }
/** The onset is known to about one grid point. */
export const ONSET_TOLERANCE_MS = 40
// From the way back of the stroke before to past the reaction window, so that neither passes for the answer.
const SEARCH_MS = { from: -800, to: 1300 }
// Root mean square acceleration in m/s² under which a hand is at rest: saves the work of fitting strokes to it.
const QUIET = 0.25

const THERE_MS = [320, 400, 520, 640, 800, 1000, 1240]

const REST_MS = 160

const there: Path = (u) => {
  const w = Math.min(1, Math.max(0, u))
  return w * w * w * (10 - 15 * w + 6 * w * w)
}

const EARLY_MS = [440, 640, 920]

// Quick strokes are sooner at their highest speed than halfway, and slow down for longer.
const thereEarly: Path = (u) => there(Math.max(0, u) ** 0.7)

const BACK_MS = [520, 680, 880, 1160]

const thereAndBack: Path = (u) => there(u / ONE_WAY) - there((u - 1 + ONE_WAY) / ONE_WAY)

// For those who come back without a stop: the way back starts before the way there ends.
const ONE_WAY = 0.65

// Tilt shows little in the plane of the strokes and strongly towards the person, where gravity turns into view.
const PLANE = createPulses(6)
const DEPTH = createPulses(0.1)
const DEPTH_WEIGHT = 0.3
// Share of the speed expected in its first part that a stroke must really gain there.
const LEAST_PUSH = 0.3
// One stroke may start while the last tenth of the one before, which is as quiet as rest, still runs.
const DONE_SHARE = 0.9
// More than rounding can add to what a stroke explains.
const ROUNDING = { share: 1.01, energy: 1e-3 }
// A wind-up before a stroke is not the answer; what explains less than this share of the strongest stroke is left out.
const WIND_UP_SHARE = 0.2

/** The first stroke that starts late enough after a cue at `cueMs` to answer it; null where the samples end before or nothing moves like a stroke. */
export function findStroke(held: HeldMotion, cueMs: number): SeenStroke | null {
  const axes = { n: held.n, right: axis(held.right), up: axis(held.up), towards: axis(held.towards) }
  const gridOf = (ms: number) => Math.ceil((cueMs + ms - held.startMs) / STROKE_STEP_MS)
  const strokes = segmentStrokes(axes, gridOf(SEARCH_MS.from), gridOf(SEARCH_MS.to))
  const answers = strokes.filter(({ onset }) => onset >= gridOf(REACTION_MS.least - ONSET_TOLERANCE_MS))
  const most = Math.max(...answers.map(({ score }) => score))
  const found = answers.find(({ score }) => score >= WIND_UP_SHARE * most)
  if (!found) return null
  return fitPulse(axes, found, held.startMs + found.onset * STROKE_STEP_MS - cueMs)
}

/** The strokes, one after the other, that explain most of the motion together (weighted interval scheduling). */
function segmentStrokes(axes: Axes, first: number, last: number): Candidate[] {
  const steps = last - first + 1
  const total = new Float64Array(steps + 1)
  const chosen: (Candidate | null)[] = []
  for (let step = steps - 1; step >= 0; step--) {
    total[step] = total[step + 1]
    chosen[step] = null
    for (let pulse = 0; pulse < PLANE.length; pulse++) {
      const after = total[Math.min(steps, step + busySteps(pulse))]
      const score = scoreAt(axes, pulse, first + step, total[step] - after)
      const sum = score + after
      if (sum <= total[step] || !isPushed(axes, pulse, first + step)) continue
      total[step] = sum
      chosen[step] = { onset: first + step, pulse, score }
    }
  }
  return inOrder(chosen)
}

/** What was chosen for each onset, followed from the first to the last. */
function inOrder(chosen: readonly (Candidate | null)[]): Candidate[] {
  const strokes: Candidate[] = []
  for (let step = 0; step < chosen.length;) {
    const candidate = chosen[step]
    if (candidate) strokes.push(candidate)
    step += candidate ? busySteps(candidate.pulse) : 1
  }
  return strokes
}

function busySteps(pulse: number): number {
  return Math.ceil(DONE_SHARE * (PLANE[pulse].length - PLANE[pulse].rest))
}

function axis(values: Float64Array): Axis {
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  // Without its mean, so that gravity does not drown the motion in the sums of squares.
  const middle = mean(values)
  const x = values.map((value) => value - middle)
  for (let i = 0; i < x.length; i++) {
    sums[i + 1] = sums[i] + x[i]
    squares[i + 1] = squares[i] + x[i] * x[i]
  }
  return { x, sums, squares }
}

/**
 * Energy that the stroke explains less the energy that stays unexplained; minus infinity where there are no samples for it, and
 * where it is certain before all is worked out that it does not exceed `least`.
 */
function scoreAt({ n, right, up, towards }: Axes, k: number, onset: number, least: number): number {
  const from = onset - PLANE[k].rest
  if (from < 0 || from + PLANE[k].length > n) return Number.NEGATIVE_INFINITY
  const energy = computeEnergy(right, from, PLANE[k].length) + computeEnergy(up, from, PLANE[k].length)
  if (energy < QUIET * QUIET * PLANE[k].length || isBelow(energy, least)) return Number.NEGATIVE_INFINITY
  const r = strokeIn(right, from, PLANE[k])
  const u = strokeIn(up, from, PLANE[k])
  if (isBelow(r * r + u * u, least)) return Number.NEGATIVE_INFINITY
  const inPlane =
    r * r + u * u - computeUnexplained(right, from, PLANE[k], r) - computeUnexplained(up, from, PLANE[k], u)
  if (inPlane <= 0) return inPlane
  const t = strokeIn(towards, from, DEPTH[k])
  return inPlane - DEPTH_WEIGHT * computeUnexplained(towards, from, DEPTH[k], t)
}

/** A stroke explains no more than the energy that is there, and its score is no more than it explains. */
function isBelow(explained: number, least: number): boolean {
  return ROUNDING.share * explained + ROUNDING.energy < least
}

/** Whether the hand is really pushed the way the stroke goes when it starts: a stop alone fits a stroke the other way, too. */
function isPushed({ right, up }: Axes, k: number, onset: number): boolean {
  const { rest, push, stroke } = PLANE[k]
  const from = onset - rest
  let expected = 0
  for (let i = rest; i < rest + push; i++) expected += stroke[i] - stroke[0]
  const r = strokeIn(right, from, PLANE[k])
  const u = strokeIn(up, from, PLANE[k])
  const pushed = r * computePush(right, onset, PLANE[k]) + u * computePush(up, onset, PLANE[k])
  return pushed >= LEAST_PUSH * expected * (r * r + u * u)
}

/** Sum of an axis while the hand speeds up, beyond what it showed at rest. */
function computePush({ sums }: Axis, onset: number, { rest, push }: Pulse): number {
  return sums[onset + push] - sums[onset] - (push / rest) * (sums[onset] - sums[onset - rest])
}

function strokeIn({ x }: Axis, from: number, { stroke, length }: Pulse): number {
  return dot(x, from, stroke, 0, length)
}

/** Energy of an axis that neither rest, tilt nor `stroke` explain. */
function computeUnexplained(whole: Axis, from: number, { tilt, length }: Pulse, stroke: number): number {
  const tilted = dot(whole.x, from, tilt, 0, length)
  return Math.max(0, computeEnergy(whole, from, length) - tilted * tilted - stroke * stroke)
}

/** Energy around the mean of a part. */
function computeEnergy({ sums, squares }: Axis, from: number, length: number): number {
  const total = sums[from + length] - sums[from]
  return squares[from + length] - squares[from] - (total * total) / length
}

function fitPulse({ right, up, towards }: Axes, { onset, pulse: k }: Candidate, onsetMs: number): SeenStroke {
  const pulse = PLANE[k]
  const from = onset - pulse.rest
  const r = strokeIn(right, from, pulse)
  const u = strokeIn(up, from, pulse)
  const explained = r * r + u * u
  const left = computeUnexplained(right, from, pulse, r) + computeUnexplained(up, from, pulse, u)
  return {
    onsetMs,
    durationMs: pulse.durationMs,
    right: r * pulse.scale,
    up: u * pulse.scale,
    towards: strokeIn(towards, from, DEPTH[k]) * DEPTH[k].scale,
    straightness: explained / (explained + left),
  }
}

/**
 * The shape of one straight stroke in the acceleration along it: rest, then a minimum-jerk movement (Flash and Hogan 1985:
 * speeding up, then slowing down alike), on top of a constant and of the slow shift that gravity makes when the arm tilts
 * the phone on the way. The three parts are orthonormal, so that each is fitted by one product.
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

/** Where the hand is at a share u of the time, as a share of the way. */
type Path = (u: number) => number

/** `stiffness` says how far the tilt is held back: the higher, the less of a one-sided push is taken for tilt. */
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
  // One more place than samples: holding back a part is the same as having seen it be zero once.
  const constant = new Float64Array(length + 1).fill(1 / Math.sqrt(length), 0, length)
  const tilt = new Float64Array(length + 1)
  const stroke = new Float64Array(length + 1)
  for (let i = 0; i < moving; i++) {
    tilt[rest + i] = path((i + 0.5) / moving)
    stroke[rest + i] = path((i + 1.5) / moving) - 2 * path((i + 0.5) / moving) + path((i - 0.5) / moving)
  }
  const push = stroke.findIndex((value) => value < 0) - rest
  tilt[length] = Math.sqrt(stiffness)
  const size = norm(stroke)
  makeOrthonormal(tilt, [constant])
  const kept = makeOrthonormal(stroke, [constant, tilt])
  return { durationMs, rest, push, length, tilt, stroke, scale: size / kept / Math.sqrt(moving) }
}

/** Takes the parts out of x and scales it to length one; answers the length that was left. */
function makeOrthonormal(x: Float64Array, parts: readonly Float64Array[]): number {
  for (const part of parts) {
    const share = dot(x, 0, part, 0, x.length)
    addScaled(part, 0, -share, x, 0, x.length)
  }
  const size = norm(x)
  for (let i = 0; i < x.length; i++) x[i] /= size
  return size
}

function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, 0, x, 0, x.length))
}
