import { describe, expect, it } from 'vitest'
import { toSensorBands, computeShapeFeatures } from './features.ts'
import { findBestFit, type Fit } from './fit.ts'

const n = 160
const wave = (period: number, phase = 0) =>
  Float64Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * i) / period + phase))
const BASE = [
  [wave(32), wave(40, 1), wave(20)],
  [wave(16), wave(53, 2), wave(64)],
]
const CAMERA = [wave(32), wave(20), wave(40, 1)]

function features(camera: readonly Float64Array[], turning: Float64Array | null = null) {
  const [speed, turn, acceleration, lever, x, up, z, worst, profile, arm] = computeShapeFeatures(
    toSensorBands(BASE, turning, camera.length),
    {
      fit: findBestFit(BASE, camera, 0),
      raw: camera,
      camera,
    },
  )
  return { speed, turn, acceleration, lever, x, up, z, worst, profile, arm }
}

describe('shapeFeatures', () => {
  it('are perfect for a camera that saw just what the sensor felt', () => {
    const { speed, acceleration, x, up, z, worst, profile, arm, lever } = features(CAMERA)
    for (const value of [speed, acceleration, x, up, z]) expect(value).toBeGreaterThan(0.999)
    expect(worst).toBeLessThan(1e-4)
    expect(profile).toBeLessThan(0.01)
    expect(arm).toBeLessThan(0.01)
    expect(lever).toBeLessThan(0.3)
  })

  it('tell which quarter does not fit', () => {
    const spoiled = CAMERA.map((axis) => axis.map((value, i) => (i >= 80 && i < 120 ? -value : value)))
    expect(features(spoiled).worst).toBeGreaterThan(0.6)
    expect(features(spoiled).up).toBeLessThan(0.9)
  })

  it('tell that the energy has another course', () => {
    const fading = CAMERA.map((axis) => axis.map((value, i) => value * (1.2 - i / n)))
    expect(features(fading).profile).toBeGreaterThan(0.3)
    expect(features(fading).speed).toBeLessThan(features(CAMERA).speed)
  })

  it('give the angle between what the sensor’s own path and its turning explain', () => {
    const turned = [0, 2, 1].map((i) => BASE[1][i].map((value, t) => 0.5 * (value + BASE[0][i][t])))
    expect(features(turned).arm).toBeCloseTo(Math.PI / 4, 2)
    const onlyTurning = [0, 2, 1].map((i) => BASE[1][i].map((value) => 0.5 * value))
    expect(features(onlyTurning).lever).toBeGreaterThan(0.999)
  })

  it('compare turning with speed only where there is a gyroscope', () => {
    expect(features(CAMERA).turn).toBe(0)
    const speed = CAMERA[0].map((_, i) => Math.hypot(...CAMERA.map((axis) => axis[i])))
    expect(features(CAMERA, speed).turn).toBeCloseTo(1, 9)
    expect(
      features(
        CAMERA,
        speed.map((value) => 3 - value),
      ).turn,
    ).toBeCloseTo(-1, 9)
  })

  it('are 0 for the depth that a flat camera does not have', () => {
    expect(features(CAMERA.slice(0, 2)).z).toBe(0)
  })

  it('are finite for a camera that saw nothing', () => {
    const still = [0, 1, 2].map(() => new Float64Array(n))
    expect(Object.values(features(still)).every(Number.isFinite)).toBe(true)
  })
})

/** Features where all movement is along x and the fit takes the sensor as it is. */
function alongX(felt: readonly number[], seen: readonly number[]) {
  const [x, rest, saw] = [Float64Array.from(felt), new Float64Array(felt.length), Float64Array.from(seen)]
  const camera = [saw, rest, rest]
  const fit: Fit = { explained: 1, heading: 0, mirror: 1, weights: [1] }
  const values = computeShapeFeatures(toSensorBands([[x, rest, rest]], null, 3), { fit, raw: camera, camera })
  return { speed: values[0], x: values[4], worst: values[7], profile: values[8] }
}

