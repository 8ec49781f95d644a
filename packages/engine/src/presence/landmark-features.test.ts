import { describe, expect, it } from 'vitest'
import { readFrames } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import {
  type EvenLandmarks,
  toEvenLandmarks,
  LANDMARK_FEATURES,
  LANDMARK_HZ,
  computeLandmarkVector,
} from './landmark-features.ts'

type Joint = { x: number; y: number; z: number }
const framesOf = (count: number, fps: number, joint: (j: number, s: number) => Joint, joints = 6) =>
  Array.from({ length: count }, (_, i) => ({
    t: (1000 * i) / fps,
    joints: Array.from({ length: joints }, (__, j) => joint(j, i / fps)),
  }))

/** Six joints at the corners of a grid, moved by the same curve. */
const stiff = (j: number, s: number): Joint => ({
  x: (j % 2) + 0.3 * Math.sin(2 * s),
  y: Math.floor(j / 2),
  z: 0.1 * s,
})

function vectorOf(joint: (j: number, s: number) => Joint, count = 240): Record<string, number> {
  const even = toEvenLandmarks(readFrames(framesOf(count, 30, joint)), 1900)
  if (even.status !== 'ok') throw new Error(even.reason)
  return Object.fromEntries([...computeLandmarkVector(even)].map((value, i) => [LANDMARK_FEATURES[i].name, value]))
}

function trembling(): (j: number, s: number) => Joint {
  const random = seededRandom(3)
  return (j) => ({
    x: (j % 2) + 0.1 * normal(random),
    y: Math.floor(j / 2) + 0.1 * normal(random),
    z: 0.1 * normal(random),
  })
}

describe('evenLandmarks', () => {
  it('lays frames on the even grid in units of the spread of the joints', () => {
    const even = toEvenLandmarks(readFrames(framesOf(91, 30, stiff)), 1900) as EvenLandmarks
    expect(even).toMatchObject({ status: 'ok', n: 3 * LANDMARK_HZ + 1, joints: 6 })
    // Corners at x ±0.5 and y -1, 0, 1 from the middle: √(0.25 + 2/3).
    const size = Math.sqrt(0.25 + 2 / 3)
    expect(even.x[even.n * 3]).toBeCloseTo(1 / size, 9)
    expect(even.x[20]).toBeCloseTo((0.3 * Math.sin(2)) / size, 3)
    expect(even.x[2 * even.n + 20]).toBeCloseTo(0.1 / size, 9)
  })
  it('draws a straight line between two frames in every coordinate', () => {
    const line = (j: number, s: number): Joint => ({ x: (j % 2) + s, y: Math.floor(j / 2) + 2 * s, z: 3 * s })
    const { x, n } = toEvenLandmarks(readFrames(framesOf(73, 24, line)), 1900) as EvenLandmarks
    const at = (coordinate: number, i: number) => x[coordinate * n + i] - x[coordinate * n]
    const perSecond = [0, 1, 2].map((coordinate) => at(coordinate, LANDMARK_HZ))
    expect(perSecond[1] / perSecond[0]).toBeCloseTo(2, 9)
    expect(perSecond[2] / perSecond[0]).toBeCloseTo(3, 9)
    for (let i = 0; i < n; i++)
      for (const c of [0, 1, 2]) expect(at(c, i)).toBeCloseTo((perSecond[c] * i) / LANDMARK_HZ, 9)
  })
  it('needs five joints, and no more', () => {
    expect(toEvenLandmarks(readFrames(framesOf(90, 30, stiff, 5)), 1900)).toMatchObject({ status: 'ok', joints: 5 })
    const tooFew = toEvenLandmarks(readFrames(framesOf(90, 30, stiff, 4)), 1900)
    expect(tooFew).toEqual({ status: 'insufficient', reason: '4 landmarks, at least 5 are needed' })
  })
  it('knows joints that wander together in one point', () => {
    const together = toEvenLandmarks(readFrames(framesOf(90, 30, (_, s) => ({ x: s, y: s, z: s }))), 1900)
    expect(together).toEqual({ status: 'insufficient', reason: 'the landmarks all lie in one point' })
  })
  it.each([
    ['too short', framesOf(30, 30, stiff)],
    ['too few joints', framesOf(90, 30, stiff, 3)],
    ['never moving', framesOf(90, 30, (j) => stiff(j, 0))],
    ['all in one point', framesOf(90, 30, () => ({ x: 1, y: 1, z: 1 }))],
    ['no frames', []],
    ['no list', null],
  ])('says why it cannot judge what is %s', (_, frames) => {
    expect(toEvenLandmarks(readFrames(frames as never), 1900)).toEqual({
      status: 'insufficient',
      reason: expect.stringMatching(/./),
    })
  })
})

