import { COUNTDOWN_MS, PHASE_MS, PHASES, SESSION_MS } from './phases.ts'

export type Joint = { x: number; y: number; z?: number }

/** What was found in one picture: joints in widths of the picture, whose height in widths is `aspect`. */
export type Sight = { t: number; joints: readonly Joint[]; aspect: number }

export type Frame = { t: number; joints: Joint[] }

/** All that was taken of a session: points and times from its beginning. */
export type Take = {
  frames: Frame[]
  /** The height of the pictures in widths. */
  aspect: number
  /** How many of the frames hold the whole body inside the picture. */
  wholeFrames: number
  /** How many frames each phase has. */
  phaseFrames: number[]
  /** In how many of the session's seconds somebody was seen. */
  secondsSeen: number
}

// Thirty seconds in steps of at least this make no more than the 1,200 frames that the service takes.
const LEAST_STEP_MS = 25
const USUAL_ASPECT = 0.75

/** The session out of everything that was seen since Start was pressed: the countdown is left out, and cameras that are too quick are thinned. */
export function makeTake(sights: readonly Sight[], startedMs: number): Take {
  const from = startedMs + COUNTDOWN_MS
  const kept: Sight[] = []
  for (const sight of sights) {
    const isInside = sight.t >= from && sight.t < from + SESSION_MS
    if (isInside && sight.t - (kept.at(-1)?.t ?? -Infinity) >= LEAST_STEP_MS) kept.push(sight)
  }
  const frames = kept.map(({ t, joints }) => ({ t: round(t - from, 3), joints: joints.map(roundJoint) }))
  return {
    frames,
    aspect: kept.at(-1)?.aspect ?? USUAL_ASPECT,
    wholeFrames: kept.filter(isWhole).length,
    phaseFrames: PHASES.map((_, phase) => frames.filter(({ t }) => Math.floor(t / PHASE_MS) === phase).length),
    secondsSeen: new Set(frames.map(({ t }) => Math.floor(t / 1000))).size,
  }
}

/** Whether every joint lies inside the picture; the model also guesses those outside of it. */
export function isWhole({ joints, aspect }: Sight): boolean {
  return joints.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= aspect)
}

/** The frames of the middle of a session, which the service scores too. */
export function cutMiddle(frames: readonly Frame[], ms: number): Frame[] {
  const [first, last] = [frames[0]?.t ?? 0, frames.at(-1)?.t ?? 0]
  const from = (first + last - ms) / 2
  return frames.filter(({ t }) => t >= from && t <= from + ms)
}

// A millionth of the picture's width is far below what a camera sees.
function roundJoint({ x, y, z }: Joint): Joint {
  const flat = { x: round(x, 6), y: round(y, 6) }
  return z === undefined ? flat : { ...flat, z: round(z, 6) }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
