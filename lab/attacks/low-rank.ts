import { dot } from '../../packages/engine/src/math/statistics.ts'
import { integer, type Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween } from './draw.ts'
import { moments, plus, rescale } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Short frames of all channels projected on their leading patterns, found by power iteration. */
export function lowRank(human: Window, random: Random): Window {
  const span = Math.max(2, Math.round(between(random, 0.15, 0.5) * human.rateHz))
  const rank = 1 + integer(random, 8)
  const frames: Float64Array[] = []
  const unit = human.channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  for (let from = 0; from + span <= human.n; from += Math.max(1, Math.floor(span / 2))) {
    frames.push(
      Float64Array.from({ length: span * unit.length }, (_, k) => unit[Math.floor(k / span)][from + (k % span)]),
    )
  }
  const rebuilt = projectFrames(frames, leadingPatterns(frames, rank, random))
  const noise = happens(random, 0.5) ? logBetween(random, 0.005, 0.1) : 0
  return withChannels(
    human,
    human.channels.map((channel, c) => {
      const sum = overlapAdded(rebuilt, c, { span, n: human.n })
      const { mean, sd } = moments(channel)
      return plus(
        sum.map((value) => mean + sd * value),
        gaussian(random, human.n),
        noise * sd,
      )
    }),
  )
}

function leadingPatterns(frames: readonly Float64Array[], rank: number, random: Random): Float64Array[] {
  const patterns: Float64Array[] = []
  for (let r = 0; r < rank; r++) {
    let pattern = unitVector(gaussian(random, frames[0].length))
    for (let round = 0; round < 12; round++) {
      const next = new Float64Array(pattern.length)
      for (const frame of frames) {
        const weight = dot(frame, pattern)
        for (let k = 0; k < next.length; k++) next[k] += weight * frame[k]
      }
      pattern = unitVector(without(next, patterns))
    }
    patterns.push(pattern)
  }
  return patterns
}

function projectFrames(frames: readonly Float64Array[], patterns: readonly Float64Array[]): Float64Array[] {
  return frames.map((frame) => {
    const out = new Float64Array(frame.length)
    for (const pattern of patterns) {
      const weight = dot(frame, pattern)
      for (let k = 0; k < out.length; k++) out[k] += weight * pattern[k]
    }
    return out
  })
}

function overlapAdded(
  frames: readonly Float64Array[],
  c: number,
  { span, n }: { span: number; n: number },
): Float64Array {
  const [sum, weights] = [new Float64Array(n), new Float64Array(n)]
  frames.forEach((frame, f) => {
    const from = f * Math.max(1, Math.floor(span / 2))
    for (let k = 0; k < span; k++) {
      const weight = Math.sin((Math.PI * (k + 0.5)) / span)
      sum[from + k] += weight * frame[c * span + k]
      weights[from + k] += weight
    }
  })
  return sum.map((value, i) => (weights[i] > 0 ? value / weights[i] : 0))
}

function without(x: Float64Array, patterns: readonly Float64Array[]): Float64Array {
  return patterns.reduce((rest, pattern) => plus(rest, pattern, -dot(rest, pattern)), x)
}

function unitVector(x: Float64Array): Float64Array {
  const length = Math.sqrt(dot(x, x))
  return length > 0 ? x.map((value) => value / length) : x
}
