import type { Random } from '../../packages/engine/src/random.ts'
import { type Attitude, rotateVector, turnAbout } from '../../packages/engine/src/synthetic/rigid-body.ts'
import { between, direction, gaussian, happens, logBetween } from './draw.ts'
import { type AttackFamily, defineForgery, replay, replayFromBoth } from './family.ts'
import { alike, blend } from './pieces.ts'
import { moments, plus, valueAt } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Recordings of the person shown again. */
export const REPLAY_FAMILIES: readonly AttackFamily[] = [
  replay('replay-exact', 'the same recording once more', (human) => human),
  replay('replay-noise', 'with noise of 1 to 10 %', (human, random) =>
    addNoise(human, random, logBetween(random, 0.01, 0.1)),
  ),
  replay('replay-gain', 'louder or softer by up to a fifth', (human, random) =>
    amplify(human, between(random, 0.8, 1.2)),
  ),
  replay('replay-warp', 'played at a slowly changing speed', (human, random) =>
    warpTime(human, random, between(random, 0.01, 0.05)),
  ),
  replay('replay-rotation', 'as if the phone had been held otherwise', (human, random) =>
    turnSensors(human, turnAbout(direction(random), between(random, 0.05, Math.PI))),
  ),
  replay('replay-crop', 'begun later, and filled up with its own beginning', cropRandomly),
  replay('replay-speed', 'played up to 12 % quicker or slower', (human, random) =>
    changePace(human, between(random, 0.88, 1.12)),
  ),
  replayFromBoth('replay-morph', 'one recording fading into another', morphPeople),
  replay('replay-all', 'noise, gain, warp, rotation and crop at once', (human, random) => alter(human, random)),
  defineForgery(
    'jitter-replay',
    'a recording slightly warped, turned, amplified and overlaid with sensor noise',
    jitterReplay,
  ),
]

function addNoise(human: Window, random: Random, level: number): Window {
  return withChannels(
    human,
    human.channels.map((channel) => plus(channel, gaussian(random, human.n), level * moments(channel).sd)),
  )
}

function amplify(human: Window, gain: number): Window {
  return withChannels(
    human,
    human.channels.map((channel) => channel.map((value) => value * gain)),
  )
}

/** The recording read at positions that run at 1 ± `unevenness`, changing its pace about every second. */
function warpTime(human: Window, random: Random, unevenness: number): Window {
  const paces = gaussian(random, Math.ceil(human.n / human.rateHz) + 1)
  let late = 0
  const lateness = Float64Array.from({ length: human.n }, (_, i) => {
    late += unevenness * paces[Math.floor(i / human.rateHz)]
    return late
  })
  const { mean } = moments(lateness)
  return withChannels(
    human,
    human.channels.map((channel) => channel.map((_, i) => valueAt(channel, i + lateness[i] - mean))),
  )
}

/** Both sensors turned together. */
function turnSensors(human: Window, attitude: Attitude): Window {
  const channels = human.channels.map((channel) => channel.slice())
  for (let first = 0; first < channels.length; first += 3) {
    for (let i = 0; i < human.n; i++) {
      const v = [human.channels[first][i], human.channels[first + 1][i], human.channels[first + 2][i]]
      rotateVector(attitude, v).forEach((value, axis) => {
        channels[first + axis][i] = value
      })
    }
  }
  return withChannels(human, channels)
}

function cropRandomly(human: Window, random: Random): Window {
  const from = Math.floor(between(random, 0.05, 0.5) * human.n)
  return withChannels(
    human,
    human.channels.map((channel) => channel.map((_, i) => channel[(from + i) % human.n])),
  )
}

function changePace(human: Window, pace: number): Window {
  return withChannels(
    human,
    human.channels.map((channel) => channel.map((_, i) => valueAt(channel, (i * pace) % (human.n - 1)))),
  )
}

/** Nearly all of it belongs to one person or the other; only the fade belongs to neither. */
function morphPeople(human: Window, other: Window, random: Random): Window | null {
  if (!alike(human, other)) return null
  const [from, length] = [between(random, 0.1, 0.5) * human.n, between(random, 0.1, 0.5) * human.n]
  return blend(human, other, (i) => Math.min(1, Math.max(0, (i - from) / length)))
}

function alter(human: Window, random: Random): Window {
  const base = happens(random, 0.5) ? cropRandomly(human, random) : human
  const turn = turnAbout(direction(random), between(random, 0, 0.5))
  const moved = turnSensors(warpTime(base, random, between(random, 0, 0.04)), turn)
  return addNoise(amplify(moved, between(random, 0.85, 1.15)), random, logBetween(random, 0.01, 0.08))
}

const ACCELEROMETER_NOISE = 0.03
const GYROSCOPE_NOISE_DEG = 0.29

/**
 * The subtlest alteration: pace ± 2 %, one turn of a few degrees, a gain of a few per cent, and white noise of a cheap
 * sensor. Reading between samples by straight line leaves a trace, and so does gravity that is not 9.81 m/s².
 */
function jitterReplay(human: Window, random: Random): Window {
  const spread = happens(random, 0.6) ? 1 : logBetween(random, 0.5, 3)
  const turn = turnAbout(direction(random), between(random, 1.5, 4) * spread * (Math.PI / 180))
  const moved = turnSensors(warpTime(human, random, 0.02 * spread), turn)
  const louder = amplify(moved, 1 + between(random, -0.08, 0.08) * spread)
  return withChannels(
    louder,
    louder.channels.map((channel, c) =>
      plus(channel, gaussian(random, human.n), (c < 3 ? ACCELEROMETER_NOISE : GYROSCOPE_NOISE_DEG) * spread),
    ),
  )
}
