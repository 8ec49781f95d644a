import { challenge as learned } from '../model/index.ts'
import { computeAngle, type CommandedStroke, type Direction, DIRECTIONS } from './challenge.ts'
import { ONSET_TOLERANCE_MS, REACTION_MS, type DetectedStroke } from './detection.ts'

export type StrokeOutcome = 'clear' | 'unclear' | 'wrong' | 'missing'

/** The judgement of one commanded stroke. */
export type JudgedStroke = CommandedStroke & {
  /** The detected direction, or null. */
  seen: Direction | null
  /** Time from the cue to the movement. */
  onsetMs: number | null
  /** Probability of the commanded direction among all, 0 to 1; at least a half only if the stroke is clear. */
  confidence: number
  outcome: StrokeOutcome
  explanation: string
}

const CLEAR = 0.6
const POSSIBLE = 0.1
const MOST_IF_NOT_CLEAR = 0.49
// A movement that isn't one clean stroke may be a clumsy response up to this angle from the commanded direction.
const CLUMSY = (3 * Math.PI) / 8

/**
 * Judges the detected strokes of one answer and returns the outcome of each commanded stroke, in order. `seen[i]` is
 * the stroke detected for `commands[i]`, or null. The strokes are judged together, because all of them show how the
 * person holds the phone.
 */
export function judgeStrokes(
  commands: readonly CommandedStroke[],
  seen: readonly (DetectedStroke | null)[],
  parameters: ChallengeParameters,
): JudgedStroke[] {
  const clean = seen.flatMap((stroke, i) =>
    stroke && findAbsenceReason(stroke, parameters) === null && findQualityProblem(stroke, parameters) === null
      ? [{ stroke, direction: commands[i].direction }]
      : [],
  )
  const directions = clean.map(({ direction }) => direction)
  const moves = clean.map(({ stroke }) => stroke)
  const holding = estimateHolding(directions, moves, parameters.angleSd)
  return commands.map((command, i) => {
    const stroke = seen[i]
    if (stroke === null) return createMissingStroke(command, null, NOTHING)
    const absent = findAbsenceReason(stroke, parameters)
    if (absent === NOTHING) return createMissingStroke(command, null, NOTHING)
    return absent === null
      ? judgePerformedStroke(command, stroke, holding, parameters)
      : createMissingStroke(command, Math.round(stroke.onsetMs), absent)
  })
}

const NOTHING = 'nothing that moves like a stroke followed the cue'

/** Returns why a movement isn't a response to the cue, or null if it is one. */
function findAbsenceReason(
  stroke: DetectedStroke,
  { leastStrength, leastStraightness }: ChallengeParameters,
): string | null {
  const { right, up, straightness, onsetMs } = stroke
  if (Math.hypot(right, up) < leastStrength || straightness < leastStraightness) return NOTHING
  if (onsetMs <= REACTION_MS.most + ONSET_TOLERANCE_MS) return null
  return `began ${Math.round(onsetMs)} ms after the cue: too late, ${REACTION_MS.most} ms are allowed`
}

/** Returns why a movement isn't one clean stroke, or null if it is. */
function findQualityProblem(
  { straightness, right, up, towards }: DetectedStroke,
  { clearStraightness, mostDepth }: ChallengeParameters,
): string | null {
  if (straightness < clearStraightness) return 'not one straight movement from rest'
  return Math.abs(towards) > mostDepth * Math.hypot(right, up) ? 'mostly towards or away from the person' : null
}

function createMissingStroke(
  { direction, atMs }: CommandedStroke,
  onsetMs: number | null,
  explanation: string,
): JudgedStroke {
  return { direction, atMs, seen: null, onsetMs, confidence: 0, outcome: 'missing', explanation }
}

function judgePerformedStroke(
  { direction, atMs }: CommandedStroke,
  stroke: DetectedStroke,
  holding: Holding,
  parameters: ChallengeParameters,
): JudgedStroke {
  const angle = computeIntendedAngle(stroke, holding)
  const likely = computeDirectionOdds(angle, parameters.angleSd)
  const seen = DIRECTIONS[likely.indexOf(Math.max(...likely))]
  const odds = likely[DIRECTIONS.indexOf(direction)]
  const blurred = findQualityProblem(stroke, parameters)
  const outcome = blurred === null ? judgeCleanStroke(odds) : judgeClumsyStroke(angle, direction)
  const confidence = outcome === 'clear' ? odds : Math.min(odds, MOST_IF_NOT_CLEAR)
  const explanation = explainOutcome(outcome, seen, blurred)
  return { direction, atMs, seen, onsetMs: Math.round(stroke.onsetMs), confidence, outcome, explanation }
}

function judgeCleanStroke(odds: number): StrokeOutcome {
  if (odds >= CLEAR) return 'clear'
  return odds >= POSSIBLE ? 'unclear' : 'wrong'
}

function judgeClumsyStroke(angle: number, direction: Direction): StrokeOutcome {
  return measureAngleBetween(angle, computeAngle(direction)) <= CLUMSY ? 'unclear' : 'wrong'
}

