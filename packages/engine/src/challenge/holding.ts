import { angleOf, DIRECTIONS, type Direction } from './challenge.ts'

/** How a person holds the phone and reaches: strokes turned by an angle, those upwards longer by a factor than those aside. */
export type Holding = { turn: number; aspect: number }

/** A movement in the plane of the directions. */
export type PlaneMove = { right: number; up: number }

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
