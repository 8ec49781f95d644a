import { describe, expect, it } from 'vitest'
import { smoothBody, smoothMotion } from '../../test/smooth-motion.ts'
import { type Capture, type ImuSample, type LandmarkFrame, readCapture } from '../capture.ts'
import { toReplaySeries, computeReplaySeries, type ReplaySeries } from './series.ts'

function seriesOf(capture: Capture): ReplaySeries {
  const series = computeReplaySeries(readCapture(capture))
  if (series.status !== 'ok') throw new Error(series.reason)
  return series
}

function one({ n, values }: ReplaySeries, k: number): Float64Array {
  return values.subarray(k * n, (k + 1) * n)
}

function correlation(x: Float64Array, y: Float64Array): number {
  const inner = (p: Float64Array, q: Float64Array) => p.reduce((sum, value, i) => sum + value * q[i], 0)
  return inner(x, y) / Math.sqrt(inner(x, x) * inner(y, y))
}

/** A device that only moves as told, sampled at 50 Hz for 8 s with gravity along z. */
function motion(at: (seconds: number) => Partial<ImuSample>): ImuSample[] {
  return Array.from({ length: 401 }, (_, i) => ({
    t: 20 * i,
    ax: 0,
    ay: 0,
    az: 9.8,
    rx: 0,
    ry: 0,
    rz: 0,
    ...at(i / 50),
  }))
}

const wave = (seconds: number) => Math.sin(2 * Math.PI * 2 * seconds)
const sampledWave = Float64Array.from({ length: 201 }, (_, i) => wave(i / 25))

describe('series of motion sensors', () => {
  it('are 25 values a second of unit size', () => {
    const series = seriesOf({ imu: smoothMotion(1) })
    expect(series).toMatchObject({ kind: 'imu', n: 201, present: 0b1111 })
    for (let k = 0; k < 4; k++)
      expect(one(series, k).reduce((sum, value) => sum + value * value, 0) / 201).toBeCloseTo(1, 9)
  })

  it('hold vertical acceleration first, with its sign', () => {
    const series = seriesOf({ imu: motion((s) => ({ az: 9.8 + wave(s) })) })
    expect(correlation(one(series, 0), sampledWave)).toBeGreaterThan(0.99)
    expect(series.present & 0b1100).toBe(0)
  })

  it('hold rotation about the vertical last, with its sign, and its size before', () => {
    const series = seriesOf({ imu: motion((s) => ({ rz: -30 * wave(s), ax: wave(s) })) })
    expect(correlation(one(series, 3), sampledWave)).toBeLessThan(-0.99)
    const size = sampledWave.map((value) => Math.abs(value) - 2 / Math.PI)
    expect(correlation(one(series, 2), size)).toBeGreaterThan(0.97)
  })

  it('see no rotation about the vertical where the device turns about another axis', () => {
    const series = seriesOf({ imu: motion((s) => ({ ry: 30 * wave(s), ax: wave(s) })) })
    expect(series.present & 0b0100).toBe(0b0100)
    expect(series.present & 0b1000).toBe(0)
  })

  it('hold the size of all acceleration second, also sideways', () => {
    const series = seriesOf({ imu: motion((s) => ({ ay: wave(s) })) })
    const size = sampledWave.map((value) => Math.abs(value) - 2 / Math.PI)
    expect(correlation(one(series, 1), size)).toBeGreaterThan(0.97)
  })

  it('forget posture and drift', () => {
    const still = seriesOf({ imu: motion((s) => ({ az: 9.8 + wave(s), rz: 10 * wave(s) })) })
    const drifting = seriesOf({ imu: motion((s) => ({ az: 9.8 + wave(s) + 0.1 * s, rz: 10 * wave(s) + 2 * s })) })
    expect(correlation(one(still, 0), one(drifting, 0))).toBeGreaterThan(0.99)
    expect(correlation(one(still, 3), one(drifting, 3))).toBeGreaterThan(0.97)
  })
})

