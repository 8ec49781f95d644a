import { normal, type Random } from '../random.ts'
import type { SyntheticPerson } from './person.ts'
import {
  addRinging,
  addSubmovement,
  drawBandNoise,
  computeBand,
  measureEffort,
  type Velocity,
  drawWandering,
} from './velocity.ts'

/**
 * Adds a movement of the hand by `change` (meters, three axes) to the velocity of a synthetic person's hand, in place.
 * The wrist turns with it, slightly later and with its own duration.
 */
export function addReach(
  velocity: Velocity,
  { hand, wrist, gait: { shape } }: SyntheticPerson,
  { startS, durationS, change }: { startS: number; durationS: number; change: readonly number[] },
  random: Random,
): void {
  const skew = hand.skew * Math.exp(0.15 * normal(random))
  addSubmovement(velocity, { startS, durationS, skew, change })
  const size = Math.hypot(...change)
  addStops(velocity, { startS, durationS, change, size, shape }, random)
  const turn = wrist.coupling.map(
    (row) => row.reduce((sum, weight, axis) => sum + weight * change[axis], 0) + wrist.ownTurn * size * normal(random),
  )
  addSubmovement(velocity, {
    startS: startS + wrist.lateS,
    durationS: durationS * Math.exp(0.1 * normal(random)),
    // The wrist speeds up and slows down more evenly than the arm.
    skew: 0.7 * hand.skew * Math.exp(0.15 * normal(random)),
    change: [0, 0, 0, ...turn],
  })
}

type StopInput = {
  startS: number
  durationS: number
  change: readonly number[]
  size: number
  shape: readonly number[]
}

/** Adds the shaking of arm and phone when a movement starts and stops, stronger for faster movements. */
function addStops(velocity: Velocity, { startS, durationS, change, size, shape }: StopInput, random: Random): void {
  for (const share of [0.15, 0.6]) {
    addRinging(
      velocity,
      {
        startS: startS + (share + 0.15 * random()) * durationS,
        force: (0.9 * size * Math.exp(0.5 * normal(random))) / durationS ** 2,
        along: change.map((value) => -value / (size + 1e-9)),
        shape,
      },
      random,
    )
  }
}

/**
 * Adds the motion that never stops in a standing person to the velocity of the hand, in place: sway, breathing and
 * tremor.
 */
export function addLife(velocity: Velocity, { sway, tremor }: SyntheticPerson, random: Random): void {
  const omega = 2 * Math.PI * tremor.hz
  const vigor = drawWandering(velocity, 0.4, random).map((value) => Math.exp(0.3 * value))
  const [band, upperBand] = [tremor, { hz: 2.1 * tremor.hz, width: 3 * tremor.width }].map((of) =>
    computeBand(velocity, of),
  )
  velocity.axes.forEach((axis, k) => {
    const slow = drawWandering(velocity, 0.5 + 0.3 * random(), random)
    const shake = drawBandNoise(velocity, band, random)
    const higher = drawBandNoise(velocity, upperBand, random)
    const drift = k < 3 ? sway.speed : sway.turning
    // Tremor is known by its acceleration; divided by ω it is a velocity. Turning is a velocity already.
    const size = (k < 3 ? tremor.acceleration / omega : tremor.turning) * (k === 1 ? 0.6 : 1)
    for (let i = 0; i < axis.length; i++) axis[i] += drift * slow[i] + size * vigor[i] * (shake[i] + 0.25 * higher[i])
  })
  addBreath(velocity, sway, random)
}

function addBreath({ rateHz, axes }: Velocity, sway: SyntheticPerson['sway'], random: Random): void {
  const phase = 2 * Math.PI * random()
  const omega = 2 * Math.PI * sway.breathHz
  for (let i = 0; i < axes[2].length; i++) {
    const speed = sway.breath * omega * Math.cos((omega * i) / rateHz + phase)
    axes[2][i] += speed
    axes[1][i] += 0.4 * speed
  }
}

const NOISE_BANDS = [
  { hz: 4, width: 4, share: 0.6 },
  { hz: 9, width: 6, share: 0.7 },
  { hz: 16, width: 9, share: 0.8 },
  { hz: 27, width: 14, share: 1.8 },
]
/** Turning caused by a push of 1 m/s² (rad/s²), because muscles don't pull at the phone's center. */
const TURN_OF_PUSH = 14

/** Random muscle activity of a person, independent of the movement to which it is added. */
export type MuscleNoise = { volleys: Float64Array; bands: readonly NoiseBand[] }

type NoiseBand = { gain: number; noise: readonly Float64Array[]; common: Float64Array }

/** Draws random muscle activity of a person, as long as the velocity, for `addMuscleNoise`. */
export function drawMuscleNoise(velocity: Velocity, { muscleNoise }: SyntheticPerson, random: Random): MuscleNoise {
  // Muscles fire in volleys that all of them share.
  const volleys = drawWandering(velocity, 2.5, random).map((value) => Math.min(6, 0.6 * Math.exp(1.05 * value)))
  const bands = NOISE_BANDS.map(({ hz, width, share }) => {
    const band = computeBand(velocity, { hz, width })
    const noise = velocity.axes.map(() => drawBandNoise(velocity, band, random))
    return { gain: (muscleNoise * share) / (2 * Math.PI * hz), noise, common: drawBandNoise(velocity, band, random) }
  })
  return { volleys, bands }
}

/**
 * Adds muscle noise to the velocity, in place. It grows with the acceleration that the muscles produce (Harris and
 * Wolpert 1998), has a preferred direction, because few muscles hold the phone, and also turns the phone about the
 * grip.
 */
export function addMuscleNoise(velocity: Velocity, { wrist }: SyntheticPerson, { volleys, bands }: MuscleNoise): void {
  const pushed = measureEffort(velocity, 0)
  const twisted = measureEffort(velocity, 3)
  const work = pushed.map((push, i) => volleys[i] * (push + 0.15 * twisted[i]))
  for (const { gain, noise, common } of bands) {
    addPushes(velocity, wrist, { strength: work.map((value) => gain * value), noise, common })
  }
}

type Pushes = { strength: Float64Array; noise: readonly Float64Array[]; common: Float64Array }

function addPushes({ n, axes }: Velocity, wrist: SyntheticPerson['wrist'], { strength, noise, common }: Pushes): void {
  const [x, y, z] = wrist.pushedAt
  const [alongX, alongY, alongZ] = wrist.pulledAlong
  for (let i = 0; i < n; i++) {
    const size = strength[i]
    const a = size * (0.5 * noise[0][i] + alongX * common[i])
    const b = size * (0.5 * noise[1][i] + alongY * common[i])
    const c = size * (0.5 * noise[2][i] + alongZ * common[i])
    axes[0][i] += a
    axes[1][i] += b
    axes[2][i] += c
    axes[3][i] += TURN_OF_PUSH * (y * c - z * b + 0.25 * size * noise[3][i])
    axes[4][i] += TURN_OF_PUSH * (z * a - x * c + 0.25 * size * noise[4][i])
    axes[5][i] += TURN_OF_PUSH * (x * b - y * a + 0.25 * size * noise[5][i])
  }
}
