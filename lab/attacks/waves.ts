import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween, pick } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { roughen, roughness } from './roughness.ts'
import { moments, plus, rescale, smoothByCosine } from './series.ts'
import { dressShapes, type Window, withChannels } from './window.ts'

/** Motion made of regular oscillations. */
export const WAVE_FAMILIES: readonly AttackFamily[] = [
  defineForgery('sine', 'one sine on all axes', (human, random) => dressShapes(sines(human, random, 1), human, random)),
  defineForgery('lissajous', 'a sine of another frequency and phase on each axis', lissajous),
  defineForgery('sum-of-sines', 'many sines with slowly drifting phases', (human, random) =>
    dressShapes(driftingSines(human, random), human, random),
  ),
  defineForgery('chirp', 'sweeps through the frequencies', chirp),
  defineForgery('square-wave', 'square, triangle or saw-tooth waves with soft edges', edgyWave),
  defineForgery('injected-tremor', 'a tremor of 6 to 13 Hz on a still or smoothly moved device', injectTremor),
]

function sines(human: Window, random: Random, differing: number): Float64Array[] {
  const level = roughness(random)
  const baseHz = logBetween(random, 0.3, 6)
  const phase = 2 * Math.PI * random()
  return human.channels.map((_, c) => {
    const hz = baseHz * (1 + (differing - 1) * c)
    const shift = happens(random, 0.5) ? (c * Math.PI) / 2 : 0
    const wave = Float64Array.from({ length: human.n }, (__, i) =>
      Math.sin((2 * Math.PI * hz * i) / human.rateHz + phase + shift),
    )
    return roughen(wave, random, level)
  })
}

function lissajous(human: Window, random: Random): Window {
  const ratios = [1, 2, 3, 1.5, 4 / 3, 0.5]
  const baseHz = logBetween(random, 0.3, 4)
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    const hz = baseHz * pick(random, ratios)
    const phase = 2 * Math.PI * random()
    return roughen(
      Float64Array.from({ length: human.n }, (_, i) => Math.sin((2 * Math.PI * hz * i) / human.rateHz + phase)),
      random,
      level,
    )
  })
  return dressShapes(shapes, human, random)
}

/** Sums of sines with amplitudes that fall with frequency; the phase of each wanders. */
function driftingSines(human: Window, random: Random): Float64Array[] {
  const count = 2 + Math.floor(between(random, 0, 14))
  const drift = happens(random, 0.5) ? logBetween(random, 0.01, 0.3) : 0
  const fall = between(random, 0, 1.5)
  const common = Array.from({ length: count }, () => logBetween(random, 0.2, 12))
  const shared = happens(random, 0.5)
  const level = roughness(random)
  return human.channels.map(() => {
    const total = new Float64Array(human.n)
    for (const hz of shared ? common : common.map(() => logBetween(random, 0.2, 12))) {
      let phase = 2 * Math.PI * random()
      const size = gaussian(random, 1)[0] / hz ** fall
      for (let i = 0; i < human.n; i++) {
        phase += (2 * Math.PI * hz) / human.rateHz + (drift > 0 ? drift * gaussian(random, 1)[0] : 0)
        total[i] += size * Math.sin(phase)
      }
    }
    return roughen(total, random, level)
  })
}

function chirp(human: Window, random: Random): Window {
  const [fromHz, toHz] = [logBetween(random, 0.3, 3), logBetween(random, 2, 15)]
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    let phase = 2 * Math.PI * random()
    const up = happens(random, 0.5)
    return roughen(
      Float64Array.from({ length: human.n }, (_, i) => {
        const share = up ? i / human.n : 1 - i / human.n
        phase += (2 * Math.PI * fromHz * (toHz / fromHz) ** share) / human.rateHz
        return Math.sin(phase)
      }),
      random,
      level,
    )
  })
  return dressShapes(shapes, human, random)
}

const WAVES: readonly ((phase: number) => number)[] = [
  (phase) => (phase < 0.5 ? 1 : -1),
  (phase) => 1 - 4 * Math.abs(phase - 0.5),
  (phase) => 2 * phase - 1,
]

function edgyWave(human: Window, random: Random): Window {
  const wave = pick(random, WAVES)
  const reach = happens(random, 0.5) ? 0 : between(random, 1, 8)
  const jitter = happens(random, 0.5) ? logBetween(random, 0.01, 0.2) : 0
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    const hz = logBetween(random, 0.4, 4)
    let phase = random()
    const shape = Float64Array.from({ length: human.n }, () => {
      phase += (hz / human.rateHz) * (1 + jitter * gaussian(random, 1)[0])
      return wave(phase - Math.floor(phase))
    })
    return roughen(smoothByCosine(shape, reach), random, level)
  })
  return dressShapes(shapes, human, random)
}

/** Fakes a test that only measures power between 8 and 12 Hz. */
function injectTremor(human: Window, random: Random): Window {
  const hz = between(random, 6, 13)
  const wander = happens(random, 0.5) ? between(random, 0.02, 0.3) : 0
  const carrier = human.channels.map(() =>
    smoothByCosine(gaussian(random, human.n), human.rateHz * between(random, 0.2, 1)),
  )
  const stillness = happens(random, 0.4) ? 0 : 1
  const size = logBetween(random, 0.02, 0.6)
  const floor = logBetween(random, 0.001, 0.05)
  const channels = human.channels.map((channel, c) => {
    const { mean, sd } = moments(channel)
    let phase = 2 * Math.PI * random()
    const tremor = Float64Array.from({ length: human.n }, () => {
      phase += (2 * Math.PI * hz) / human.rateHz + wander * gaussian(random, 1)[0]
      return Math.sin(phase)
    })
    const base = rescale(carrier[c], { mean, sd: stillness * sd })
    return plus(plus(base, tremor, size * sd), gaussian(random, human.n), floor * sd)
  })
  return withChannels(human, channels)
}
