import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import {
  INNOVATION_FEATURES,
  innovationFeatures,
  INTERPOLATION_FEATURES,
  interpolationFeatures,
  RESIDUAL_FEATURES,
  residualFeatures,
} from './presence-detail.ts'
import { PRESENCE_FEATURES, presenceFeatures } from './presence-features.ts'
import {
  ENVELOPE_FEATURES,
  envelopeFeatures,
  INCREMENT_FEATURES,
  incrementFeatures,
  RHYTHM_FEATURES,
  rhythmFeatures,
  TIMING_FEATURES,
  timingFeatures,
} from './presence-rhythm.ts'
import {
  GRAVITY_FEATURES,
  gravityFeatures,
  integrateTurning,
  JOINT_FEATURES,
  jointFeatures,
  LEVER_FEATURES,
  leverFeatures,
} from './presence-rigid-body.ts'
import { SPECTRUM_FEATURES, spectrumFeatures } from './spectrum.ts'
import { computeMean, computeMoments, computeVariance } from './statistics.ts'
import { correlation } from './vector.ts'

function featuresOf(n: number, value: (c: number, i: number) => number): Float64Array {
  const channels = new Float64Array(6 * n)
  for (let c = 0; c < 6; c++) for (let i = 0; i < n; i++) channels[c * n + i] = value(c, i)
  const out = new Float64Array(PRESENCE_FEATURES).fill(Number.NaN)
  presenceFeatures(channels, n, out)
  return out
}

const SHAPE = PRESENCE_FEATURES - 12

describe('presenceFeatures', () => {
  it.each([100, 150, 400, 1001])('writes every feature of %d samples', (n) => {
    const random = seededRandom(1)
    for (const value of featuresOf(n, () => normal(random))) expect(Number.isFinite(value)).toBe(true)
  })
  it('writes finite numbers for constant, zero and huge channels', () => {
    for (const level of [0, 9.81, 1e3])
      for (const value of featuresOf(200, () => level)) expect(Number.isFinite(value)).toBe(true)
    const random = seededRandom(2)
    for (const value of featuresOf(200, () => 1e3 * normal(random))) expect(Number.isFinite(value)).toBe(true)
  })
  it('ends with the power, tails and likeness of the axes of each sensor', () => {
    const random = seededRandom(3)
    const out = featuresOf(4000, (c) => (c < 3 ? 2 : 1) * normal(random))
    expect(out[SHAPE]).toBeCloseTo(Math.log(12), 1)
    expect(out[SHAPE + 6]).toBeCloseTo(Math.log(3), 1)
    expect(out[SHAPE + 1]).toBeCloseTo(Math.log(4), 1)
    expect(out[SHAPE + 4]).toBeCloseTo(0, 1)
    expect(out[SHAPE + 5]).toBeLessThan(0.1)
  })
  it('sees one axis copied to another', () => {
    const random = seededRandom(4)
    const e = Array.from({ length: 400 }, () => normal(random))
    const out = featuresOf(400, (c, i) => (c < 2 ? e[i] : normal(random)))
    expect(out[SHAPE + 5]).toBeCloseTo(1, 6)
    expect(out[SHAPE + 4]).toBeCloseTo(Math.log(1e-4), 1)
    expect(out[SHAPE + 11]).toBeLessThan(0.2)
  })
  it('is the groups one after the other, of raw or centered channels, and writes nothing behind them', () => {
    const n = 150
    const random = seededRandom(5)
    const channels = Float64Array.from({ length: 6 * n }, (_, at) => (1 + at / n) * (1 + normal(random)))
    const out = new Float64Array(PRESENCE_FEATURES + 3).fill(1e12)
    presenceFeatures(channels, n, out)
    const expected = [...groupsOf(channels, n), 1e12, 1e12, 1e12]
    expect(expected).toHaveLength(out.length)
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })
  it('answers 0 for what ran away, and only for that', () => {
    const n = 120
    const random = seededRandom(6)
    const channels = Float64Array.from({ length: 6 * n }, (_, at) => (at < 3 * n ? 1 : 1e3) * normal(random))
    const out = new Float64Array(PRESENCE_FEATURES)
    presenceFeatures(channels, n, out)
    const groups = groupsOf(channels, n)
    const ranAway = groups.filter((value) => !(Math.abs(value) <= 1e9))
    expect(ranAway.length).toBeGreaterThan(0)
    expect(ranAway.length).toBeLessThan(20)
    groups.forEach((value, k) => {
      expect(out[k], `feature ${k}`).toBeCloseTo(ranAway.includes(value) ? 0 : value, 5)
    })
  })
  it('does not change its channels', () => {
    const channels = Float64Array.from({ length: 1200 }, (_, i) => Math.sin(i))
    const before = [...channels]
    presenceFeatures(channels, 200, new Float64Array(PRESENCE_FEATURES))
    expect([...channels]).toEqual(before)
  })
})

