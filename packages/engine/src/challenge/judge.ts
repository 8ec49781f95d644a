import { challenge as learned } from '../model/index.ts'
import { angleOf, type CommandedStroke, type Direction, DIRECTIONS } from './challenge.ts'
import { ONSET_TOLERANCE_MS, REACTION_MS, type SeenStroke } from './detection.ts'

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

export type ChallengeParameters = {
  /** Spread of the angle of a stroke around the commanded one, in radians. */
  angleSd: number
  /** Root mean square acceleration in m/s² under which nothing is taken for a stroke. */
  leastStrength: number
  /** Share explained by one straight stroke from which it is clear, and under which there is none. */
  clearStraightness: number
  leastStraightness: number
  /** Movement towards or away from the person beyond which the direction is not clear. */
  mostDepth: number
}

/** Learned by lab/training/challenge.ts. */
export const CHALLENGE: ChallengeParameters = learned

/** How a person holds the phone and reaches: strokes turned by an angle, those upwards longer by a factor than those aside. */
type Holding = { turn: number; aspect: number }

/** A movement in the plane of the directions. */
type PlaneMove = { right: number; up: number }

/** A holding with the log-likelihood of each move and of all, its own prior included. */
type Explained = { holding: Holding; moves: number[]; total: number }

// People differ in these; the recordings hold one person, so the spreads are assumptions: 7 degrees, and a quarter.
const TURN_SD = 0.12
const ASPECT_SD = 0.25
const TURNS = [-12, -8, -4, 0, 4, 8, 12].map((degrees) => (degrees * Math.PI) / 180)
const ASPECTS = [0.7, 0.84, 1, 1.19, 1.42]
// What a stroke in no particular direction adds to each likelihood, so that one wrong stroke does not bend the others.
const STRAY = 0.1
const EIGHTH = Math.PI / 4
// Odds against the commanded sequence up to which its own holding is believed.
const MOST_ODDS_AGAINST = 4

/**
 * The holding under which the moves are the commanded ones; but where another sequence with a holding of its own explains
 * them better, even without the one stroke that speaks most against the commanded, then the holding of that sequence.
 */
export function estimateHolding(
  commanded: readonly Direction[],
  moves: readonly PlaneMove[],
  angleSd: number,
): Holding {
  const asCommanded = likeliest(moves, angleSd, (angle, i) => apart(angle, angleOf(commanded[i])))
  const asAny = likeliest(moves, angleSd, (angle) => Math.abs(angle - EIGHTH * Math.round(angle / EIGHTH)))
  const against = asAny.moves.map((value, i) => value - asCommanded.moves[i])
  const odds = asAny.total - asCommanded.total - Math.max(0, ...against)
  return odds <= Math.log(MOST_ODDS_AGAINST) ? asCommanded.holding : asAny.holding
}

function likeliest(moves: readonly PlaneMove[], angleSd: number, off: (angle: number, i: number) => number): Explained {
  let best: Explained | null = null
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
  return best as Explained
}

/** The angle a move would have had with the phone held level and strokes of one length. */
export function computeIntendedAngle({ right, up }: PlaneMove, { turn, aspect }: Holding): number {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return Math.atan2((c * up - s * right) / aspect, c * right + s * up)
}

/** How likely each direction is, given the angle of a clean stroke. */
export function directionOdds(angle: number, angleSd: number): number[] {
  const densities = DIRECTIONS.map((direction) => Math.exp(-0.5 * (apart(angle, angleOf(direction)) / angleSd) ** 2))
  const total = densities.reduce((a, b) => a + b, 0)
  return densities.map((density) => density / total)
}

/** The angle between two directions, 0 to π. */
export function apart(a: number, b: number): number {
  return Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
}