function explainOutcome(outcome: StrokeOutcome, seen: Direction, blurred: string | null): string {
  if (outcome === 'clear') return 'performed as commanded'
  if (blurred !== null) return `was ${blurred}, rather ${seen}`
  return outcome === 'wrong' ? `went ${seen} instead` : `went between two directions, rather ${seen}`
}

export type ChallengeParameters = {
  /** Spread of the angle of a stroke around the commanded one, in radians. */
  angleSd: number
  /** Below this root mean square acceleration in m/s² there is no stroke. */
  leastStrength: number
  /** Share explained by one straight stroke: above the first a stroke is clear, below the second there is none. */
  clearStraightness: number
  leastStraightness: number
  /**
   * Movement towards or away from the person above which the direction isn't clear, as a share of the movement in the
   * plane.
   */
  mostDepth: number
}

/** Learned by lab/training/challenge.ts. */
export const CHALLENGE: ChallengeParameters = learned

/**
 * Deviation of a person's strokes because of how they hold the phone: all are rotated by `turn` (radians), and vertical
 * strokes are longer than horizontal ones by the factor `aspect`.
 */
type Holding = { turn: number; aspect: number }

/** A movement in the plane of the directions. */
type PlaneMove = { right: number; up: number }

/** A holding with the log-likelihood of each move and the total, including the prior of the holding. */
type HoldingFit = { holding: Holding; moves: number[]; total: number }

// People differ in both. The recordings contain one person, so the spreads are assumptions: 7 degrees, and a quarter.
const TURN_SD = 0.12
const ASPECT_SD = 0.25
const TURNS = [-12, -8, -4, 0, 4, 8, 12].map((degrees) => (degrees * Math.PI) / 180)
const ASPECTS = [0.7, 0.84, 1, 1.19, 1.42]
// Likelihood of a stroke in a random direction; keeps one wrong stroke from distorting the others.
const STRAY = 0.1
const EIGHTH = Math.PI / 4
// The holding of the commanded sequence is used up to these odds against that sequence.
const MOST_ODDS_AGAINST = 4

/**
 * Estimates how the person holds the phone (rotation and aspect ratio of the strokes) from moves that answer commanded
 * directions. If another sequence of directions explains the moves clearly better, even without the most deviating
 * stroke, returns the holding under that sequence. `angleSd` is the spread of angles in radians.
 */
export function estimateHolding(
  commanded: readonly Direction[],
  moves: readonly PlaneMove[],
  angleSd: number,
): Holding {
  const asCommanded = findLikeliestHolding(moves, angleSd, (angle, i) =>
    measureAngleBetween(angle, computeAngle(commanded[i])),
  )
  const asAny = findLikeliestHolding(moves, angleSd, (angle) => Math.abs(angle - EIGHTH * Math.round(angle / EIGHTH)))
  const against = asAny.moves.map((value, i) => value - asCommanded.moves[i])
  const odds = asAny.total - asCommanded.total - Math.max(0, ...against)
  return odds <= Math.log(MOST_ODDS_AGAINST) ? asCommanded.holding : asAny.holding
}

function findLikeliestHolding(
  moves: readonly PlaneMove[],
  angleSd: number,
  off: (angle: number, i: number) => number,
): HoldingFit {
  let best: HoldingFit | null = null
  for (const turn of TURNS) {
    for (const aspect of ASPECTS) {
      const holding = { turn, aspect }
      const each = moves.map((move, i) => {
        return Math.log(Math.exp(-0.5 * (off(computeIntendedAngle(move, holding), i) / angleSd) ** 2) + STRAY)
      })
      const prior = -0.5 * ((turn / TURN_SD) ** 2 + (Math.log(aspect) / ASPECT_SD) ** 2)
      const total = each.reduce((a, b) => a + b, prior)
      if (best === null || total > best.total) best = { holding, moves: each, total }
    }
  }
  return best as HoldingFit
}

/**
 * Returns the angle (radians, counterclockwise from right) that a move would have if the phone were held level and
 * horizontal and vertical strokes were equally long.
 */
export function computeIntendedAngle({ right, up }: PlaneMove, { turn, aspect }: Holding): number {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return Math.atan2((c * up - s * right) / aspect, c * right + s * up)
}

/**
 * Returns the probability of each direction, in the order of DIRECTIONS, for a clean stroke at `angle` (radians).
 * `angleSd` is the spread of angles around the commanded one. The probabilities add up to 1.
 */
export function computeDirectionOdds(angle: number, angleSd: number): number[] {
  const densities = DIRECTIONS.map((direction) =>
    Math.exp(-0.5 * (measureAngleBetween(angle, computeAngle(direction)) / angleSd) ** 2),
  )
  const total = densities.reduce((a, b) => a + b, 0)
  return densities.map((density) => density / total)
}

/** Returns the absolute difference of two angles in radians, 0 to π. */
export function measureAngleBetween(a: number, b: number): number {
  return Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
}
