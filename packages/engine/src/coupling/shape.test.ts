import { describe, expect, it } from 'vitest'
import { bestFit } from './fit.ts'
import { shapeFeatures } from './shape.ts'

const n = 160
const wave = (period: number, phase = 0) =>
  Float64Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * i) / period + phase))
const BASE = [
  [wave(32), wave(40, 1), wave(20)],
  [wave(16), wave(53, 2), wave(64)],
]
const CAMERA = [wave(32), wave(20), wave(40, 1)]

function features(camera: readonly Float64Array[], turning: Float64Array | null = null) {
  const [speed, turn, acceleration, lever, x, up, z, worst, profile, arm] = shapeFeatures(turning, {
    base: BASE,
    fit: bestFit(BASE, camera, 0),
    raw: camera,
    camera,
  })
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
