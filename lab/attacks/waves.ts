import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween, pick } from './draw.ts'
import { type AttackFamily, forged } from './family.ts'
import { roughened, roughness } from './roughness.ts'
import { moments, plus, rescaled, smoothed } from './series.ts'
import { dressed, type Window, withChannels } from './window.ts'

/** Motion made of regular oscillations. */
export const WAVE_FAMILIES: readonly AttackFamily[] = [
  forged('sine', 'one sine on all axes', (human, random) => dressed(sines(human, random, 1), human, random)),
  forged('lissajous', 'a sine of another frequency and phase on each axis', lissajous),
  forged('sum-of-sines', 'many sines with slowly drifting phases', (human, random) =>
    dressed(driftingSines(human, random), human, random),
  ),
  forged('chirp', 'sweeps through the frequencies', chirp),
  forged('square-wave', 'square, triangle or saw-tooth waves with soft edges', edgyWave),
  forged('injected-tremor', 'a tremor of 6 to 13 Hz on a still or smoothly moved device', injectedTremor),
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
    return roughened(wave, random, level)
  })
}

function lissajous(human: Window, random: Random): Window {
  const ratios = [1, 2, 3, 1.5, 4 / 3, 0.5]
  const baseHz = logBetween(random, 0.3, 4)
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    const hz = baseHz * pick(random, ratios)
    const phase = 2 * Math.PI * random()
    return roughened(
      Float64Array.from({ length: human.n }, (_, i) => Math.sin((2 * Math.PI * hz * i) / human.rateHz + phase)),
      random,
      level,
    )
  })
  return dressed(shapes, human, random)
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
    return roughened(total, random, level)
  })
}

function chirp(human: Window, random: Random): Window {
  const [fromHz, toHz] = [logBetween(random, 0.3, 3), logBetween(random, 2, 15)]
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    let phase = 2 * Math.PI * random()
    const up = happens(random, 0.5)
    return roughened(
      Float64Array.from({ length: human.n }, (_, i) => {
        const share = up ? i / human.n : 1 - i / human.n
        phase += (2 * Math.PI * fromHz * (toHz / fromHz) ** share) / human.rateHz
        return Math.sin(phase)
      }),
      random,
      level,
    )
  })
  return dressed(shapes, human, random)
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
    return roughened(smoothed(shape, reach), random, level)
  })
  return dressed(shapes, human, random)
}

/** Fakes a test that only measures power between 8 and 12 Hz. */
function injectedTremor(human: Window, random: Random): Window {
  const hz = between(random, 6, 13)
  const wander = happens(random, 0.5) ? between(random, 0.02, 0.3) : 0
  const carrier = human.channels.map(() => smoothed(gaussian(random, human.n), human.rateHz * between(random, 0.2, 1)))
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
    const base = rescaled(carrier[c], { mean, sd: stillness * sd })
    return plus(plus(base, tremor, size * sd), gaussian(random, human.n), floor * sd)
  })
  return withChannels(human, channels)
}
