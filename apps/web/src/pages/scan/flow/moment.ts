import type { Direction, LiveParts, ScanMode, ScanPhase, ScanProgress } from '@stillhere/client/capture'

/** The arrow of a moment, where one is to be followed. */
export type Arrow = { direction: Direction; number: number; of: number; state: 'coming' | 'now' }

/** What is shown of a scan at one moment. It changes ten times a second, where a scan reports sixty times. */
export type Moment = {
  phase: ScanPhase
  mode: ScanMode
  secondsLeft: number
  /** Of the time for all strokes, in tenths of a second. */
  elapsed: number
  duration: number
  score: number | null
  parts: LiveParts | null
  arrow: Arrow | null
  /** What to do now, in large letters, and what helps with it. */
  command: string
  hint: string
}

const COMMANDS: Readonly<Record<Exclude<ScanPhase, 'capturing'>, string>> = {
  asking: 'Allow motion',
  preparing: 'Getting ready',
  countdown: 'Hold still',
  judging: 'Looking at what was felt',
  signing: 'Asking for the signature',
  done: 'Done',
}

/** A moment of a scan as it is shown. */
export function momentOf(progress: ScanProgress): Moment {
  const { phase, mode, secondsLeft, elapsedMs, durationMs, score, parts, stroke } = progress
  const arrow = phase === 'capturing' ? arrowOf(stroke) : null
  return {
    phase,
    mode,
    secondsLeft,
    elapsed: Math.round(elapsedMs / 100),
    duration: Math.round(durationMs / 100),
    score: score === null ? null : hundredths(score),
    parts: parts && roundedParts(parts),
    arrow,
    command: commandOf(progress),
    hint: hintOf(progress),
  }
}

/** Whether two moments look the same. */
export function looksSame(one: Moment, other: Moment): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function arrowOf(stroke: ScanProgress['stroke']): Arrow | null {
  if (stroke === null || stroke.state === 'over') return null
  const { direction, index, of, state } = stroke
  return { direction, number: index + 1, of, state }
}

function commandOf({ phase, stroke }: ScanProgress): string {
  if (phase !== 'capturing') return COMMANDS[phase]
  if (stroke === null) return 'Wait for the arrow'
  if (stroke.state === 'over') return 'Come back'
  const direction = stroke.direction.replace('-', ' and ')
  return stroke.state === 'coming' ? `Next: ${direction}` : `Move ${direction}`
}

// The command says the most of it already, and whoever moves reads one short line at most.
function hintOf({ mode, stroke, hint }: ScanProgress): string {
  const isTold = stroke?.state === 'now' && (mode === 'pointer' || hint === stroke.words)
  if (isTold) return 'Straight, then stop and come back.'
  if (hint === 'Wait for the arrow.') return ''
  return (hint ?? '').replace('Come back, and wait', 'Wait')
}

function roundedParts({ microTiming, noiseResidual, freqEntropy, bioPerturb }: LiveParts): LiveParts {
  return {
    microTiming: hundredths(microTiming),
    noiseResidual: hundredths(noiseResidual),
    freqEntropy: hundredths(freqEntropy),
    bioPerturb: hundredths(bioPerturb),
  }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
