import { calibrateRatios, compareStrokes, matchStrokesLogLikelihoodRatio, placeTakes } from './match.ts'
import { STROKE_MODEL } from './parameters.ts'
import {
  type Comparable,
  type EnrolledGesture,
  isUsableStroke,
  listTakes,
  MOST_TAKES,
  type StrokeTemplate,
  toGesture,
} from './template.ts'

/**
 * Log odds that an answer as a whole, and one stroke of it, must reach to be learned from. The first is twenty to one, which is more than any
 * risk level asks for; the second is where a stranger's stroke stands as likely as one's own.
 */
const CLEAR = 3
const OWN_STROKE = 0
/** So many takes of a gesture always stay, the oldest first: what is learned later cannot push out what was enrolled. */
const LASTING_TAKES = 2

/**
 * Returns the template with the strokes of an answer that is clearly the enrolled person's, or null where nothing is learned from it. Each
 * gesture keeps five takes: the two oldest, the newest, and of the others those farthest from what is there. Never throws.
 *
 * @example
 * const grown = growStrokes(template, cutStrokes(challenge, samples).map(strokeSignature))
 */
export function growStrokes(template: StrokeTemplate, signatures: readonly Comparable[]): StrokeTemplate | null {
  const logRatio = matchStrokesLogLikelihoodRatio(template, signatures)
  if (logRatio === null || logRatio < CLEAR) return null
  const learned = signatures.filter((signature) => isUsableStroke(signature) && isOwnStroke(template, signature))
  if (learned.length === 0) return null
  const gestures = template.gestures.map((entry) => {
    const added = learned.filter(({ gesture }) => gesture === entry.gesture).map(({ vector }) => vector)
    return added.reduce(addTake, toGesture(entry.gesture, listTakes(entry)))
  })
  return { version: template.version, coordinates: STROKE_MODEL.coordinates, gestures }
}

function isOwnStroke(template: StrokeTemplate, signature: Comparable): boolean {
  const logOdds = calibrateRatios(compareStrokes(STROKE_MODEL, template, [signature]))
  return logOdds !== null && logOdds >= OWN_STROKE
}

/** With the take added and, of too many, the one that says least beside the others left out. */
function addTake(entry: EnrolledGesture, vector: readonly number[]): EnrolledGesture {
  const takes = [...listTakes(entry), vector]
  if (takes.length <= MOST_TAKES) return toGesture(entry.gesture, takes)
  const all = toGesture(entry.gesture, takes)
  const places = placeTakes(STROKE_MODEL, { coordinates: STROKE_MODEL.coordinates }, all).takes.map(
    ({ place }) => place,
  )
  const apart = places.map((place, i) =>
    Math.min(...places.filter((_, other) => other !== i).map((other) => measureDistance(place, other))),
  )
  const removable = apart.slice(LASTING_TAKES, -1)
  const left = LASTING_TAKES + removable.indexOf(Math.min(...removable))
  return toGesture(
    entry.gesture,
    takes.filter((_, i) => i !== left),
  )
}

function measureDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let total = 0
  for (let k = 0; k < a.length; k++) total += (a[k] - b[k]) ** 2
  return total
}
