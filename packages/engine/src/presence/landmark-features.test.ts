import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { LANDMARK_FEATURES, landmarkVector } from './landmark-features.ts'
import { type EvenLandmarks, evenLandmarks, LANDMARK_HZ } from './landmark-grid.ts'

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
  const even = evenLandmarks(framesOf(count, 30, joint), 1900)
  if (even.status !== 'ok') throw new Error(even.reason)
  return Object.fromEntries([...landmarkVector(even)].map((value, i) => [LANDMARK_FEATURES[i].name, value]))
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
    const even = evenLandmarks(framesOf(91, 30, stiff), 1900) as EvenLandmarks
    expect(even).toMatchObject({ status: 'ok', n: 3 * LANDMARK_HZ + 1, joints: 6 })
    // Corners at x ±0.5 and y -1, 0, 1 from the middle: √(0.25 + 2/3).
    const size = Math.sqrt(0.25 + 2 / 3)
    expect(even.x[even.n * 3]).toBeCloseTo(1 / size, 9)
    expect(even.x[20]).toBeCloseTo((0.3 * Math.sin(2)) / size, 3)
    expect(even.x[2 * even.n + 20]).toBeCloseTo(0.1 / size, 9)
  })
  it.each([
    ['too short', framesOf(30, 30, stiff)],
    ['too few joints', framesOf(90, 30, stiff, 3)],
    ['never moving', framesOf(90, 30, (j) => stiff(j, 0))],
    ['all in one point', framesOf(90, 30, () => ({ x: 1, y: 1, z: 1 }))],
    ['no frames', []],
    ['no list', null],
  ])('says why it cannot judge what is %s', (_, frames) => {
    expect(evenLandmarks(frames, 1900)).toEqual({ status: 'insufficient', reason: expect.stringMatching(/./) })
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
