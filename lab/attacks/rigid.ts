import type { Random } from '../../packages/engine/src/random.ts'
import {
  computeAccelerometerReadings,
  turnAbout,
  type Vectors,
} from '../../packages/engine/src/synthetic/rigid-body.ts'
import { between, direction, gaussian, happens, logBetween, pick } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { splineThrough } from './reaches.ts'
import { moments, plus, rescale, slope } from './series.ts'
import { commonPhases, iaaft, phaseRandomized } from './surrogates.ts'
import { hasGravity, type Window, withChannels } from './window.ts'

/** Simulators: both sensors agree as physics demands, but no person moves them. */
export const RIGID_FAMILIES: readonly AttackFamily[] = [
  defineForgery('rigid-spline', 'a body on a smooth path, sensors without any noise', (human, random) =>
    simulate(human, random, 0),
  ),
  defineForgery('rigid-spline-noise', 'a body on a smooth path, sensors with white noise', (human, random) =>
    simulate(human, random, logBetween(random, 0.003, 0.1)),
  ),
  defineForgery('rigid-pendulum', 'a body swinging to and fro, sensors with white noise', (human, random) =>
    pendulum(human, random),
  ),
  defineForgery(
    'rigid-surrogate',
    "surrogates of the person's turning and pushes, with gravity turned as they demand",
    (human, random) => replaceGravity(human, random, pick(random, SURROGATES)),
  ),
  defineForgery(
    'rigid-pushes',
    "the person's own turning and gravity, only the pushes are surrogates",
    (human, random) => replaceGravity(human, random, (turning) => [...turning]),
  ),
]

const DEGREES = 180 / Math.PI

function simulate(human: Window, random: Random, noise: number): Window {
  const everyS = logBetween(random, 0.15, 0.8)
  const path = () => splineThrough(human, random, everyS)
  const moved = liveliness(human, random)
  const acceleration = triple(() => rescale(slope(slope(path())), { mean: 0, sd: moved.acceleration }))
  const turning = triple(() => rescale(slope(path()), { mean: 0, sd: moved.turning }))
  return simulateSensors(human, { acceleration, turning }, random, noise)
}

function pendulum(human: Window, random: Random): Window {
  const hz = between(random, 0.5, 2.5)
  const moved = liveliness(human, random)
  const decay = happens(random, 0.3) ? between(random, 0.05, 0.4) : 0
  const swing = (octave: number) => {
    const phase = 2 * Math.PI * random()
    return Float64Array.from({ length: human.n }, (_, i) => {
      const s = i / human.rateHz
      return Math.exp(-decay * s) * Math.sin(2 * Math.PI * hz * octave * s + phase)
    })
  }
  const acceleration = triple((axis) => rescale(swing(axis === 2 ? 2 : 1), { mean: 0, sd: moved.acceleration }))
  const turning = triple(() => rescale(swing(1), { mean: 0, sd: moved.turning * random() }))
  return simulateSensors(
    human,
    { acceleration, turning },
    random,
    happens(random, 0.7) ? logBetween(random, 0.003, 0.1) : 0,
  )
}

type Surrogate = (channels: readonly Float64Array[], random: Random) => Float64Array[]
const SURROGATES: readonly Surrogate[] = [phaseRandomized, commonPhases, iaaft]

/** Gravity follows the (changed) turning exactly; what the person's accelerometer felt beyond gravity is phase-randomized. */
function replaceGravity(human: Window, random: Random, surrogate: Surrogate): Window | null {
  if (human.channels.length < 6 || !hasGravity(human)) return null
  const turning = human.channels.slice(3).map((axis) => axis.map((value) => value / DEGREES))
  const gravity = gravityUnder(human, turning)
  const pushes = human.channels.slice(0, 3).map((axis, k) => plus(axis, gravity[k], -1))
  const made = surrogate(turning, random)
  const moved = pick(random, SURROGATES)(pushes, random)
  const felt = gravityUnder(human, made).map((axis, k) => plus(axis, moved[k]))
  return withChannels(human, [...felt, ...made.map((axis) => axis.map((value) => value * DEGREES))])
}

/** Returns the gravity felt by a body that starts like the person's and rotates like this. */
function gravityUnder(human: Window, turning: readonly Float64Array[]): Vectors {
  const still = () => new Float64Array(human.n)
  const [x, y, z] = human.channels.map((axis) => moments(axis.subarray(0, Math.ceil(human.rateHz / 2))).mean)
  const level = Math.hypot(x, y)
  const start =
    level > 0 ? turnAbout([y / level, -x / level, 0], Math.atan2(level, z)) : turnAbout([1, 0, 0], z < 0 ? Math.PI : 0)
  const motion = { acceleration: triple(still), turning: triple((axis) => turning[axis]), start, rateHz: human.rateHz }
  return computeAccelerometerReadings(motion)
}

function triple(make: (axis: number) => Float64Array): Vectors {
  return [make(0), make(1), make(2)]
}

/** About as lively as the person, in m/s² and rad/s. */
function liveliness(human: Window, random: Random): { acceleration: number; turning: number } {
  const spread = (channels: readonly Float64Array[]) =>
    channels.reduce((total, channel) => total + moments(channel).sd, 0) / Math.max(1, channels.length)
  return {
    acceleration: spread(human.channels.slice(0, 3)) * logBetween(random, 0.3, 1.5),
    turning: (spread(human.channels.slice(3)) / DEGREES) * logBetween(random, 0.5, 1.5),
  }
}

function simulateSensors(
  human: Window,
  { acceleration, turning }: { acceleration: Vectors; turning: Vectors },
  random: Random,
  noise: number,
): Window {
  const start = turnAbout(direction(random), between(random, 0, Math.PI))
  const motion = { acceleration, turning, start, rateHz: human.rateHz }
  const felt = computeAccelerometerReadings(motion, hasGravity(human) ? undefined : 0)
  const turned = turning.map((axis) => axis.map((value) => value * DEGREES))
  const channels = [...felt, ...turned].slice(0, human.channels.length)
  return withChannels(
    human,
    channels.map((channel, c) => plus(channel, gaussian(random, human.n), noise * moments(human.channels[c]).sd)),
  )
}
