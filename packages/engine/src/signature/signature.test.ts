import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { SIGNATURE_MODEL } from './match.ts'
import { CLIP, listDimensions, motionSignature, scaleFeatures } from './signature.ts'

/** Eight seconds of a walk-like motion with gravity on z, seeded. */
function walk(seed: number, hz = 60): ImuSample[] {
  const random = seededRandom(seed)
  const rate = 1.7 + 0.4 * random()
  const strength = 1 + 2 * random()
  return Array.from({ length: 8 * hz }, (_, i) => {
    const phase = (2 * Math.PI * rate * i) / hz
    const jitter = () => 0.2 * normal(random)
    return {
      t: (i * 1000) / hz,
      ax: strength * Math.sin(phase / 2) + jitter(),
      ay: 0.5 * strength * Math.cos(phase) + jitter(),
      az: 9.81 + strength * Math.cos(phase) + jitter(),
      rx: 40 * Math.sin(phase / 2) + jitter(),
      ry: 20 * Math.cos(phase) + jitter(),
      rz: 10 * Math.sin(phase) + jitter(),
    }
  })
}

/** The samples as a device mounted otherwise would have felt them: the same rotation for both sensors. */
function turned(samples: readonly ImuSample[]): ImuSample[] {
  // Rows of a rotation matrix (a third of a turn about the diagonal, then one about z with cosine 0.6).
  const rotate = (x: number, y: number, z: number) => [0.6 * z - 0.8 * x, 0.8 * z + 0.6 * x, y]
  return samples.map(({ t, ax, ay, az, rx = 0, ry = 0, rz = 0 }) => {
    const [bx, by, bz] = rotate(ax, ay, az)
    const [sx, sy, sz] = rotate(rx, ry, rz)
    return { t, ax: bx, ay: by, az: bz, rx: sx, ry: sy, rz: sz }
  })
}

const numbers = (length: number) => Array.from({ length }, (_, j) => j)

describe('motionSignature of motion sensors', () => {
  const samples = walk(1)
  const signature = motionSignature({ imu: samples })

  it('is 128 finite numbers within the limit of the scale', () => {
    expect(signature).toMatchObject({ version: SIGNATURE_MODEL.imu.version, missing: [], status: 'ok', reason: null })
    expect(signature.vector).toHaveLength(128)
    expect(signature.vector.every((value) => Math.abs(value) <= 2)).toBe(true)
    expect(new Set(signature.vector).size).toBeGreaterThan(100)
  })

  it('does not depend on how the device is mounted', () => {
    const { vector } = motionSignature({ imu: turned(samples) })
    for (const [j, value] of vector.entries()) expect(value).toBeCloseTo(signature.vector[j], 6)
  })

  it('does not depend on when the clock started', () => {
    const later = motionSignature({ imu: samples.map((sample) => ({ ...sample, t: sample.t + 2 ** 30 })) })
    for (const [j, value] of later.vector.entries()) expect(value).toBeCloseTo(signature.vector[j], 6)
  })

  it('differs between two people', () => {
    const { vector } = motionSignature({ imu: walk(2) })
    expect(Math.max(...vector.map((value, j) => Math.abs(value - signature.vector[j])))).toBeGreaterThan(0.3)
  })

  it('misses the views of the rotation without a gyroscope, and measures the others all the same', () => {
    const poor = motionSignature({ imu: samples.map(({ t, ax, ay, az }) => ({ t, ax, ay, az })) })
    expect(poor.status).toBe('ok')
    expect(poor.missing).toEqual(numbers(128).filter((j) => j % 4 >= 2))
    for (const j of poor.missing) expect(poor.vector[j]).toBe(0)
    // Features that look at one view alone are the same; those that relate views are not.
    for (const j of [0, 1, 4, 5, 20, 21]) expect(poor.vector[j]).toBeCloseTo(signature.vector[j], 9)
  })

  it('misses nothing where gravity was removed', () => {
    const free = motionSignature({ imu: samples.map((sample) => ({ ...sample, az: sample.az - 9.81 })) })
    expect(free).toMatchObject({ status: 'ok', missing: [] })
  })

  it.each([
    ['no samples', [], 'there are no motion samples'],
    ['two seconds', samples.slice(0, 120), 's of unbroken motion'],
    ['a frozen sensor', samples.map(({ t }) => ({ t, ax: 0, ay: 0, az: 9.81 })), 'hardly moved'],
  ])('is insufficient for %s', (_, imu, reason) => {
    const nothing = motionSignature({ imu })
    expect(nothing.status).toBe('insufficient')
    expect(nothing.reason).toContain(reason)
    expect(nothing.missing).toEqual(numbers(128))
    expect(nothing.vector).toEqual(numbers(128).map(() => 0))
  })

  it.each([[null], [undefined], [7], ['capture'], [{}], [{ imu: 'x' }], [{ imu: [null, 3] }]])(
    'is insufficient for %j',
    (capture) => {
      expect(motionSignature(capture as never).status).toBe('insufficient')
    },
  )
})

