import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import {
  computeAccelerometerReadings,
  turnAbout,
  type Vectors,
} from '../../packages/engine/src/synthetic/rigid-body.ts'
import { attackFamily } from './index.ts'

/** A phone that is tilted slowly to and fro, and pushed a little. */
const HUMAN: ImuSample[] = (() => {
  const wave = (size: number, hz: number) =>
    Float64Array.from({ length: 400 }, (_, i) => size * Math.sin((2 * Math.PI * hz * i) / 50 + hz))
  const turning: Vectors = [wave(0.8, 0.3), wave(0.5, 0.45), wave(0.4, 0.6)]
  const acceleration: Vectors = [wave(0.4, 2.1), wave(0.3, 2.7), wave(0.5, 1.9)]
  const [x, y, z] = computeAccelerometerReadings({
    acceleration,
    turning,
    start: turnAbout([1, 0, 0], 0.8),
    rateHz: 50,
  })
  const degrees = turning.map((axis) => axis.map((rate) => (rate * 180) / Math.PI))
  return Array.from(x, (ax, i) => ({
    t: i * 20,
    ax,
    ay: y[i],
    az: z[i],
    rx: degrees[0][i],
    ry: degrees[1][i],
    rz: degrees[2][i],
  }))
})()
const made = (name: string): ImuSample[] =>
  attackFamily(name)?.make({ human: HUMAN, other: HUMAN, rateHz: 50 }, seededRandom(2)) ?? []

/** How far slow changes of what the accelerometer feels follow from turning, d(g)/dt = -ω × g, as a correlation. */
function agreement(samples: readonly ImuSample[]): number {
  const half = 25
  let [xy, xx, yy] = [0, 0, 0]
  for (let i = half; i + half < samples.length; i++) {
    const change = [0, 0, 0]
    for (let k = i - half; k < i + half; k++) {
      const { ax, ay, az, rx = 0, ry = 0, rz = 0 } = samples[k]
      const [x, y, z] = [rx, ry, rz].map((rate) => (rate * Math.PI) / 180 / 50)
      change[0] -= y * az - z * ay
      change[1] -= z * ax - x * az
      change[2] -= x * ay - y * ax
    }
    const mean = (at: number, key: 'ax' | 'ay' | 'az') =>
      samples.slice(at - 5, at + 6).reduce((sum, sample) => sum + sample[key] / 11, 0)
    ;(['ax', 'ay', 'az'] as const).forEach((key, axis) => {
      const seen = mean(Math.min(samples.length - 6, i + half), key) - mean(Math.max(5, i - half), key)
      xy += seen * change[axis]
      xx += seen * seen
      yy += change[axis] * change[axis]
    })
  }
  return xy / Math.sqrt(xx * yy)
}

describe('simulators', () => {
  it.each(['rigid-spline', 'rigid-spline-noise', 'rigid-surrogate', 'rigid-pushes'])('%s obeys physics', (name) => {
    expect(agreement(made(name))).toBeGreaterThan(0.7)
  })
  it('obey it as people do, and as independent axes do not', () => {
    expect(agreement(HUMAN)).toBeGreaterThan(0.9)
    expect(agreement(made('phase-randomised'))).toBeLessThan(0.6)
  })
  it('rigid-pushes keeps the turning of the person, rigid-surrogate does not', () => {
    made('rigid-pushes').forEach(({ rx }, i) => expect(rx).toBeCloseTo(HUMAN[i].rx as number, 9))
    expect(made('rigid-surrogate').some(({ rx = 0 }, i) => Math.abs(rx - (HUMAN[i].rx as number)) > 1)).toBe(true)
  })
  it('need gravity and a gyroscope to turn gravity', () => {
    const without = HUMAN.map(({ t, ax, ay, az }) => ({
      t,
      ax: ax / 10,
      ay: ay / 10,
      az: az / 10,
      rx: 1,
      ry: 2,
      rz: 3,
    }))
    const inputs = { human: without, other: without, rateHz: 50 }
    expect(attackFamily('rigid-surrogate')?.make(inputs, seededRandom(1))).toBeNull()
    const noGyro = HUMAN.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    expect(attackFamily('rigid-pushes')?.make({ ...inputs, human: noGyro }, seededRandom(1))).toBeNull()
  })
})
