import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween, permutation, pick } from './draw.ts'
import { type AttackFamily, defineForgery, defineForgeryFromBoth } from './family.ts'
import { moments, plus, rescale, slope, smoothByCosine, valueAt } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Sensors that do not belong together: each is human, their physics is not. */
export const CROSSING_FAMILIES: readonly AttackFamily[] = [
  defineForgeryFromBoth('crossed-people', 'accelerometer of one person, gyroscope of another', crossPeople),
  defineForgery('shifted-gyroscope', 'the gyroscope 0.2 to 4 s late or early', shiftGyroscope),
  defineForgery('shifted-axes', 'every axis shifted in time for itself', shiftAxes),
  defineForgery('permuted-gyroscope', 'axes of the gyroscope exchanged', permuteGyroscope),
  defineForgery('flipped-gyroscope', 'one or all axes of the gyroscope with the wrong sign', flipGyroscope),
  defineForgery('scaled-gyroscope', 'a gyroscope three times too strong or too weak', scaleGyroscope),
  defineForgery('derived-gyroscope', 'rotation computed from the tilt of the accelerometer alone', deriveGyroscope),
  defineForgery('smoothed-gyroscope', 'a gyroscope without its detail', smoothGyroscope),
  defineForgery('noise-gyroscope', 'a real accelerometer with a made-up gyroscope', makeUpGyroscope),
  defineForgery('noise-accelerometer', 'a real gyroscope with gravity and made-up acceleration', makeUpAccelerometer),
  defineForgery('reversed-gyroscope', 'the gyroscope played backwards', (human) =>
    withGyroscope(human, (channel) => channel.toReversed()),
  ),
]

const DEGREES = 180 / Math.PI

/** The same accelerometer with another gyroscope; null without one. */
function withGyroscope(human: Window, make: (channel: Float64Array, axis: number) => Float64Array): Window | null {
  if (human.channels.length < 6) return null
  return withChannels(human, [...human.channels.slice(0, 3), ...human.channels.slice(3).map(make)])
}

function crossPeople(human: Window, other: Window, random: Random): Window | null {
  if (other.channels.length < 6) return null
  const matched = happens(random, 0.5)
  const from = Math.floor(random() * Math.max(1, other.n - human.n))
  return withGyroscope(human, (channel, axis) => {
    const theirs = channel.map((_, i) => other.channels[3 + axis][(from + i) % other.n])
    return matched ? rescale(theirs, moments(channel)) : theirs
  })
}

/** Played on from the start where the end is reached: a shift needs no more than the window itself. */
function shiftCircularly(channel: Float64Array, samples: number): Float64Array {
  const n = channel.length
  return channel.map((_, i) => channel[(((i + samples) % n) + n) % n])
}

function shiftGyroscope(human: Window, random: Random): Window | null {
  const late = Math.round(logBetween(random, 0.2, 4) * human.rateHz) * (happens(random, 0.5) ? 1 : -1)
  return withGyroscope(human, (channel) => shiftCircularly(channel, late))
}

function shiftAxes(human: Window, random: Random): Window {
  const reach = logBetween(random, 0.2, 4) * human.rateHz
  return withChannels(
    human,
    human.channels.map((channel) => shiftCircularly(channel, Math.round(between(random, -reach, reach)))),
  )
}

function permuteGyroscope(human: Window, random: Random): Window | null {
  const cyclic = happens(random, 0.5)
  const order = cyclic
    ? [1, 2, 0]
    : pick(random, [
        [1, 0, 2],
        [0, 2, 1],
        [2, 1, 0],
        [2, 0, 1],
      ])
  return withGyroscope(human, (_, axis) => human.channels[3 + order[axis]].slice())
}

function flipGyroscope(human: Window, random: Random): Window | null {
  const signs = pick(random, [
    [-1, -1, -1],
    [-1, 1, 1],
    [1, -1, 1],
    [1, 1, -1],
    [-1, -1, 1],
  ])
  return withGyroscope(human, (channel, axis) => channel.map((value) => value * signs[axis]))
}

function scaleGyroscope(human: Window, random: Random): Window | null {
  const gain = logBetween(random, 2, 5) ** (happens(random, 0.5) ? 1 : -1)
  return withGyroscope(human, (channel) => channel.map((value) => value * gain))
}

/** The angle rate of the accelerometer's direction, which feels every push as if it were a tilt. */
function deriveGyroscope(human: Window, random: Random): Window | null {
  const reach = happens(random, 0.5) ? 0 : between(random, 1, 10)
  const [x, y, z] = human.channels.slice(0, 3).map((channel) => smoothByCosine(channel, reach))
  const length = x.map((_, i) => Math.hypot(x[i], y[i], z[i]) || 1)
  const unit = [x, y, z].map((axis) => axis.map((value, i) => value / length[i]))
  const rate = unit.map((axis) => slope(axis).map((value) => value * human.rateHz * DEGREES))
  const noise = happens(random, 0.5) ? logBetween(random, 0.01, 0.1) : 0
  const about = happens(random, 0.5)
  return withGyroscope(human, (channel, axis) => {
    const [a, b] = [(axis + 1) % 3, (axis + 2) % 3]
    // ω = d × u turns the tilt back by the shortest way; angles of the axes one by one are the cruder choice.
    const made = about ? rate[a].map((v, i) => v * unit[b][i] - rate[b][i] * unit[a][i]) : rate[a]
    return plus(made, gaussian(random, human.n), noise * moments(channel).sd)
  })
}

function smoothGyroscope(human: Window, random: Random): Window | null {
  const reach = (logBetween(random, 0.1, 1) * human.rateHz) / 2
  const noise = happens(random, 0.5) ? logBetween(random, 0.005, 0.05) : 0
  return withGyroscope(human, (channel) => {
    const even = rescale(smoothByCosine(channel, reach), moments(channel))
    return plus(even, gaussian(random, human.n), noise * moments(channel).sd)
  })
}

function makeUpGyroscope(human: Window, random: Random): Window | null {
  const reach = happens(random, 0.3) ? 0 : between(random, 1, human.rateHz / 3)
  const still = happens(random, 0.2) ? 0.02 : 1
  return withGyroscope(human, (channel) => {
    const { mean, sd } = moments(channel)
    return rescale(smoothByCosine(gaussian(random, human.n), reach), { mean, sd: sd * still })
  })
}

function makeUpAccelerometer(human: Window, random: Random): Window | null {
  if (human.channels.length < 6) return null
  const reach = happens(random, 0.3) ? 0 : between(random, 1, human.rateHz / 3)
  const bend = permutation(random, 3)
  const made = human.channels.slice(0, 3).map((channel, axis) => {
    const follow = human.channels[3 + bend[axis]]
    const own = smoothByCosine(gaussian(random, human.n), reach)
    const shape = happens(random, 0.3) ? follow.map((_, i) => valueAt(follow, i - 2)) : own
    return rescale(shape, moments(channel))
  })
  return withChannels(human, [...made, ...human.channels.slice(3)])
}
