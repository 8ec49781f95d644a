import { describe, expect, it } from 'vitest'
import { seededRandom } from '../src/random.ts'
import { performSamples, thereAndBack } from './performed-strokes.ts'

const STROKE = { onsetMs: 200, durationMs: 600, angle: 0, distanceM: 0.2 }

/** Twice summed up: where the phone is at the end. */
function traveled(accelerations: readonly number[], hz: number): { way: number; speed: number } {
  let [speed, way] = [0, 0]
  for (const value of accelerations) {
    speed += value / hz
    way += speed / hz
  }
  return { way, speed }
}

describe('performSamples', () => {
  it('move the phone by the distance and stop it', () => {
    const samples = performSamples({ strokes: [STROKE], durationMs: 1000, hz: 1000 })
    const { way, speed } = traveled(
      samples.map(({ ax }) => ax),
      1000,
    )
    expect(way).toBeCloseTo(0.2, 3)
    expect(speed).toBeCloseTo(0, 6)
    expect(samples.every(({ ay, az }) => ay === 0 && az === 9.81)).toBe(true)
  })
  it('have the peak acceleration of a minimum-jerk movement, 10/√3 times way over time squared', () => {
    const peak = Math.max(...performSamples({ strokes: [STROKE], durationMs: 1000, hz: 1000 }).map(({ ax }) => ax))
    expect(peak).toBeCloseTo(((10 / Math.sqrt(3)) * 0.2) / 0.36, 3)
  })
  it('are at rest outside of the strokes, the ends included', () => {
    const samples = performSamples({ strokes: [STROKE], durationMs: 1000, hz: 50 })
    expect(samples).toHaveLength(51)
    expect(samples.filter(({ ax }) => ax !== 0).map(({ t }) => t)).toEqual(
      Array.from({ length: 29 }, (_, i) => 220 + 20 * i).filter((t) => t !== 500),
    )
  })
  it('move up along gravity however the phone is raised', () => {
    const samples = performSamples({
      strokes: [{ ...STROKE, angle: Math.PI / 2 }],
      durationMs: 1000,
      hz: 100,
      pitch: 0.5,
    })
    for (const { ax, ay, az } of samples) {
      expect(ax).toBeCloseTo(0, 12)
      expect(ay * Math.cos(0.5)).toBeCloseTo(az * Math.sin(0.5), 12)
    }
    expect(Math.max(...samples.map(({ ay, az }) => Math.hypot(ay, az)))).toBeGreaterThan(12)
  })
  it('add noise of the wanted size on every axis', () => {
    const samples = performSamples({ strokes: [], durationMs: 20_000, hz: 100, noise: 0.3, random: seededRandom(1) })
    for (const [key, mean] of [
      ['ax', 0],
      ['ay', 0],
      ['az', 9.81],
    ] as const) {
      const variance = samples.reduce((total, sample) => total + (sample[key] - mean) ** 2, 0) / samples.length
      expect(Math.sqrt(variance)).toBeCloseTo(0.3, 1)
    }
  })
})

describe('thereAndBack', () => {
  it('comes back to where it was', () => {
    const strokes = thereAndBack(STROKE, 150)
    expect(strokes[1]).toMatchObject({ onsetMs: 950, durationMs: 600, angle: Math.PI, distanceM: 0.2 })
    const samples = performSamples({ strokes, durationMs: 1800, hz: 1000 })
    expect(
      traveled(
        samples.map(({ ax }) => ax),
        1000,
      ).way,
    ).toBeCloseTo(0, 3)
  })
})
