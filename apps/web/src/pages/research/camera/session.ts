import { formatNumber, say } from '../../../words/speak.ts'

/** Why a session can't be used, and what to do about it. */
export type Shortcoming = { title: string; advice: string }

/** The phases of a session, in order. The upload numbers them from 1. */
export const PHASES: readonly Phase[] = [
  { title: say('Stand relaxed'), words: say('Let your arms hang. Breathe and sway naturally.') },
  { title: say('Raise your arms'), words: say('Both arms out to the sides and up, then down again.') },
  { title: say('Reach across'), words: say('Touch the opposite shoulder with one hand, then switch.') },
  { title: say('Lean'), words: say('Lean to one side, then the other, arms loose.') },
  { title: say('Walk in place'), words: say('Lift your knees one after the other, as if walking.') },
]

export const PHASE_MS = 6000

export const SESSION_MS = PHASES.length * PHASE_MS

const SESSION_SECONDS = SESSION_MS / 1000
const LEAST_SHARE = 0.5
// The engine gives no score below this; see docs/internals/presence.md.
const LEAST_FPS = 8

/** Checks whether a session is worth sending. Returns the shortcoming to show, or null. `reason` is the engine's reason for giving no score, or null. */
export function checkTake(take: Take, reason: string | null): Shortcoming | null {
  const { frames, secondsSeen, wholeFrames } = take
  if (frames.length < 2) {
    return {
      title: say('We couldn’t see anyone.'),
      advice: say('Add some light, stand in front of a plain wall, and step into the picture.'),
    }
  }
  if (secondsSeen < LEAST_SHARE * SESSION_SECONDS) {
    return {
      title: say('We saw you in {seen} of {all} seconds.', { seen: secondsSeen, all: SESSION_SECONDS }),
      advice: say('Stay in the picture until the end, with light from the front.'),
    }
  }
  if (frames.length < LEAST_FPS * secondsSeen) return describeSlowDevice(frames.length / secondsSeen)
  if (wholeFrames < LEAST_SHARE * frames.length) {
    return {
      title: say('Part of you was out of the picture most of the time.'),
      advice: say('Step back or tilt the camera until your head and feet are both visible.'),
    }
  }
  return reason === null
    ? null
    : { title: say('We saw too little motion.'), advice: say('Details: {reason}.', { reason }) }
}

function describeSlowDevice(fps: number): Shortcoming {
  return {
    title: say('This device managed only {fps} frames per second.', { fps: formatNumber(fps, 1) }),
    advice: say('We need at least {fps}. Close other apps, charge the device, or use a faster one.', {
      fps: LEAST_FPS,
    }),
  }
}

export type Joint = { x: number; y: number; z?: number }

/** The body in one picture. Joints are in units of the picture's width; `aspect` is its height in these units. */
export type Sight = { t: number; joints: readonly Joint[]; aspect: number }

export type Frame = { t: number; joints: Joint[] }

/** A captured session: its frames, with times from its start. */
export type Take = {
  frames: Frame[]
  /** Height of the pictures divided by their width. */
  aspect: number
  /** Number of frames with the whole body inside the picture. */
  wholeFrames: number
  /** Number of frames in each phase. */
  phaseFrames: number[]
  /** How many seconds of the session show a person. */
  secondsSeen: number
}

// At this minimum step, thirty seconds never exceed the service's limit of 1,200 frames.
const LEAST_STEP_MS = 25
const USUAL_ASPECT = 0.75

/**
 * Creates the session from all body positions seen since Start: drops the countdown and everything after the last phase, and thins out
 * fast cameras. `startedMs` is the time of Start on the same clock.
 */
export function createTake(sights: readonly Sight[], startedMs: number): Take {
  const from = startedMs + COUNTDOWN_MS
  const kept: Sight[] = []
  for (const sight of sights) {
    const isInside = sight.t >= from && sight.t < from + SESSION_MS
    if (isInside && sight.t - (kept.at(-1)?.t ?? -Infinity) >= LEAST_STEP_MS) kept.push(sight)
  }
  const frames = kept.map(({ t, joints }) => ({ t: toRounded(t - from, 3), joints: joints.map(toRoundedJoint) }))
  return {
    frames,
    aspect: kept.at(-1)?.aspect ?? USUAL_ASPECT,
    wholeFrames: kept.filter(isWhole).length,
    phaseFrames: PHASES.map((_, phase) => frames.filter(({ t }) => Math.floor(t / PHASE_MS) === phase).length),
    secondsSeen: new Set(frames.map(({ t }) => Math.floor(t / 1000))).size,
  }
}

/** Returns true if every joint of a body is inside the picture. The model also estimates joints outside it. */
export function isWhole({ joints, aspect }: Sight): boolean {
  return joints.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= aspect)
}

/** Returns the frames in the middle `ms` milliseconds of a session. The service scores the same part. */
export function selectMiddle(frames: readonly Frame[], ms: number): Frame[] {
  const [first, last] = [frames[0]?.t ?? 0, frames.at(-1)?.t ?? 0]
  const from = (first + last - ms) / 2
  return frames.filter(({ t }) => t >= from && t <= from + ms)
}

// A millionth of the picture's width is far below a camera's resolution.
function toRoundedJoint({ x, y, z }: Joint): Joint {
  const flat = { x: toRounded(x, 6), y: toRounded(y, 6) }
  return z === undefined ? flat : { ...flat, z: toRounded(z, 6) }
}

function toRounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** One of the five things a person does in front of the camera. */
type Phase = { title: string; words: string }

/** Time to step back from the screen. */
export const COUNTDOWN_MS = 8000

/** The state of a session at a moment after Start. */
export type Moment =
  | { kind: 'counting'; secondsLeft: number }
  | { kind: 'moving'; phase: number; secondsLeft: number; share: number }
  | { kind: 'over' }

/** Returns the state of a session `sinceStartMs` after Start: the countdown, then one phase after the other (`phase` is an index into PHASES), then `over`. */
export function computeMoment(sinceStartMs: number): Moment {
  const ms = sinceStartMs - COUNTDOWN_MS
  if (ms < 0) return { kind: 'counting', secondsLeft: Math.ceil(-ms / 1000) }
  if (ms >= SESSION_MS) return { kind: 'over' }
  const phase = Math.floor(ms / PHASE_MS)
  return { kind: 'moving', phase, secondsLeft: Math.ceil(((phase + 1) * PHASE_MS - ms) / 1000), share: ms / SESSION_MS }
}
