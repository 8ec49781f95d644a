import type { Challenge } from '@stillhere/engine'

/** From cue to cue at the live pace: between two cues there must be time to commit, and for the next stroke to come. */
const LIVE_GAP_MS = { least: 1300, most: 1530 }

/** The same strokes at times of their own, drawn with numbers from 0 to 1. */
export function spaceOut({ strokes, durationMs, ...rest }: Challenge, random: () => number): Challenge {
  const [lead, tail] = [strokes[0]?.atMs ?? 0, durationMs - (strokes.at(-1)?.atMs ?? 0)]
  let atMs = lead
  const spaced = strokes.map(({ direction }, index) => {
    if (index > 0) atMs += LIVE_GAP_MS.least + Math.floor(random() * (LIVE_GAP_MS.most + 1 - LIVE_GAP_MS.least))
    return { direction, atMs }
  })
  return { ...rest, strokes: spaced, durationMs: atMs + tail }
}

/** A live challenge between two steps. */
export type LiveState = {
  challenge: Challenge
  /** How many steps were made. */
  step: number
  issuedAt: Date
  /** When the capture began by the server's clock, as the first step told; null before it. */
  beganAt: Date | null
  /** Why it takes no step any more, in words; null while it does. */
  ended: string | null
  expiresAt: Date
}

/** A call for the next stroke. */
export type Step = { elapsedMs: number; now: Date }

// A person reacts within 0.9 s; whoever waits longer than 2 s has missed the next cue.
const AFTER_CUE_MS = { least: 400, most: 2000 }
/** The last step comes at the end of the capture, which no further stroke waits for. */
const AROUND_END_MS = 700
/** Clocks of several processes differ. */
const TOLERANCE_MS = 500
/**
 * By how much a later step may disagree with the first one on when the capture began. Networks delay one call more than another; whoever
 * wants more time to compute gets so much in all, and not so much for each stroke.
 */
const AGREEMENT_MS = { earlier: 1000, later: 1500 }

/** When a step may come, in ms since the first sample: some time after the cue of its stroke, and the last one at the end. */
function stepWindow({ strokes, durationMs }: Challenge, step: number): { least: number; most: number } {
  const isLast = step === strokes.length - 1
  if (isLast) return { least: durationMs - AROUND_END_MS, most: durationMs + AROUND_END_MS }
  const cueMs = strokes[step]?.atMs ?? Number.NaN
  return { least: cueMs + AFTER_CUE_MS.least, most: cueMs + AFTER_CUE_MS.most }
}

/** Why a step cannot be made, in words for whoever wrote the client; null for one that can. */
export function findStepProblem(state: LiveState, { elapsedMs, now }: Step): string | null {
  if (state.ended !== null) return state.ended
  if (now.getTime() >= state.expiresAt.getTime()) return 'The challenge has expired.'
  if (state.step >= state.challenge.strokes.length) return 'All motion was committed before this step.'
  const { least, most } = stepWindow(state.challenge, state.step)
  if (elapsedMs < least) return `Step ${state.step + 1} came too early, or an earlier one came twice.`
  if (elapsedMs > most) return `Step ${state.step + 1} came too late.`
  return findClockProblem(state, { elapsedMs, now })
}

function findClockProblem({ step, issuedAt, beganAt }: LiveState, { elapsedMs, now }: Step): string | null {
  const began = now.getTime() - elapsedMs
  if (began < issuedAt.getTime() - TOLERANCE_MS)
    return 'elapsed_ms is more than the time since the challenge was issued.'
  if (beganAt === null) return null
  if (began < beganAt.getTime() - AGREEMENT_MS.earlier)
    return `Step ${step + 1} came too early: less time has passed than elapsed_ms says.`
  if (began > beganAt.getTime() + AGREEMENT_MS.later)
    return `Step ${step + 1} came too late: more time has passed than elapsed_ms says.`
  return null
}

/** How long after its time a sample may be committed: a page gets readings late, and pictures are looked at first. */
const LATE_SAMPLE_MS = { imu: 300, camera: 1000, pose: 1000 } as const
const EARLY_SAMPLE_MS = 100

/** How many samples of each stream were committed by the end of a step. */
export type CommittedCounts = Record<Stream, number>
export type Stream = keyof typeof LATE_SAMPLE_MS
export const STREAMS = ['imu', 'camera', 'pose'] as const satisfies Stream[]

/** Whether a sample of this time can have been first committed between two steps. */
export function isCommittedInTime(stream: Stream, t: unknown, { sinceMs, untilMs }: StepSpan): boolean {
  return typeof t === 'number' && t >= sinceMs - LATE_SAMPLE_MS[stream] && t <= untilMs + EARLY_SAMPLE_MS
}

/** From the step before to this one, in ms since the first sample. */
export type StepSpan = { sinceMs: number; untilMs: number }