describe('landmarkVector', () => {
  it('writes one finite number for each name', () => {
    const vector = vectorOf(trembling())
    expect(Object.keys(vector)).toHaveLength(LANDMARK_FEATURES.length)
    for (const value of Object.values(vector)) expect(Number.isFinite(value)).toBe(true)
  })
  it('sees joints that all move alike as one stiff body', () => {
    const vector = vectorOf(stiff)
    for (const name of ['lowest', 'usual', 'highest']) expect(vector[`${name} likeness of joints`]).toBeCloseTo(1, 6)
    expect(vector['steadiness of limb lengths']).toBeCloseTo(Math.log(1e-4), 1)
    expect(vector['steadiness of all lengths']).toBeCloseTo(Math.log(1e-4), 1)
    expect(vector['movement against the middle of the body']).toBeCloseTo(Math.log(1e-4), 1)
    expect(vector['smoothness of velocity']).toBeGreaterThan(0.9)
    expect(vector['slope of the spectrum']).toBeLessThan(-1)
  })
  it('sees joints that tremble each for itself as unlike, rough and unsteady', () => {
    const vector = vectorOf(trembling())
    expect(Math.abs(vector['usual likeness of joints'])).toBeLessThan(0.2)
    expect(vector['steadiness of limb lengths']).toBeGreaterThan(-4)
    expect(vector['movement against the middle of the body']).toBeCloseTo(Math.log(5 / 6), 0)
    expect(vector['smoothness of velocity']).toBeLessThan(0)
    expect(vector['residual shared by joints']).toBeLessThan(0.05)
    expect(vector['residual relative to movement']).toBeGreaterThan(
      vectorOf(stiff)['residual relative to movement'] + 2,
    )
    expect(vector['entropy of the spectrum']).toBeGreaterThan(vectorOf(stiff)['entropy of the spectrum'] + 1)
    expect(vector['share of held values']).toBe(0)
  })
  it('sees the share of values that are held', () => {
    const t = trembling()
    const vector = vectorOf((j, s) => (j < 3 ? stiff(j, 0) : t(j, s)))
    expect(vector['share of held values']).toBeCloseTo(0.5, 6)
  })
  it('sees a residual that grows with speed, and one that does not', () => {
    const random = seededRandom(8)
    const pace = (s: number) => 1 + Math.sin(s)
    const moved = (level: (s: number) => number) => (j: number, s: number) => ({
      x: (j % 2) + 0.5 * (s - Math.cos(s)) + level(s) * normal(random),
      y: Math.floor(j / 2) + level(s) * normal(random),
      z: level(s) * normal(random),
    })
    const grown = vectorOf(moved((s) => 0.002 * pace(s) ** 2))
    const steady = vectorOf(moved(() => 0.002))
    expect(grown['dependence of the residual on speed']).toBeGreaterThan(0.5)
    expect(Math.abs(steady['dependence of the residual on speed'])).toBeLessThan(0.35)
    expect(grown['bursts of residual shared by joints']).toBeGreaterThan(0.3)
    expect(Math.abs(steady['bursts of residual shared by joints'])).toBeLessThan(0.1)
    expect(grown['rise and fall of speed']).toBeGreaterThan(0.3)
    expect(grown['clustering of the residual']).toBeGreaterThan(steady['clustering of the residual'] + 0.2)
  })
  it('finds the peak of a single rhythm', () => {
    const vector = vectorOf((j, s) => ({
      x: (j % 2) + 0.2 * Math.sin(2 * Math.PI * 2 * s + j),
      y: Math.floor(j / 2),
      z: 0,
    }))
    expect(vector['height of the strongest peak']).toBeGreaterThan(-0.2)
  })
})