describe('motionSignature of landmarks', () => {
  const frames = Array.from({ length: 240 }, (_, i) => ({
    t: (i * 1000) / 30,
    joints: numbers(18).map((joint) => ({
      x: joint / 10 + 0.1 * Math.sin(i / (3 + joint)),
      y: 0.05 * Math.cos(i / 4 + joint),
      z: 0,
    })),
  }))

  it('is taken where there are no usable motion sensors', () => {
    const signature = motionSignature({ frames })
    expect(signature).toMatchObject({ version: SIGNATURE_MODEL.body.version, status: 'ok', missing: [], reason: null })
    expect(motionSignature({ imu: [], frames })).toEqual(signature)
  })

  it('gives way to motion sensors that suffice', () => {
    expect(motionSignature({ imu: walk(1), frames }).version).toBe(SIGNATURE_MODEL.imu.version)
  })

  it('tells the sensors’ reason when both are insufficient, and its own when there are only frames', () => {
    expect(motionSignature({ imu: [], frames: [] }).reason).toBe('there are no motion samples')
    expect(motionSignature({ frames: [] }).reason).toBe('there are no landmark frames')
  })

  it('misses all but the first view of a hand alone', () => {
    const hand = frames.map(({ t, joints }) => ({ t, joints: [...joints, ...joints].slice(0, 21) }))
    expect(motionSignature({ frames: hand }).missing).toEqual(numbers(128).filter((j) => j % 4 !== 0))
  })
})

describe('listDimensions', () => {
  it('are every fourth from the view on, in rising order', () => {
    expect(listDimensions([3])).toEqual(numbers(32).map((feature) => 4 * feature + 3))
    expect(listDimensions([2, 0]).slice(0, 4)).toEqual([0, 2, 4, 6])
    expect(listDimensions([])).toEqual([])
  })
})

describe('scaleFeatures', () => {
  const scale = { median: [1, 10, 0], spread: [2, 5, 1] }

  it('makes the median 0 and counts in spreads near it', () => {
    expect(scaleFeatures([1, 10, 0], scale)).toEqual([0, 0, 0])
    expect(scaleFeatures([1.02, 9.95, 0], scale)[0]).toBeCloseTo(0.01, 6)
    expect(scaleFeatures([1.02, 9.95, 0], scale)[1]).toBeCloseTo(-0.01, 6)
  })

  it('bends towards the limit: one limit away is the limit times tanh 1', () => {
    expect(scaleFeatures([1 + 2 * CLIP, 10, 0], scale)[0]).toBeCloseTo(CLIP * Math.tanh(1), 12)
    expect(scaleFeatures([1e9, -1e9, 0], scale)).toEqual([CLIP, -CLIP, 0])
  })

  it('takes infinite values for the limit and what is no number for the median', () => {
    expect(scaleFeatures([Number.POSITIVE_INFINITY, Number.NaN, Number.NEGATIVE_INFINITY], scale)).toEqual([
      CLIP,
      0,
      -CLIP,
    ])
  })
})
