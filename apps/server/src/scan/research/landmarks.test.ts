import { type LandmarkFrame, motionSignature, type Point, presenceScore } from '@stillhere/engine'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { researchFrames, unpackFrames } from '../../../test/research.ts'
import { decodeLandmarks, encodeLandmarks } from './landmarks.ts'

const backAndForth = (frames: LandmarkFrame[]) => unpackFrames(encodeLandmarks(frames))
const still = (point: Point): LandmarkFrame[] => [
  { t: 0, joints: [point] },
  { t: 33, joints: [point] },
]

/** Frames of up to six joints, with or without depth, in coordinates of any size. */
const anyFrames = fc
  .record({ points: fc.integer({ min: 1, max: 6 }), deep: fc.boolean(), size: fc.integer({ min: -6, max: 6 }) })
  .chain(({ points, deep, size }) => {
    const coordinate = fc.double({ min: -(10 ** size), max: 10 ** size, noNaN: true })
    const point = deep
      ? fc.record({ x: coordinate, y: coordinate, z: coordinate })
      : fc.record({ x: coordinate, y: coordinate })
    const joints = fc.array(point, { minLength: points, maxLength: points })
    return fc.array(fc.record({ t: fc.double({ min: 0, max: 60_000, noNaN: true }), joints }), { maxLength: 20 })
  })

function listsOf(frames: readonly LandmarkFrame[]): Point[][] {
  return frames.map(({ joints }) => Object.values(joints))
}

describe('encodeLandmarks and decodeLandmarks', () => {
  it('keep every time to half a µs and every coordinate to a 400,000th of the largest of its axis', () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const decoded = backAndForth(frames)
        expect(decoded).toHaveLength(frames.length)
        for (const axis of ['x', 'y', 'z'] as const) {
          const [before, after] = [frames, decoded].map((one) =>
            listsOf(one).flatMap((list) => list.map((p) => p[axis])),
          )
          const largest = Math.max(0, ...(before ?? []).map((value) => Math.abs(value ?? 0)))
          before?.forEach((value, at) => {
            expect(after?.[at] === undefined).toBe(value === undefined)
            expect(Math.abs((after?.[at] ?? 0) - (value ?? 0))).toBeLessThanOrEqual(Math.max(largest / 400_000, 1e-20))
          })
        }
        frames.forEach(({ t }, at) => {
          expect(Math.abs((decoded[at]?.t ?? 0) - (t - (frames[0]?.t ?? 0)))).toBeLessThanOrEqual(0.0005 + 1e-9)
        })
      }),
      { seed: 20260310 },
    )
  })

  it('keep coordinates of few digits exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 1 }), fc.nat(4), (steps, digits) => {
        const frames = steps.map((step, at) => ({ t: at, joints: [{ x: step / 10 ** digits, y: 0.5, z: -1 }] }))
        expect(backAndForth(frames)).toEqual(frames.map(({ t, joints }) => ({ t, joints })))
      }),
      { seed: 20260310 },
    )
  })

  it.each([
    ['zero', { x: 0, y: -0, z: 0 }, { x: 0, y: 0, z: 0 }],
    ['millions', { x: 1e6, y: -1e6, z: 123_456 }, { x: 1e6, y: -1e6, z: 123_456 }],
    ['more than there is room for', { x: 123_456_789, y: 1, z: 1 }, { x: 123_456_800, y: 1, z: 1 }],
    ['no depth', { x: 0.25, y: 0.5 }, { x: 0.25, y: 0.5 }],
    ['what is next to nothing', { x: 1e-12, y: 0, z: 0 }, { x: 1e-12, y: 0, z: 0 }],
  ])('keep %s', (_, point, expected) => {
    expect(backAndForth(still(point))).toEqual(still(expected))
  })

  it('read joints under their numbers like a list', () => {
    const frames = researchFrames(1)
    const keyed = frames.map(({ t, joints }) => ({ t, joints: Object.fromEntries(Object.entries(joints)) }))
    expect(encodeLandmarks(keyed)).toEqual(encodeLandmarks(frames))
  })

  it('take no frames for no frames', () => {
    expect(backAndForth([])).toEqual([])
  })

  it('take at most a quarter of the JSON', () => {
    for (const frames of [researchFrames(1), researchFrames(2, { seconds: 40 })]) {
      expect(encodeLandmarks(frames).length).toBeLessThan(JSON.stringify(frames).length / 4)
    }
  })

  it('leave the engine with the same findings', () => {
    const frames = researchFrames(3)
    const decoded = backAndForth(frames)
    expect(presenceScore({ frames: decoded }).score).toBeCloseTo(presenceScore({ frames }).score, 6)
    const [before, after] = [motionSignature({ frames }), motionSignature({ frames: decoded })]
    after.vector.forEach((value, dimension) => expect(value).toBeCloseTo(before.vector[dimension] ?? Number.NaN, 2))
  })

  it.each([
    ['another number of joints', [...still({ x: 1, y: 1 }), { t: 66, joints: [] }], 'the same joints'],
    ['a coordinate that is no number', still({ x: Number.NaN, y: 1 }), 'finite'],
    ['an infinite coordinate', still({ x: Number.POSITIVE_INFINITY, y: 1 }), 'finite'],
    [
      'a time too far away',
      [
        { t: 0, joints: [] },
        { t: 1e12, joints: [] },
      ],
      'too far',
    ],
    [
      'no time',
      [
        { t: 0, joints: [] },
        { t: Number.NaN, joints: [] },
      ],
      'too far',
    ],
    ['too many frames', Array.from({ length: 65_536 }, () => ({ t: 0, joints: [] })), 'too many'],
  ])('refuse %s', (_, frames, message) => {
    expect(() => encodeLandmarks(frames)).toThrow(message)
  })

  it('refuse a version that they do not know', () => {
    const bytes = encodeLandmarks(researchFrames(1))
    bytes[0] = 2
    expect(() => decodeLandmarks(bytes)).toThrow('version 2')
  })
})
