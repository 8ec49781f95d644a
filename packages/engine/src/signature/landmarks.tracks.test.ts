import { describe, expect, it } from 'vitest'
import { type Insufficient, readColumns, readFrames } from '../capture.ts'
import { readTracks } from './landmarks.ts'

const frame = (i: number, fps = 20) => ({
  t: (i * 1000) / fps,
  joints: [
    { x: i, y: 2 * i, z: 3 * i },
    { x: -i, y: 5 },
  ],
})
const frames = (count: number, fps = 20) => Array.from({ length: count }, (_, i) => frame(i, fps))

function tracks(input: unknown) {
  const read = readTracks(readFrames(input), 2000)
  if (read.status !== 'ok') throw new Error(read.reason)
  return read
}

const reason = (input: unknown) => (readTracks(readFrames(input), 2000) as Insufficient).reason

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

describe('columns', () => {
  const moving = Array.from({ length: 120 }, (_, i) => ({
    t: 33 * i,
    joints: [0, 1, 2].map((j) => ({ x: Math.sin(i + j), y: i / 10, z: j })),
  }))
  type Frames = typeof moving
  const toColumns = (list: Frames) => {
    const axis = (of: 'x' | 'y' | 'z') =>
      Float64Array.from(list.flatMap(({ joints }) => joints.map((point) => point[of])))
    const points = list[0]?.joints.length ?? 0
    return { t: Float64Array.from(list, ({ t }) => t), points, x: axis('x'), y: axis('y'), z: axis('z') }
  }
  const changed = (at: number, change: Partial<Frames[number]>) => moving.with(at, { ...moving[at], ...change })
  const far = (point: object) => moving[0].joints.map((joint, j) => (j === 1 ? { ...joint, ...point } : joint))

  it.each<[string, Frames]>([
    ['as they are', moving],
    ['with a time that is none', changed(9, { t: Number.NaN })],
    ['with an endless time', changed(119, { t: Number.POSITIVE_INFINITY })],
    ['with a time that goes back', changed(30, { t: 5 })],
    ['with a gap', moving.map(({ t, joints }, i) => ({ t: i < 40 ? t : t + 900, joints }))],
    ['with a joint too far out', changed(50, { joints: far({ x: 1e7 }) })],
    ['with a joint too far down', changed(50, { joints: far({ y: -1e7 }) })],
    ['with a depth that is no number', changed(50, { joints: far({ z: Number.NaN }) })],
    ['with many bad times', moving.map(({ t, joints }, i) => ({ t: i % 5 === 0 ? -1 : t, joints }))],
    ['too few', moving.slice(0, 20)],
    ['none', []],
    ['of no joints', moving.map(({ t }) => ({ t, joints: [] }))],
    ['of too many joints', moving.map(({ t, joints }) => ({ t, joints: Array.from({ length: 65 }, () => joints[0]) }))],
    ['of more than twenty thousand', Array.from({ length: 20_050 }, (_, i) => ({ ...moving[i % 120], t: 33 * i }))],
  ])('are read like frames: %s', (_, list) => {
    expect(readTracks(toColumns(list), 2000)).toEqual(readTracks(readFrames(list), 2000))
  })

  it.each([
    ['a list of times', { t: [0, 1] }],
    ['a broken number of points', { points: 1.5 }],
    ['no number of points', { points: '3' }],
    ['an axis that is too short', { z: new Float64Array(3) }],
    ['an axis that is a list', { x: [1, 2, 3] }],
  ])('are none with %s', (_, change) => {
    expect(readColumns(toColumns(moving))).toEqual(toColumns(moving))
    expect(readColumns({ ...toColumns(moving), ...change })).toBeNull()
    expect(readColumns(null)).toBeNull()
  })
})