function groupsOf(channels: Float64Array, n: number): number[] {
  const x = channels.map((value, at) => value - computeMean(channels, Math.floor(at / n) * n, n))
  const axis = (c: number, i: number) => channels[c * n + i]
  const norms = Float64Array.from({ length: 2 * n }, (_, at) => {
    const [first, i] = [at < n ? 0 : 3, at % n]
    return Math.hypot(axis(first, i), axis(first + 1, i), axis(first + 2, i))
  })
  const [turned, rest] = [new Float64Array(3 * n), new Float64Array(3 * n)]
  integrateTurning(channels, n, turned)
  return [
    ...filled(GRAVITY_FEATURES, (out) => gravityFeatures(channels, turned, n, rest, out, 0)),
    ...filled(LEVER_FEATURES, (out) => leverFeatures(channels, rest, n, out, 0)),
    ...filled(INNOVATION_FEATURES, (out) => innovationFeatures(x, n, out, 0)),
    ...filled(INCREMENT_FEATURES, (out) => incrementFeatures(x, norms, n, out, 0)),
    ...filled(ENVELOPE_FEATURES, (out) => envelopeFeatures(x, n, out, 0)),
    ...filled(RESIDUAL_FEATURES, (out) => residualFeatures(x, n, out, 0)),
    ...filled(SPECTRUM_FEATURES, (out) => spectrumFeatures(x, n, out, 0)),
    ...filled(TIMING_FEATURES, (out) => timingFeatures(x, n, out, 0)),
    ...filled(RHYTHM_FEATURES, (out) => rhythmFeatures(x, n, out, 0)),
    ...filled(INTERPOLATION_FEATURES, (out) => interpolationFeatures(x, n, out, 0)),
    ...filled(JOINT_FEATURES, (out) => jointFeatures(channels, turned, n, out, 0)),
    ...shapesOf(channels, norms, n, 0),
    ...shapesOf(channels, norms, n, 1),
  ]
}

function filled(length: number, fill: (out: Float64Array) => void): Float64Array {
  const out = new Float64Array(length)
  fill(out)
  return out
}

function shapesOf(channels: Float64Array, norms: Float64Array, n: number, sensor: number): number[] {
  const axes = [0, 1, 2].map((c) => (3 * sensor + c) * n)
  const tailsAt = (x: Float64Array, from: number) =>
    Math.log(1 + filled(3, (out) => computeMoments(x, from, n, out))[2])
  const [ab, bc, ca] = [0, 1, 2].map((c) => correlation(channels, axes[c], channels, axes[(c + 1) % 3], n))
  return [
    Math.log(axes.reduce((power, from) => power + computeVariance(channels, from, n), 1e-6)),
    axes.reduce((tails, from) => tails + tailsAt(channels, from) / 3, 0),
    tailsAt(norms, sensor * n),
    filled(3, (out) => computeMoments(norms, sensor * n, n, out))[1],
    // The determinant of the matrix of correlations: 0 where one axis is a mixture of the others.
    Math.log(1 + 2 * ab * bc * ca - ab * ab - bc * bc - ca * ca + 1e-4),
    Math.max(...[ab, bc, ca].map(Math.abs)),
  ]
}
