import { angleOf, type CommandedStroke, DIRECTIONS, type Direction } from './challenge.ts'
import { apart, directionOdds, type Holding, estimateHolding, computeIntendedAngle } from './holding.ts'
import type { ChallengeParameters } from './parameters.ts'
import { ONSET_TOLERANCE_MS, REACTION_MS, type SeenStroke } from './seen.ts'

export type StrokeOutcome = 'clear' | 'unclear' | 'wrong' | 'missing'

/** What became of one commanded stroke. */
export type JudgedStroke = CommandedStroke & {
  /** The direction that was seen, if any. */
  seen: Direction | null
  /** From the cue to the movement. */
  onsetMs: number | null
  /** How likely the commanded direction is among all, 0 to 1; at least a half only if the stroke is clear. */
  confidence: number
  outcome: StrokeOutcome
  explanation: string
}

const CLEAR = 0.6
const POSSIBLE = 0.1
const MOST_IF_NOT_CLEAR = 0.49
// A movement that is no clean stroke may be a clumsy answer up to this far from the commanded direction.
const CLUMSY = (3 * Math.PI) / 8

/** Judges the strokes of one answer together: how the person holds the phone shows in all of them. */
export function judgeStrokes(
  commands: readonly CommandedStroke[],
  seen: readonly (SeenStroke | null)[],
  parameters: ChallengeParameters,
): JudgedStroke[] {
  const clean = seen.flatMap((stroke, i) =>
    stroke && absence(stroke, parameters) === null && blur(stroke, parameters) === null
      ? [{ stroke, direction: commands[i].direction }]
      : [],
  )
  const directions = clean.map(({ direction }) => direction)
  const moves = clean.map(({ stroke }) => stroke)
  const holding = estimateHolding(directions, moves, parameters.angleSd)
  return commands.map((command, i) => {
    const stroke = seen[i]
    if (stroke === null) return missing(command, null, NOTHING)
    const absent = absence(stroke, parameters)
    if (absent === NOTHING) return missing(command, null, NOTHING)
    return absent === null
      ? present(command, stroke, holding, parameters)
      : missing(command, Math.round(stroke.onsetMs), absent)
  })
}

const NOTHING = 'nothing that moves like a stroke followed the cue'

/** Why a movement is no answer to the cue at all, or null if it is one. */
function absence(stroke: SeenStroke, { leastStrength, leastStraightness }: ChallengeParameters): string | null {
  const { right, up, straightness, onsetMs } = stroke
  if (Math.hypot(right, up) < leastStrength || straightness < leastStraightness) return NOTHING
  if (onsetMs <= REACTION_MS.most + ONSET_TOLERANCE_MS) return null
  return `began ${Math.round(onsetMs)} ms after the cue: too late, ${REACTION_MS.most} ms are allowed`
}

/** What keeps a movement from being one clean stroke, or null. */
function blur(
  { straightness, right, up, towards }: SeenStroke,
  { clearStraightness, mostDepth }: ChallengeParameters,
): string | null {
  if (straightness < clearStraightness) return 'not one straight movement from rest'
  return Math.abs(towards) > mostDepth * Math.hypot(right, up) ? 'mostly towards or away from the person' : null
}

function missing({ direction, atMs }: CommandedStroke, onsetMs: number | null, explanation: string): JudgedStroke {
  return { direction, atMs, seen: null, onsetMs, confidence: 0, outcome: 'missing', explanation }
}

function present(
  { direction, atMs }: CommandedStroke,
  stroke: SeenStroke,
  holding: Holding,
  parameters: ChallengeParameters,
): JudgedStroke {
  const angle = computeIntendedAngle(stroke, holding)
  const likely = directionOdds(angle, parameters.angleSd)
  const seen = DIRECTIONS[likely.indexOf(Math.max(...likely))]
  const odds = likely[DIRECTIONS.indexOf(direction)]
  const blurred = blur(stroke, parameters)
  const outcome = blurred === null ? cleanOutcome(odds) : clumsyOutcome(angle, direction)
  const confidence = outcome === 'clear' ? odds : Math.min(odds, MOST_IF_NOT_CLEAR)
  const explanation = explainOutcome(outcome, seen, blurred)
  return { direction, atMs, seen, onsetMs: Math.round(stroke.onsetMs), confidence, outcome, explanation }
}

function cleanOutcome(odds: number): StrokeOutcome {
  if (odds >= CLEAR) return 'clear'
  return odds >= POSSIBLE ? 'unclear' : 'wrong'
}

function clumsyOutcome(angle: number, direction: Direction): StrokeOutcome {
  return apart(angle, angleOf(direction)) <= CLUMSY ? 'unclear' : 'wrong'
}

function explainOutcome(outcome: StrokeOutcome, seen: Direction, blurred: string | null): string {
  if (outcome === 'clear') return 'performed as commanded'
  if (blurred !== null) return `was ${blurred}, rather ${seen}`
  return outcome === 'wrong' ? `went ${seen} instead` : `went between two directions, rather ${seen}`
}
