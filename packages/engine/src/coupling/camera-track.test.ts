import { describe, expect, it } from 'vitest'
import type { LandmarkFrame } from '../capture.ts'
import { cameraTrackOf } from './streams.ts'

// Joint 0 trembles from frame to frame, joint 1 swings, joint 2 stays.
const frames: LandmarkFrame[] = Array.from({ length: 40 }, (_, k) => ({
  t: 33 * k,
  joints: [
    { x: k % 2 === 0 ? 0.06 : 0, y: 0, z: 1 },
    { x: 0.2 * Math.sin(k / 5), y: 0.1 * Math.cos(k / 5), z: 1.5 },
    { x: 1, y: 1, z: 1 },
  ],
}))

describe('cameraTrackOf', () => {
  it('follows the given joint', () => {
    expect(cameraTrackOf(frames, 2)[3]).toEqual({ t: 99, x: 1, y: 1, z: 1 })
  })

  it('follows the joint that moves most, not the one that trembles', () => {
    const track = cameraTrackOf(frames)
    expect(track).toHaveLength(40)
    expect(track[5]).toEqual({ t: 165, x: 0.2 * Math.sin(1), y: 0.1 * Math.cos(1), z: 1.5 })
  })

  it('reads joints keyed by their number', () => {
    const keyed = frames.map(({ t, joints }) => ({ t, joints: { '4': (joints as { x: number; y: number }[])[1] } }))
    expect(cameraTrackOf(keyed)[5].x).toBeCloseTo(0.2 * Math.sin(1), 12)
  })

  it('leaves depth out where there is none', () => {
    expect(cameraTrackOf([{ t: 0, joints: [{ x: 1, y: 2 }] }], 0)).toEqual([{ t: 0, x: 1, y: 2 }])
  })

  it('passes over a joint that is missing in more than a tenth of the frames', () => {
    const lost = frames.map(({ t, joints }, k) => ({
      t,
      joints: (joints as { x: number; y: number }[]).map((joint, j) =>
        j === 1 && k % 8 === 3 ? { x: Number.NaN, y: 0 } : joint,
      ),
    }))
    expect(cameraTrackOf(lost)[0].z).toBe(1)
  })

  it('follows a joint that is missing in just a tenth of the frames', () => {
    const lost = frames.map(({ t, joints }, k) => ({
      t,
      joints: (joints as { x: number; y: number }[]).map((joint, j) => (j === 1 && k % 10 === 3 ? null : joint)),
    }))
    expect(cameraTrackOf(lost as LandmarkFrame[])).toHaveLength(36)
  })

  /** Frames of joints that move by so many thousandths of the picture a frame. */
  const steady = (...ways: (readonly [number, number])[]): LandmarkFrame[] =>
    Array.from({ length: 8 }, (_, k) => ({
      t: 33 * k,
      joints: ways.map(([x, y]) => ({ x: (k * x) / 1000, y: (k * y) / 1000 })),
    }))

  it.each([
    ['as far as both directions lead it: (3, 4) is 5', steady([4.9, 0], [3, 4], [0, 4.9]), 1],
    ['to the left and up as well', steady([1, 0], [-2, 0], [0, -3]), 2],
    ['the first of several alike', steady([0, 0], [2, 0], [0, 2]), 1],
    [
      'not after the first 600',
      steady(...Array.from({ length: 601 }, (_, j) => [j === 600 ? 9 : j === 599 ? 1 : 0, 0] as const)),
      599,
    ],
  ])('follows the joint that moves most, %s', (_, moving, joint) => {
    expect(cameraTrackOf(moving)).toEqual(cameraTrackOf(moving, joint))
  })

  it('leaves out frames and points that cannot be read', () => {
    const odd = [
      null,
      7,
      { t: Number.NaN, joints: [{ x: 1, y: 1 }] },
      { t: 5, joints: null },
      { t: 6, joints: [null] },
      { t: 7, joints: [{ x: 1, y: 'a' }] },
    ]
    expect(cameraTrackOf(odd as unknown as LandmarkFrame[], 0)).toEqual([])
  })

  it.each([undefined, null, 'frames', [], {}])('is empty for %j', (nothing) => {
    expect(cameraTrackOf(nothing as LandmarkFrame[])).toEqual([])
  })
})