describe('the worst quarter', () => {
  it.each([0, 1, 2, 3])('is what is left of its own energy and a tenth of a mean quarter’s: quarter %d', (quarter) => {
    const felt = Array.from({ length: 8 }, () => 1)
    const seen = felt.map((value, i) => (Math.floor(i / 2) === quarter ? 3 : value))
    // Two samples of (3 - 1)² over two of 3² + 1², and a tenth of a quarter of the camera's 6·1² + 2·3² = 24.
    expect(alongX(felt, seen).worst).toBeCloseTo(8 / (20 + 0.6), 12)
  })

  it('may be shorter than the others', () => {
    // Quarters of two samples leave one for the last: 2² over 3² + 1², and a tenth of a quarter of 6·1² + 3² = 15.
    expect(alongX([1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 3]).worst).toBeCloseTo(4 / (10 + 0.375), 12)
  })

  it('counts nothing that is far below what a sensor can tell', () => {
    // As much is expected as the floor of 1e-18, and nothing is seen: half of the two together is left.
    expect(alongX([1e-9, 1e-9, 1e-9, 1e-9], [0, 0, 0, 0]).worst).toBeCloseTo(0.5, 9)
    expect(alongX([1e-12, 1e-12, 1e-12, 1e-12], [0, 0, 0, 0]).worst).toBeLessThan(1e-5)
  })
})

describe('the profile of energy', () => {
  it('is the spread of the log ratio, weighted by both energies', () => {
    // A line through two samples is the samples. Energies 1 and 99 against 1 and 24, each with the floor of 0.02·(1 + 99)/2 = 1, have
    // the ratios 2/2 and 100/25 with the weights √(2·2) and √(100·25): two values log 4 apart, weighted 2 to 50.
    const { profile } = alongX([1, Math.sqrt(24)], [1, Math.sqrt(99)])
    expect(profile).toBeCloseTo((Math.log(4) * Math.sqrt(2 * 50)) / 52, 9)
  })

  it('is the same in any unit of both', () => {
    const felt = Array.from({ length: 40 }, (_, i) => 1 + i / 40)
    const seen = felt.map((value, i) => value * (2 - i / 30))
    const scaled = [felt, seen].map((values) => values.map((value) => 1000 * value))
    expect(alongX(scaled[0], scaled[1]).profile).toBeCloseTo(alongX(felt, seen).profile, 9)
  })

  it('does not see what flickers from sample to sample', () => {
    // Energies of 0 and 2 in turn are 1 on average, as the sensor's: what remains comes from the two ends.
    const felt = Array.from({ length: 80 }, () => 1)
    const seen = felt.map((_, i) => (i % 2 === 0 ? Math.SQRT2 : 0))
    expect(alongX(felt, seen).profile).toBeLessThan(0.1)
  })

  it('does not spread where the camera saw nothing of an even movement', () => {
    expect(alongX([1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0]).profile).toBeCloseTo(0, 4)
  })
})

describe('the speed and each axis', () => {
  const felt = [1, 2, 4, 3, 1, 2]

  it.each([
    ['1 for the same', felt, 1],
    ['1 in another unit', felt.map((value) => 1000 * value), 1],
    ['-1 for the opposite', felt.map((value) => 5 - value), -1],
    ['0 for what never changes', felt.map(() => 2), 0],
    ['0 for what is no number', felt.map(() => Number.NaN), 0],
  ])('correlate with %s', (_, seen, expected) => {
    expect(alongX(felt, seen).speed).toBeCloseTo(expected, 12)
    expect(alongX(felt, seen).x).toBeCloseTo(expected, 12)
  })
})

describe('the parts of the sensor', () => {
  // Whole periods in the window: each wave is orthogonal to all others, and all have the same energy.
  const [a, b, c, d, e, f] = [2, 3, 4, 5, 6, 7].map((count) => wave(n / count))
  const base = [
    [a, b, c],
    [d, e, f],
  ]
  const mix = (own: number, turned: number) =>
    [0, 2, 1].map((axis) => base[0][axis].map((value, i) => own * value + turned * base[1][axis][i]))

  it.each([
    [3, 4],
    [-3, 4],
    [0, 2],
    [2, 0],
  ])('explain their shares of the energy alone: %d of the path, %d of the turning', (own, turned) => {
    const camera = mix(own, turned)
    const values = computeShapeFeatures(toSensorBands(base, null, 3), {
      fit: findBestFit(base, camera, 0),
      raw: camera,
      camera,
    })
    const whole = own ** 2 + turned ** 2
    expect(values[2]).toBeCloseTo(own ** 2 / whole, 3)
    expect(values[3]).toBeCloseTo(turned ** 2 / whole, 3)
    expect(values[9]).toBeCloseTo(Math.atan2(turned, Math.abs(own)), 3)
  })
})
