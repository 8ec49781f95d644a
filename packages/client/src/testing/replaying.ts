import { generateChallenge, seededRandom } from '@stillhere/engine'
import { type SyntheticPerson, strokesOf } from '@stillhere/engine/synthetic'
import { LIVE_HZ } from './live-person.ts'
import { markMover, type Mover } from './mover.ts'

/** Plays the answer of a person to a challenge of another time, from the moment that the strokes begin. */
export function replayingMover(person: SyntheticPerson, seed: number): Mover {
  const random = seededRandom(seed)
  const recording = strokesOf(person, generateChallenge(random).strokes, random, {
    rateHz: LIVE_HZ,
    rounding: { acceleration: 0, rotation: 0 },
  })
  let startMs: number | null = null
  return markMover({
    see: ({ phase }, ms) => {
      if (phase !== 'capturing') startMs = null
      else startMs ??= ms
    },
    feel: (ms) => {
      const index = Math.floor(((ms - (startMs ?? ms)) * LIVE_HZ) / 1000)
      const { ax, ay, az, rx = 0, ry = 0, rz = 0 } = recording[index % recording.length] ?? { ax: 0, ay: 0, az: 0 }
      return { ax, ay, az, rx, ry, rz }
    },
  })
}
