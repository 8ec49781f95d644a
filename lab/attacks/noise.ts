import type { Random } from '../../packages/engine/src/random.ts'
import { between, direction, gaussian, happens, logBetween } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { moments, plus, rescale, smoothByCosine, accumulate } from './series.ts'
import { createTransform } from './transform.ts'
import { dressShapes, type Window, withChannels } from './window.ts'

/** Motion made of random numbers only. */
export const NOISE_FAMILIES: readonly AttackFamily[] = [
  defineForgery('frozen', 'a sensor that hardly or never changes', frozen),
  defineForgery('white-noise', 'independent random numbers on every axis', (human, random) =>
    dressShapes(
      each(human, () => gaussian(random, human.n)),
      human,
      random,
    ),
  ),
  defineForgery('copied-noise', 'one noise array on all axes, some turned round', copyNoise),
  defineForgery('pink-noise', 'noise with a 1/f^β spectrum, β from 0.3 to 3', (human, random) =>
    dressShapes(makeColoredNoise(human, between(random, 0.3, 3), random), human, random),
  ),
  defineForgery('brownian', 'a random walk, with or without a pull to its middle', brownian),
  defineForgery('smooth-noise', 'noise through a low-pass filter, as a Gaussian process draws it', smoothNoise),
  defineForgery('band-noise', 'noise in one narrow band that waxes and wanes, over a still device', bandNoise),
  defineForgery('bursts', 'rest broken by bursts of smooth noise', burstNoise),
  defineForgery('heavy-tailed-noise', 'noise with rare large values, smoothed a little', heavyNoise),
]

function each(human: Window, make: (channel: number) => Float64Array): Float64Array[] {
  return human.channels.map((_, channel) => make(channel))
}

function frozen(human: Window, random: Random): Window {
  const jump = happens(random, 0.5)
  const down = direction(random)
  const channels = human.channels.map((channel, c) => {
    const held = happens(random, 0.5) ? channel[0] : c < 3 ? 9.81 * down[c] : 0
    const out = channel.map(() => held)
    // A single step of the last digit: not constant, but without motion.
    if (jump) out[Math.floor(random() * out.length)] += human.steps[c] || 0.01
    return out
  })
  return withChannels(human, channels)
}

function copyNoise(human: Window, random: Random): Window {
  const one = smoothByCosine(gaussian(random, human.n), happens(random, 0.5) ? 0 : between(random, 1, 12))
  const ownShare = happens(random, 0.5) ? logBetween(random, 0.01, 0.3) : 0
  const shapes = each(human, () => {
    const sign = happens(random, 0.25) ? -1 : 1
    const copy = one.map((x) => sign * x)
    return ownShare > 0 ? plus(copy, gaussian(random, human.n), ownShare * moments(one).sd) : copy
  })
  return dressShapes(shapes, human, random)
}

/** Independent channels of noise whose power falls as 1/f^β. */
function makeColoredNoise(human: Window, beta: number, random: Random): Float64Array[] {
  const { forward, backward } = createTransform(human.n)
  return each(human, () => {
    const spectrum = forward(gaussian(random, human.n))
    const shaped = (part: Float64Array) =>
      part.map((value, k) => (k === 0 ? 0 : value / Math.min(k, human.n - k) ** (beta / 2)))
    return backward({ re: shaped(spectrum.re), im: shaped(spectrum.im) })
  })
}

function brownian(human: Window, random: Random): Window {
  const pull = happens(random, 0.5) ? logBetween(random, 0.005, 0.3) : 0
  const shapes = each(human, () => {
    let at = 0
    return gaussian(random, human.n).map((step) => (at += step - pull * at))
  })
  return dressShapes(happens(random, 0.25) ? shapes.map(accumulate) : shapes, human, random)
}

function smoothNoise(human: Window, random: Random): Window {
  const reach = (logBetween(random, 0.04, 0.6) * human.rateHz) / 2
  const rough = happens(random, 0.5) ? logBetween(random, 0.003, 0.1) : 0
  const shapes = each(human, () => {
    const even = rescale(smoothByCosine(smoothByCosine(gaussian(random, human.n), reach), reach / 2), {
      mean: 0,
      sd: 1,
    })
    return plus(even, gaussian(random, human.n), rough)
  })
  return dressShapes(shapes, human, random)
}

function bandNoise(human: Window, random: Random): Window {
  const centreHz = between(random, 3, 13)
  const reach = human.rateHz / logBetween(random, 1, 8)
  const shapes = each(human, () => {
    const [inPhase, across] = [0, 1].map(() => smoothByCosine(gaussian(random, human.n), reach))
    return inPhase.map((a, i) => {
      const angle = (2 * Math.PI * centreHz * i) / human.rateHz
      return a * Math.cos(angle) + across[i] * Math.sin(angle)
    })
  })
  const faint = logBetween(random, 0.05, 1)
  return withChannels(
    human,
    shapes.map((shape, c) => {
      const { mean, sd } = moments(human.channels[c])
      return plus(rescale(shape, { mean, sd: sd * faint }), gaussian(random, human.n), sd * faint * 0.05)
    }),
  )
}

function burstNoise(human: Window, random: Random): Window {
  const reach = (logBetween(random, 0.06, 0.3) * human.rateHz) / 2
  const gate = new Float64Array(human.n)
  for (let i = 0; i < human.n;) {
    const length = Math.ceil(between(random, 0.2, 1.5) * human.rateHz)
    gate.fill(happens(random, 0.5) ? logBetween(random, 0.3, 1) : 0, i, i + length)
    i += length
  }
  const soft = smoothByCosine(gate, human.rateHz / 10)
  const floor = logBetween(random, 0.003, 0.05)
  const shapes = each(human, () => {
    const even = rescale(smoothByCosine(gaussian(random, human.n), reach), { mean: 0, sd: 1 })
    return plus(
      even.map((x, i) => x * soft[i]),
      gaussian(random, human.n),
      floor,
    )
  })
  return dressShapes(shapes, human, random)
}

function heavyNoise(human: Window, random: Random): Window {
  const power = between(random, 1.2, 3)
  const reach = happens(random, 0.3) ? 0 : between(random, 1, 10)
  const shapes = each(human, () =>
    smoothByCosine(
      gaussian(random, human.n).map((x) => Math.sign(x) * Math.abs(x) ** power),
      reach,
    ),
  )
  return dressShapes(shapes, human, random)
}
