import { describe, expect, it } from 'vitest'
import { toLevelChannels } from './streams.ts'

const G = 9.81
const HZ = 50

/** Channels ax, ay, az, ωx, ωy, ωz, one after the other. */
function channelsOf(n: number, sample: (i: number) => readonly number[]): Float64Array {
  const width = sample(0).length
  const out = new Float64Array(n * width)
  for (let i = 0; i < n; i++) for (const [c, value] of sample(i).entries()) out[c * n + i] = value
  return out
}

describe('levelChannels', () => {
  it.each([
    [0, 0, G],
    [G, 0, 0],
    [0, -G, 0],
    [G / 2, -G / 2, G / Math.SQRT2],
    [0.8 * G, 0.6 * G, 0],
  ])('puts the gravity of a still sensor held at (%d, %d, %d) on the upward axis', (x, y, z) => {
    const { force } = toLevelChannels(
      channelsOf(20, () => [x, y, z, 0, 0, 0]),
      20,
      true,
    )
    for (const [axis, value] of [0, 0, G].entries()) expect(force[axis][7]).toBeCloseTo(value, 9)
  })

  it('gives three orthogonal sensor axes that do not move while the sensor does not turn', () => {
    const { axes } = toLevelChannels(
      channelsOf(10, () => [1, 2, 9, 0, 0, 0]),
      10,
      true,
    )
    const at = (k: number, t: number) => [0, 1, 2].map((i) => axes[k][i][t])
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0)
    for (let k = 0; k < 3; k++) {
      expect(at(k, 9)).toEqual(at(k, 0))
      expect(dot(at(k, 0), at(k, 0))).toBeCloseTo(1, 12)
      expect(dot(at(k, 0), at((k + 1) % 3, 0))).toBeCloseTo(0, 12)
    }
    // A right-handed triple: x × y = z.
    const [x, y, z] = [0, 1, 2].map((k) => at(k, 0))
    expect(x[1] * y[2] - x[2] * y[1]).toBeCloseTo(z[0], 12)
  })

  it('keeps gravity upward for a sensor that turns about a level axis', () => {
    // Turning by ω about its own x: gravity in the sensor is (0, sin, cos)·g.
    const omega = 2
    const n = 158
    const channels = channelsOf(n, (i) => {
      const angle = (omega * i) / HZ
      return [0, G * Math.sin(angle), G * Math.cos(angle), omega, 0, 0]
    })
    const { force, axes } = toLevelChannels(channels, n, true)
    for (const t of [0, 40, 157]) {
      expect(force[2][t]).toBeCloseTo(G, 6)
      expect(Math.hypot(force[0][t], force[1][t])).toBeLessThan(1e-6)
    }
    // After a quarter turn the sensor's y axis, level at first, points up.
    const quarter = Math.round(((Math.PI / 2) * HZ) / omega)
    expect(axes[1][2][0]).toBeCloseTo(0, 6)
    expect(axes[1][2][quarter]).toBeCloseTo(Math.sin((omega * quarter) / HZ), 6)
  })

  it('keeps gravity upward, and all axes at right angles, for a sensor that turns about a slanted axis', () => {
    // Once around in 3.14 s; about an axis of length one, gravity stays on a cone (Rodrigues).
    const axis = [0.6, -0.48, 0.64]
    const omega = 2
    const n = 158
    const gravityAt = (i: number) => {
      const angle = (-omega * i) / HZ
      const [x, y, z] = axis
      const cross = [y * G, -x * G, 0]
      const along = z * G * (1 - Math.cos(angle))
      return [0, 0, G].map((g, k) => g * Math.cos(angle) + cross[k] * Math.sin(angle) + axis[k] * along)
    }
    const channels = channelsOf(n, (i) => [...gravityAt(i), ...axis.map((value) => omega * value)])
    const { force, axes } = toLevelChannels(channels, n, true)
    const dot = (k: number, j: number, t: number) =>
      [0, 1, 2].reduce((sum, i) => sum + axes[k][i][t] * axes[j][i][t], 0)
    for (const t of [0, 25, 80, 157]) {
      expect(force[2][t]).toBeCloseTo(G, 6)
      expect(Math.hypot(force[0][t], force[1][t])).toBeLessThan(1e-6)
      for (let k = 0; k < 3; k++) for (let j = 0; j < 3; j++) expect(dot(k, j, t)).toBeCloseTo(k === j ? 1 : 0, 9)
    }
  })

  it('shows a shake of a turned sensor where it happens in space', () => {
    // Held with its x axis up, shaken along x: a vertical movement.
    const n = 100
    const shake = (i: number) => 2 * Math.sin((2 * Math.PI * i) / 25)
    const { force } = toLevelChannels(
      channelsOf(n, (i) => [G + shake(i), 0, 0, 0, 0, 0]),
      n,
      true,
    )
    expect(force[2][6]).toBeCloseTo(G + shake(6), 9)
    expect(force[0][6]).toBeCloseTo(0, 9)
  })

  it('takes the sensor for unturned without a gyroscope', () => {
    const { force, axes } = toLevelChannels(
      channelsOf(12, () => [0, G, 0]),
      12,
      false,
    )
    expect(axes).toEqual([])
    expect(force[2][11]).toBeCloseTo(G, 9)
  })

  it('answers finite numbers where nothing is felt', () => {
    const { force } = toLevelChannels(new Float64Array(30), 10, false)
    expect(force.flatMap((axis) => [...axis]).every((value) => value === 0)).toBe(true)
  })
})
