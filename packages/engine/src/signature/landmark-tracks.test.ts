import { describe, expect, it } from 'vitest'
import { readFrames } from '../streams/frames.ts'
import type { Insufficient } from '../types.ts'
import { layTracks } from './landmark-tracks.ts'

const frame = (i: number, fps = 20) => ({
  t: (i * 1000) / fps,
  joints: [
    { x: i, y: 2 * i, z: 3 * i },
    { x: -i, y: 5 },
  ],
})
const frames = (count: number, fps = 20) => Array.from({ length: count }, (_, i) => frame(i, fps))

function tracks(input: unknown) {
  const read = layTracks(readFrames(input), 2000)
  if (read.status !== 'ok') throw new Error(read.reason)
  return read
}

const reason = (input: unknown) => (layTracks(readFrames(input), 2000) as Insufficient).reason

describe('layTracks', () => {
  it('reads joint by joint, with 0 for a depth that is not there', () => {
    const { t, points, x, y, z } = tracks(frames(61))
    expect(points).toBe(2)
    expect(t[60]).toBe(3000)
    expect([x[120], y[120], z[120]]).toEqual([60, 120, 180])
    expect([x[121], y[121], z[121]]).toEqual([-60, 5, 0])
  })

  it('reads joints keyed by their number', () => {
    const keyed = frames(61).map(({ t, joints }) => ({ t, joints: { '1': joints[1], '0': joints[0] } }))
    expect(tracks(keyed)).toEqual(tracks(frames(61)))
  })

  it('leaves out up to a tenth of unusable frames and refuses more', () => {
    const broken = [null, 7, { t: 'x', joints: [] }, { t: Number.NaN, joints: frame(1).joints }, { t: 5, joints: null }]
    expect(tracks([...frames(61), ...broken]).t).toHaveLength(61)
    expect(reason([...frames(41), ...broken])).toContain('5 of 46 landmark frames')
  })

  it.each([
    ['a point that is none', [{ x: 1, y: 1 }, 3]],
    [
      'an infinite place',
      [
        { x: 1, y: 1 },
        { x: Number.POSITIVE_INFINITY, y: 1 },
      ],
    ],
    [
      'a depth in words',
      [
        { x: 1, y: 1 },
        { x: 1, y: 1, z: 'far' },
      ],
    ],
    ['no points', []],
    ['a hole in the keys', { '0': { x: 1, y: 1 }, '2': { x: 1, y: 1 } }],
    ['too many points', Array.from({ length: 65 }, () => ({ x: 1, y: 1 }))],
    ['another number of points', [{ x: 1, y: 1 }]],
  ])('leaves out a frame with %s', (_, joints) => {
    expect(tracks([...frames(61), { t: 3050, joints }]).t).toHaveLength(61)
  })

  it('leaves out frames whose time does not rise', () => {
    expect(tracks([...frames(61), frame(60), frame(3)]).t).toHaveLength(61)
  })

  it('keeps the longest stretch without a gap of half a second', () => {
    const gap = (ms: number) => [...frames(50), ...frames(61).map(({ t, joints }) => ({ t: t + 2450 + ms, joints }))]
    expect(tracks(gap(501)).t).toHaveLength(61)
    expect(tracks(gap(501)).t[0]).toBe(2951)
    expect(tracks(gap(500)).t).toHaveLength(111)
  })

  it.each([
    ['nothing', undefined, 'there are no landmark frames'],
    ['no frames', [], 'there are no landmark frames'],
    ['too short a time', frames(40), '1.9 s of unbroken landmarks, at least 2 s are needed'],
    ['too few frames a second', frames(30, 7), '7.0 landmark frames a second, at least 8 are needed'],
  ])('refuses %s', (_, input, expected) => {
    expect(reason(input)).toBe(expected)
  })

  it('takes exactly the shortest time and the lowest rate', () => {
    expect(tracks(frames(41)).t).toHaveLength(41)
    expect(tracks(frames(30, 8)).t).toHaveLength(30)
  })
})
