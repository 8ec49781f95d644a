import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { roughen, roughness } from './roughness.ts'
import { moments, plus, rescale, smoothByCosine } from './series.ts'
import { dressShapes, type Window, withChannels } from './window.ts'

/** Walking made of repeated cycles. */
export const GAIT_FAMILIES: readonly AttackFamily[] = [
  defineForgery(
    'gait-harmonics',
    'a cycle of walking as a Fourier series, each cycle a little different',
    gaitHarmonics,
  ),
  defineForgery('learned-gait', "the person's mean cycle repeated, with cycle jitter and noise", imitateGait),
]

function gaitHarmonics(human: Window, random: Random): Window {
  const harmonics = 3 + Math.floor(between(random, 0, 8))
  const phases = cyclePhases(human, random)
  const level = roughness(random)
  const shapes = human.channels.map(() => {
    const terms = Array.from({ length: harmonics }, (_, k) => ({
      size: Math.abs(gaussian(random, 1)[0]) / (k + 1) ** between(random, 0.3, 1.3),
      phase: 2 * Math.PI * random(),
    }))
    const shape = phases.map((at) =>
      terms.reduce((sum, { size, phase }, k) => sum + size * Math.sin((k + 1) * at + phase), 0),
    )
    return roughen(shape, random, level)
  })
  return dressShapes(shapes, human, random)
}

/** The phase of a stride of 0.8 to 1.4 s, every stride a little longer or shorter than the last. */
function cyclePhases({ n, rateHz }: Window, random: Random): Float64Array {
  const strideS = between(random, 0.8, 1.4)
  const jitter = happens(random, 0.7) ? logBetween(random, 0.005, 0.08) : 0
  let phase = 2 * Math.PI * random()
  let rate = 1
  return Float64Array.from({ length: n }, () => {
    const next = phase + (2 * Math.PI * rate) / (strideS * rateHz)
    if (Math.floor(next / Math.PI) !== Math.floor(phase / Math.PI))
      rate = Math.max(0.5, 1 + jitter * gaussian(random, 1)[0])
    phase = next
    return phase
  })
}

/** Cells of one cycle; the person's mean over each becomes the pattern that is repeated. */
const CELLS = 64

function imitateGait(human: Window, random: Random): Window {
  const length = bestPeriod(human)
  const patterns = human.channels.map((channel) => meanCycle(channel, length))
  const phases = cyclePhases(human, random)
  const scale =
    phases.length > 1 ? (2 * Math.PI) / length / ((phases[phases.length - 1] - phases[0]) / (human.n - 1)) : 1
  const level = logBetween(random, 0.005, 0.2)
  const gains = smoothByCosine(gaussian(random, human.n), human.rateHz / 2)
  const sway = happens(random, 0.5) ? between(random, 0.1, 0.6) : 0
  const channels = human.channels.map((channel, c) => {
    const shape = phases.map((phase, i) => {
      const at = (((phase * scale) / (2 * Math.PI)) % 1) * CELLS
      const cell = Math.floor(at)
      const [a, b] = [patterns[c][cell % CELLS], patterns[c][(cell + 1) % CELLS]]
      return (a + (at - cell) * (b - a)) * (1 + sway * gains[i])
    })
    const target = moments(channel)
    return plus(rescale(shape, target), gaussian(random, human.n), level * target.sd)
  })
  return withChannels(human, channels)
}

/** The lag between 0.4 and 1.6 s at which all channels together resemble themselves most. */
function bestPeriod({ channels, n, rateHz }: Window): number {
  const centered = channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  let best = { lag: Math.round(rateHz), likeness: Number.NEGATIVE_INFINITY }
  for (let lag = Math.round(0.4 * rateHz); lag <= Math.min(1.6 * rateHz, n / 2); lag++) {
    let likeness = 0
    for (const x of centered) for (let i = lag; i < n; i++) likeness += (x[i] * x[i - lag]) / (n - lag)
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return best.lag
}

function meanCycle(channel: Float64Array, length: number): Float64Array {
  const sums = new Float64Array(CELLS)
  const counts = new Float64Array(CELLS)
  channel.forEach((value, i) => {
    const cell = Math.floor(((i % length) / length) * CELLS)
    sums[cell] += value
    counts[cell]++
  })
  const { mean } = moments(channel)
  const filled = sums.map((sum, cell) => (counts[cell] > 0 ? sum / counts[cell] : Number.NaN))
  return filled.map((value, cell) => {
    for (let k = 0; k < CELLS; k++) {
      const near = filled[(cell + CELLS - k) % CELLS]
      if (Number.isFinite(near)) return near
    }
    return Number.isFinite(value) ? value : mean
  })
}
