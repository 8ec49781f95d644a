import type { StoredSession } from '../src/calibration/types.ts'
import { DIRECTIONS } from '../src/challenge/challenge.ts'
import { normal, seededRandom } from '../src/random.ts'
import { STROKE_MODEL } from '../src/stroke-signature/signature.ts'

/** Each round leaves out two directions, so that every one comes twice or three times. */
const ROUNDS = [0, 1, 2].map((round) => DIRECTIONS.filter((_, i) => Math.floor(i / 2) !== round))

const common = seededRandom(5)
/** What everybody who makes a stroke has in common. */
const MIDDLES = new Map(
  DIRECTIONS.map((direction) => [
    direction,
    STROKE_MODEL.shared.map((variance) => Math.sqrt(variance) * normal(common)),
  ]),
)

/** How a person makes each stroke. */
export type StrokePerson = ReadonlyMap<string, readonly number[]>

/** Somebody of the population that the shipped model describes; the smaller `apart`, the more people are alike. */
export function strokePerson(seed: number, apart: number): StrokePerson {
  const random = seededRandom(seed)
  return new Map(
    DIRECTIONS.map((direction) => {
      const middle = MIDDLES.get(direction) as number[]
      return [direction, middle.map((value, k) => value + apart * Math.sqrt(STROKE_MODEL.between[k]) * normal(random))]
    }),
  )
}

/** A session of three rounds, as a calibration keeps it. */
export function keptStrokes(person: StrokePerson, seed: number, more: Partial<StoredSession> = {}): StoredSession {
  const random = seededRandom(seed)
  const rounds = ROUNDS.map((round) => [...round])
  const features = rounds
    .flat()
    .flatMap((gesture) => (person.get(gesture) ?? []).map((value) => value + normal(random)))
  const recorded = { day: '2026-03-10', device: 'ios safari', rounds }
  return { person: null, source: null, features: Float32Array.from(features), recorded, ...more }
}
