import { integer, normal, type Random, seededRandom } from '../random.ts'

/** A synthetic person: habits that stay the same between captures. */
export type SyntheticPerson = {
  seed: number
  /** How far, how fast and how evenly the hand moves. */
  hand: { reachM: number; movementS: number; unevenness: number; skew: number; overlap: number; pauseShare: number }
  /** How the wrist turns with each meter of the hand (rad/m, rows are axes), and from where and which way small pushes come. */
  wrist: {
    coupling: readonly (readonly number[])[]
    lateS: number
    ownTurn: number
    pushedAt: readonly number[]
    pulledAlong: readonly number[]
  }
  tremor: { hz: number; acceleration: number; turning: number; width: number }
  /** Noise of the muscles as a share of the acceleration they make. */
  muscleNoise: number
  sway: { speed: number; turning: number; breathHz: number; breath: number }
  /** How the phone is held: angle of the screen, roll, and where it sits from the turning point (m). */
  holding: { pitch: number; roll: number; lever: readonly number[] }
  gait: {
    strideS: number
    unevenness: number
    bounceM: number
    swayM: number
    swing: number
    shape: readonly number[]
    strike: number
    limp: number
  }
  device: { bias: readonly number[]; gain: readonly number[]; noise: number; turnNoise: number }
  body: { heightM: number; rightHanded: boolean; reactionS: number }
}

/**
 * Returns the synthetic person with this seed: habits of movement, a phone and a body. The same seed always gives the
 * same person.
 *
 * @example
 * const person = syntheticPerson(1)
 */
export function syntheticPerson(seed: number): SyntheticPerson {
  const random = seededRandom(seed ^ 0x5eed)
  return {
    seed,
    hand: drawHand(random),
    wrist: {
      coupling: drawCoupling(random),
      lateS: around(random, 0.035, 0.3),
      ownTurn: around(random, 0.7, 0.3),
      pulledAlong: Array.from({ length: 3 }, () => 0.8 * normal(random)),
      pushedAt: [0.5 * normal(random), -0.9 + 0.2 * normal(random), 0.4 * normal(random)],
    },
    tremor: {
      hz: 5 + 4 * random(),
      acceleration: around(random, 0.09, 0.4),
      turning: around(random, 0.03, 0.4),
      width: around(random, 0.9, 0.3),
    },
    muscleNoise: around(random, 0.05, 0.3),
    sway: {
      speed: around(random, 0.02, 0.4),
      turning: around(random, 0.04, 0.4),
      breathHz: around(random, 0.25, 0.15),
      breath: around(random, 0.006, 0.4),
    },
    holding: drawHolding(random),
    gait: drawGait(random),
    device: drawDevice(random),
    body: { heightM: 1.7 + 0.09 * normal(random), rightHanded: random() < 0.9, reactionS: around(random, 0.36, 0.12) },
  }
}

/** A positive number near `middle`; `spread` is its relative standard deviation. */
function around(random: Random, middle: number, spread: number): number {
  return middle * Math.exp(spread * Math.max(-2, Math.min(2, normal(random))))
}

function drawHand(random: Random): SyntheticPerson['hand'] {
  return {
    reachM: around(random, 0.115, 0.25),
    movementS: around(random, 0.48, 0.15),
    unevenness: around(random, 0.22, 0.3),
    skew: around(random, 0.26, 0.15),
    overlap: 0.1 + 0.35 * random(),
    pauseShare: 0.05 + 0.2 * random(),
  }
}

/** Going aside yaws and rolls the phone, going up pitches it; each person mixes them in another way. */
function drawCoupling(random: Random): number[][] {
  const habit = [
    [0.2, 0.6, 1.4],
    [0.9, 0.2, 0.3],
    [-1.1, 0.3, 0.2],
  ]
  return habit.map((row) => row.map((value) => 1.4 * value * around(random, 1, 0.3) + 0.5 * normal(random)))
}

function drawHolding(random: Random): SyntheticPerson['holding'] {
  return {
    pitch: 0.75 + 0.18 * normal(random),
    roll: 0.08 * normal(random),
    lever: [0.02 * normal(random), around(random, 0.1, 0.3), 0.015 * normal(random)],
  }
}

function drawGait(random: Random): SyntheticPerson['gait'] {
  return {
    strideS: around(random, 1.1, 0.07),
    unevenness: around(random, 0.018, 0.4),
    bounceM: around(random, 0.022, 0.25),
    swayM: around(random, 0.018, 0.3),
    swing: around(random, 0.26, 0.2),
    shape: Array.from({ length: 16 }, () => normal(random)),
    strike: around(random, 7.5, 0.3),
    limp: 0.12 * normal(random),
  }
}

function drawDevice(random: Random): SyntheticPerson['device'] {
  return {
    bias: Array.from({ length: 6 }, (_, c) => (c < 3 ? 0.05 : 0.004) * normal(random)),
    gain: Array.from({ length: 6 }, () => 1 + 0.006 * normal(random)),
    noise: [0.01, 0.02, 0.03][integer(random, 3)],
    turnNoise: around(random, 0.0016, 0.4),
  }
}