describe('series of landmarks', () => {
  const frames = smoothBody(1)
  const changed = (change: (p: { x: number; y: number; z: number }) => { x: number; y: number; z: number }) =>
    frames.map(({ t, joints }) => ({ t, joints: Object.values(joints).map(({ x, y, z = 0 }) => change({ x, y, z })) }))

  it.each([
    ['place', changed(({ x, y, z }) => ({ x: x + 5, y: y - 2, z: z + 1 }))],
    ['size', changed(({ x, y, z }) => ({ x: 3 * x, y: 3 * y, z: 3 * z }))],
    ['direction', changed(({ x, y, z }) => ({ x: -y, y: z, z: -x }))],
    ['notation', frames.map(({ t, joints }) => ({ t, joints: Object.fromEntries(Object.values(joints).entries()) }))],
  ])('do not depend on the %s of the body', (_, other) => {
    const [a, b] = [seriesOf({ frames }), seriesOf({ frames: other })]
    expect(b).toMatchObject({ kind: 'landmarks', n: a.n, present: 0b1111 })
    for (let i = 0; i < a.values.length; i++) expect(b.values[i]).toBeCloseTo(a.values[i], 6)
  })

  it('do not depend on the place of a body with an odd number of joints', () => {
    const five = (by: number) =>
      changed(({ x, y, z }) => ({ x: x + by, y, z })).map(({ t, joints }) => ({ t, joints: joints.slice(0, 5) }))
    const [a, b] = [seriesOf({ frames: five(0) }), seriesOf({ frames: five(7) })]
    for (let i = 0; i < a.values.length; i++) expect(b.values[i]).toBeCloseTo(a.values[i], 6)
  })

  it('pass over frames with another number of joints, no time, or an older one', () => {
    const odd: unknown[] = []
    frames.forEach((frame, i) => {
      odd.push(frame)
      if (i % 20 === 0) odd.push({ t: frame.t + 1, joints: [{ x: 0, y: 0 }] })
      if (i % 20 === 5) odd.push({ t: Number.NaN, joints: frame.joints }, { t: 0, joints: frame.joints })
      if (i % 20 === 9) odd.push({ t: frame.t + 2, joints: Object.values(frame.joints).map(() => ({ x: 'a', y: 1 })) })
    })
    expect(seriesOf({ frames: odd as LandmarkFrame[] })).toEqual(seriesOf({ frames }))
  })

  it('use the longest stretch without a gap', () => {
    const gap = frames.map((frame) => (frame.t < 3000 ? frame : { ...frame, t: frame.t + 500 }))
    expect(seriesOf({ frames: gap }).n).toBe(seriesOf({ frames: frames.filter(({ t }) => t >= 3000) }).n)
  })
})

describe('series of landmarks over time', () => {
  /** Three joints of which one stays, one sways to the side and one up and down, at these times. */
  const swaying = (times: readonly number[]): LandmarkFrame[] =>
    times.map((t) => {
      const at = Math.sin((2 * Math.PI * t) / 1000)
      const joints = [
        { x: 0, y: 0, z: 0 },
        { x: 2 + at, y: 0, z: 0 },
        { x: 0, y: 2 + 0.5 * at, z: 0 },
      ]
      return { t, joints }
    })
  const every = (ms: number, seconds = 8) =>
    Array.from({ length: Math.floor((1000 * seconds) / ms) + 1 }, (_, i) => ms * i)
  const reasonOf = (frames: LandmarkFrame[]) => computeReplaySeries(readCapture({ frames }))

  it('hardly depend on when the frames were taken, and not on where the clock starts', () => {
    const even = seriesOf({ frames: swaying(every(32)) })
    const uneven = seriesOf({ frames: swaying(every(32).map((t, i) => (i === 250 ? t : t + 7 * (i % 4)))) })
    expect(uneven).toMatchObject({ n: even.n, present: 0b1111 })
    for (let k = 0; k < 4; k++) expect(correlation(one(even, k), one(uneven, k))).toBeGreaterThan(0.99)
    const later = swaying(every(32)).map((frame) => ({ ...frame, t: frame.t + 50_000 }))
    for (const [i, value] of seriesOf({ frames: later }).values.entries()) expect(value).toBeCloseTo(even.values[i], 6)
  })

  it('hold 25 values a second of the whole time', () => {
    expect(seriesOf({ frames: swaying(every(40)) }).n).toBe(201)
    expect(seriesOf({ frames: swaying(every(100)) }).n).toBe(201)
  })

  it('hold the speed of the middle first and that of all joints last, both the higher the faster', () => {
    const series = seriesOf({ frames: swaying(every(20)) })
    const speed = Float64Array.from(
      { length: series.n },
      (_, i) => Math.abs(Math.cos((2 * Math.PI * i) / 25)) - 2 / Math.PI,
    )
    expect(correlation(one(series, 0), speed)).toBeGreaterThan(0.95)
    expect(correlation(one(series, 3), speed)).toBeGreaterThan(0.95)
  })

  it('need eight frames a second, also after a gap', () => {
    expect(reasonOf(swaying(every(125)))).toMatchObject({ status: 'ok' })
    expect(reasonOf(swaying(every(140)))).toMatchObject({ status: 'insufficient' })
    const before = every(20, 2)
    const after = every(140).map((t) => 5000 + t)
    expect(reasonOf(swaying([...before, ...after]))).toMatchObject({ status: 'insufficient' })
  })

  it('take bodies of up to 256 joints', () => {
    const crowd = (count: number) =>
      swaying(every(40)).map(({ t, joints }) => {
        const [, moving] = joints as { x: number; y: number; z: number }[]
        return { t, joints: Array.from({ length: count }, (_, j) => ({ ...moving, y: j })) }
      })
    expect(reasonOf(crowd(256))).toMatchObject({ status: 'ok' })
    expect(reasonOf(crowd(257))).toMatchObject({ status: 'insufficient' })
    expect(reasonOf(crowd(0))).toMatchObject({ status: 'insufficient' })
  })
})

describe('assembleSeries', () => {
  it('is insufficient where no series moves', () => {
    const still = Array.from({ length: 4 }, () => new Float64Array(100).fill(2))
    expect(toReplaySeries('imu', still)).toMatchObject({ status: 'insufficient' })
  })
})
