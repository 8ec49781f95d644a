import { say } from '../../../words/speak.ts'
/** One of the five things a person does before the camera. */
export type Phase = { title: string; words: string }

/** In this order; the number of a phase, from 1, is what the upload carries. */
export const PHASES: readonly Phase[] = [
  { title: say('Stand relaxed'), words: say('Let your arms hang. Breathe and sway naturally.') },
  { title: say('Raise your arms'), words: say('Both arms out to the sides and up, then down again.') },
  { title: say('Reach across'), words: say('Touch the opposite shoulder with one hand, then switch.') },
  { title: say('Lean'), words: say('Lean to one side, then the other, arms loose.') },
  { title: say('Walk in place'), words: say('Lift your knees one after the other, as if walking.') },
]

export const PHASE_MS = 6000
export const SESSION_MS = PHASES.length * PHASE_MS
/** Time to step back from the screen. */
export const COUNTDOWN_MS = 8000

/** Where a person is, some time after pressing Start. */
export type Moment =
  | { kind: 'counting'; secondsLeft: number }
  | { kind: 'moving'; phase: number; secondsLeft: number; share: number }
  | { kind: 'over' }

/** First the countdown, then phase after phase. `phase` is an index into PHASES. */
export function momentAt(sinceStartMs: number): Moment {
  const ms = sinceStartMs - COUNTDOWN_MS
  if (ms < 0) return { kind: 'counting', secondsLeft: Math.ceil(-ms / 1000) }
  if (ms >= SESSION_MS) return { kind: 'over' }
  const phase = Math.floor(ms / PHASE_MS)
  return { kind: 'moving', phase, secondsLeft: Math.ceil(((phase + 1) * PHASE_MS - ms) / 1000), share: ms / SESSION_MS }
}
