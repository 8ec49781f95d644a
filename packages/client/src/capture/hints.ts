import type { ImuSample } from '@stillhere/engine'
import type { ScanMode, ScanPhase, StrokeProgress } from './progress.ts'

/** What a hint is made of. */
export type HintState = {
  phase: ScanPhase
  mode: ScanMode
  stroke: StrokeProgress | null
  /** How long the present stroke has been due. */
  sinceCueMs: number
  /** How strongly the phone shook in the last moments, in m/s²; null without samples. */
  agitation: number | null
  score: number | null
}

// A phone on a table shows nothing but its rounding; a hand at rest shows more.
const STILL = 0.03
// Between strokes a hand that waits stays below; strokes go beyond 1 m/s².
const SHAKY = 1.2
const LOW_SCORE = 0.3
const LATE_MS = 600
const RECENT_MS = 500

const PHASE_HINTS: Readonly<Record<Exclude<ScanPhase, 'countdown' | 'capturing'>, string | null>> = {
  asking: 'Allow the motion sensors.',
  preparing: 'Hold the phone in your hand and look at the screen.',
  resting: null,
  judging: 'Done. Looking at what was seen.',
  offering: null,
  signing: 'Signing the receipt.',
  unsent: null,
  done: null,
}

/** One plain sentence for the person, from what is seen of them at this moment. */
export function chooseHint(state: HintState): string | null {
  const { phase, mode } = state
  if (phase === 'capturing') return mode === 'pointer' ? pointerHint(state) : strokeHint(state)
  if (phase !== 'countdown') return mode === 'pointer' && phase === 'asking' ? null : PHASE_HINTS[phase]
  if (mode === 'pointer') return 'Practice: follow each arrow with the mouse, a finger or the arrow keys.'
  return isStill(state) ? TAKE_IT : 'Hold the phone loosely, and wait for the first arrow.'
}

/** How strongly the acceleration varied over the last half second, in m/s²; null for too little. */
export function measureAgitation(samples: readonly ImuSample[]): number | null {
  const from = (samples.at(-1)?.t ?? 0) - RECENT_MS
  const recent = samples.filter(({ t }) => t >= from)
  if (recent.length < 5) return null
  const variances = (['ax', 'ay', 'az'] as const).map((axis) => computeVariance(recent.map((sample) => sample[axis])))
  return Math.sqrt(variances.reduce((a, b) => a + b, 0))
}

function computeVariance(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}

const TAKE_IT = 'Take the phone in your hand; it lies too still.'

function strokeHint({ stroke, sinceCueMs, agitation, score, ...state }: HintState): string {
  if (stroke?.state === 'now') {
    return sinceCueMs > LATE_MS && agitation !== null && agitation < SHAKY / 4
      ? 'Move now, as the arrow shows.'
      : stroke.words
  }
  if (isStill({ agitation, ...state })) return TAKE_IT
  if (stroke?.state === 'over') return 'Stay there, and wait for the next arrow.'
  if (agitation !== null && agitation > SHAKY) return 'Hold still until the arrow lights up.'
  if (score !== null && score < LOW_SCORE) return 'Hold the phone a little looser, as you would to read.'
  return stroke === null ? 'Wait for the arrow.' : 'Get ready, and wait for the arrow to light up.'
}

function pointerHint({ stroke }: HintState): string {
  if (stroke?.state === 'now') return `Move ${stroke.direction.replace('-', ' and to the ')}, and stop there.`
  return stroke?.state === 'over' ? 'Stay there, and wait for the next arrow.' : 'Wait for the arrow.'
}

function isStill({ agitation }: Pick<HintState, 'agitation'>): boolean {
  return agitation !== null && agitation < STILL
}