/** The numbers by their plain definitions, from x[joint][axis][time]. */
function plainVector(x: readonly (readonly (readonly number[])[])[]): number[] {
  const n = x[0][0].length
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const mean = (values: readonly number[]) => sum(values) / values.length
  const central = (values: readonly number[], power: number) =>
    mean(values.map((value) => (value - mean(values)) ** power))
  const kurtosis = (values: readonly number[]) => central(values, 4) / central(values, 2) ** 2
  const product = (a: readonly number[], b: readonly number[]) => sum(a.map((value, i) => value * b[i]))
  const centered = (a: readonly number[]) => a.map((value) => value - mean(a))
  const correlation = (a: readonly number[], b: readonly number[]) =>
    product(centered(a), centered(b)) / Math.sqrt(product(centered(a), centered(a)) * product(centered(b), centered(b)))
  const cosine = (a: readonly number[], b: readonly number[]) =>
    product(a, b) / Math.sqrt(product(a, a) * product(b, b))
  const pairs = <T>(list: readonly T[]) => list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]))
  const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
  const at = (values: readonly number[], share: number) => sorted(values)[Math.floor(share * (values.length - 1))]

  const v = x.map((axes) => axes.map((axis) => axis.slice(1).map((value, i) => value - axis[i])))
  const r = x.map((axes) =>
    axes.map((axis) => axis.map((value, i) => (i === 0 || i === n - 1 ? 0 : value - (axis[i - 1] + axis[i + 1]) / 2))),
  )
  const sizes = (of: typeof v) => of.map((axes) => axes[0].map((_, i) => Math.hypot(...axes.map((axis) => axis[i]))))
  const pooled = (of: typeof v) => sizes(of)[0].map((_, i) => Math.log(mean(sizes(of).map((size) => size[i])) + 1e-5))
  const speed = pooled(v)
  const change = speed.slice(1).map((value, i) => value - speed[i])
  const columns = v.flat()
  const lagged = (of: readonly number[][]) => sum(of.map((column) => product(column.slice(1), column.slice(0, -1))))

  const variations = pairs(x).map(([a, b]) => {
    const lengths = a[0].map((_, i) => Math.hypot(...a.map((axis, c) => axis[i] - b[c][i])))
    return Math.sqrt(central(lengths, 2)) / (mean(lengths) + 1e-6)
  })
  const joints = x.map((_, j) => j)
  const best = joints.map((j) =>
    Math.min(...pairs(joints).flatMap((pair, k) => (pair.includes(j) ? [variations[k]] : []))),
  )
  const likeness = pairs(v).map(([a, b]) => cosine(a.flat(), b.flat()))
  const common = v[0].map((axis, c) => axis.map((_, i) => mean(v.map((axes) => axes[c][i]))))
  const own = sum(v.flatMap((axes) => axes.flatMap((axis, c) => axis.map((value, i) => (value - common[c][i]) ** 2))))

  const noisy = pooled(r).slice(1, -1)
  const [power, moved] = [product(r.flat(2), r.flat(2)), product(columns.flat(), columns.flat())]
  const spectrum = Array.from({ length: 24 }, (_, k) => {
    const turn = (2 * Math.PI * 0.4 * (k + 1)) / LANDMARK_HZ
    return sum(
      columns.map((column) => {
        const [c, s] = [Math.cos, Math.sin].map((of) => sum(column.map((value, i) => value * of(turn * i))))
        return c * c + s * s
      }),
    )
  })
  const logs = spectrum.map((value) => Math.log(value / sum(spectrum) + 1e-6))
  const f = spectrum.map((_, k) => Math.log(k + 1))
  return [
    mean(speed),
    Math.sqrt(central(speed, 2)),
    central(change, 3) / central(change, 2) ** 1.5,
    lagged(columns) / sum(columns.map((column) => product(column.slice(1), column.slice(1)))),
    mean(columns.map((column) => Math.log(1 + kurtosis(column)))),
    at(likeness, 0.1),
    at(likeness, 0.5),
    at(likeness, 0.9),
    Math.log(at(best, 0.5) + 1e-4),
    Math.log(at(variations, 0.5) + 1e-4),
    Math.log(own / moved + 1e-4),
    mean(noisy),
    Math.log(power / moved),
    lagged(r.flat()) / power,
    Math.log(1 + kurtosis(r.flat(2))),
    mean(pairs(r).map(([a, b]) => cosine(a.flat(), b.flat()) ** 2)),
    mean(pairs(sizes(r)).map(([a, b]) => correlation(a, b))),
    correlation(noisy, speed.slice(0, noisy.length)),
    correlation(noisy.slice(1), noisy.slice(0, -1)),
    columns.flat().filter((value) => value === 0).length / columns.flat().length,
    product(centered(f), centered(logs)) / product(centered(f), centered(f)),
    -product(logs.map(Math.exp), logs),
    Math.max(...logs),
  ]
}

describe('every number', () => {
  it('has a name of its own and belongs to one part of the score', () => {
    expect(new Set(LANDMARK_FEATURES.map(({ name }) => name)).size).toBe(23)
    expect(LANDMARK_FEATURES.every(({ name }) => name !== '')).toBe(true)
    const parts = Map.groupBy(LANDMARK_FEATURES, ({ part }) => part)
    const counts = Object.fromEntries([...parts].map(([part, features]) => [part, features.length]))
    expect(counts).toEqual({ microTiming: 5, bioPerturb: 6, noiseResidual: 9, freqEntropy: 3 })
  })

  it.each([5, 6])('of %d joints is what its name says, by its plain definition', (count) => {
    const random = seededRandom(count)
    const n = 48
    const x = Array.from({ length: count }, (_, j) =>
      [0, 1, 2].map((c) => {
        const wave = Array.from(
          { length: n },
          (__, i) => Math.sin(i / (3 + j + c)) * (1 + c) + j + 0.1 * normal(random),
        )
        // A tracker that holds its values now and then.
        return wave.map((value, i) => (i % 11 === 5 ? wave[i - 1] : value))
      }),
    )
    const vector = computeLandmarkVector({ status: 'ok', n, joints: count, x: Float64Array.from(x.flat(2)) })
    plainVector(x).forEach((value, i) => expect(vector[i], LANDMARK_FEATURES[i].name).toBeCloseTo(value, 6))
    expect(vector).toHaveLength(23)
  })

  it('of joints without any motion is finite', () => {
    const still = { status: 'ok', n: 48, joints: 5, x: new Float64Array(5 * 3 * 48) } as EvenLandmarks
    expect(computeLandmarkVector(still).every(Number.isFinite)).toBe(true)
    expect(computeLandmarkVector(still)[4]).toBe(0)
  })
})
