import type { ImuSample } from '@stillhere/engine'
import type { ScanMode, ScanPhase, StrokeProgress } from './progress.ts'

/** The state of a scan that determines its hint. */
export type HintState = {
  phase: ScanPhase
  mode: ScanMode
  stroke: StrokeProgress | null
  /** How long ago the cue of the current stroke was. */
  sinceCueMs: number
  /** How strongly the phone shook in the last half second, in m/s²; null without samples. */
  agitation: number | null
  score: number | null
}

// A phone on a table shows only rounding noise; a hand at rest shows more.
const STILL = 0.03
// A waiting hand stays below this; strokes exceed 1 m/s².
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

/**
 * Selects the short English hint that the page shows in this state of the scan ("Hold still until the arrow lights up."). Returns null for a phase
 * without a hint.
 */
export function selectHint(state: HintState): string | null {
  const { phase, mode } = state
  if (phase === 'capturing') return mode === 'pointer' ? selectPointerHint(state) : selectStrokeHint(state)
  if (phase !== 'countdown') return mode === 'pointer' && phase === 'asking' ? null : PHASE_HINTS[phase]
  if (mode === 'pointer') return 'Practice: follow each arrow with the mouse, a finger or the arrow keys.'
  return isStill(state) ? TAKE_IT : 'Hold the phone loosely, and wait for the first arrow.'
}

/**
 * Measures how strongly the acceleration varied over the last half second: the standard deviation over all three axes, in m/s². Returns null for
 * fewer than five samples.
 */
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

function selectStrokeHint({ stroke, sinceCueMs, agitation, score, ...state }: HintState): string {
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

function selectPointerHint({ stroke }: HintState): string {
  if (stroke?.state === 'now') return `Move ${stroke.direction.replace('-', ' and to the ')}, and stop there.`
  return stroke?.state === 'over' ? 'Stay there, and wait for the next arrow.' : 'Wait for the arrow.'
}

function isStill({ agitation }: Pick<HintState, 'agitation'>): boolean {
  return agitation !== null && agitation < STILL
}
