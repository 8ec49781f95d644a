import { describe, expect, it } from 'vitest'
import { type CameraSample, type LandmarkFrame, readCamera } from '../capture.ts'
import { cameraTrackOf, interpolateAt, toCameraTrack } from './streams.ts'

const even = (n: number, stepMs = 40): CameraSample[] =>
  Array.from({ length: n }, (_, k) => ({ t: k * stepMs, x: k, y: 1 - k, z: 2 }))

function read(samples: unknown) {
  const stream = toCameraTrack(readCamera(samples))
  if (stream.status !== 'ok') throw new Error(stream.reason)
  return stream
}

describe('layCameraTrack', () => {
  it('reads times and three columns', () => {
    const { t, columns } = read(even(3))
    expect([...t]).toEqual([0, 40, 80])
    expect(columns.map((column) => [...column])).toEqual([
      [0, 1, 2],
      [1, 0, -1],
      [2, 2, 2],
    ])
  })

  it('reads two columns where one sample has no depth', () => {
    const samples = even(20)
    const [first, ...rest] = samples
    expect(read([{ t: first.t, x: first.x, y: first.y }, ...rest]).columns).toHaveLength(2)
  })

  it.each([[undefined], [null], ['track'], [[]], [{ length: 3 }]])('says that there is nothing in %j', (samples) => {
    expect(toCameraTrack(readCamera(samples))).toEqual({
      status: 'insufficient',
      reason: 'there are no camera samples',
    })
  })

  it('leaves out a few unreadable, repeated and reversed samples', () => {
    const odd = [null, { t: 2, x: Number.NaN, y: 0 }, { t: 100, x: 0, y: 1e7 }, { t: 0, x: 5, y: 5, z: 5 }]
    expect(read([...even(60), ...odd]).t).toHaveLength(60)
  })

  it.each(['x', 'y'])('leaves out a point whose %s is beyond a million', (axis) => {
    const far = even(60).map((sample, k) => (k === 30 ? { ...sample, [axis]: -1.1e6 } : sample))
    expect(read(far).t).toHaveLength(59)
    expect(read(even(60).map((sample, k) => (k === 30 ? { ...sample, [axis]: -1e6 } : sample))).t).toHaveLength(60)
  })

  it('refuses a track of which more than a tenth is unusable', () => {
    const odd = Array.from({ length: 3 }, () => ({ t: Number.POSITIVE_INFINITY, x: 0, y: 0 }))
    expect(toCameraTrack(readCamera([...even(20), ...odd]))).toEqual({
      status: 'insufficient',
      reason: '3 of 23 camera samples have an unusable time or value',
    })
  })

  it('reads a track of which just a tenth is unusable', () => {
    expect(read([...even(18), null, null]).t).toHaveLength(18)
  })

  it.each([
    [1e6, 3],
    [-1e6, 3],
    [1.1e6, 2],
  ])('with one point at a depth of %d has %d columns', (z, count) => {
    expect(read(even(20).map((sample, k) => (k === 7 ? { ...sample, z } : sample))).columns).toHaveLength(count)
  })

  it('reads no more than the last 60,000 samples', () => {
    const { t } = read(even(60_001))
    expect([t.length, t[0]]).toEqual([60_000, 40])
  })

  it('keeps the longest stretch without a gap of more than 400 ms', () => {
    const late = even(30).map((sample) => ({ ...sample, t: sample.t + 1500 }))
    const { t } = read([...even(26), ...late])
    expect(t).toHaveLength(30)
    expect(t[0]).toBe(1500)
  })

  it('does not cut at a gap of exactly 400 ms', () => {
    const late = even(30).map((sample) => ({ ...sample, t: sample.t + 1400 }))
    expect(read([...even(26), ...late]).t).toHaveLength(56)
  })

  it.each([
    [8, 'ok'],
    [7.9, 'insufficient'],
  ])('with %d samples a second is %s', (hz, status) => {
    expect(toCameraTrack(readCamera(even(30, 1000 / hz))).status).toBe(status)
  })

  it('refuses a single sample', () => {
    expect(toCameraTrack(readCamera(even(1)))).toEqual({
      status: 'insufficient',
      reason: 'fewer than 8 camera samples a second',
    })
  })
})

describe('interpolateAt', () => {
  const t = Float64Array.of(0, 1, 2, 3, 4)

  it('goes through the samples', () => {
    const column = Float64Array.of(3, -1, 4, 1, 5)
    const out = interpolateAt(t, column, t)
    for (let i = 0; i < 5; i++) expect(out[i]).toBeCloseTo(column[i], 12)
  })

  it('follows a parabola between inner samples', () => {
    expect(
      interpolateAt(
        t,
        t.map((x) => x * x),
        Float64Array.of(1.5, 2.25),
      )[0],
    ).toBeCloseTo(2.25, 12)
  })

  it('follows a straight line over uneven times', () => {
    const uneven = Float64Array.of(0, 1, 5, 6)
    const [a, b] = interpolateAt(
      uneven,
      uneven.map((x) => 2 * x),
      Float64Array.of(3, 5.5),
    )
    expect(a).toBeCloseTo(6, 12)
    expect(b).toBeCloseTo(11, 12)
  })

  it('holds its ends, and may be asked in any order', () => {
    expect([...interpolateAt(t, t, Float64Array.of(9, -3, 2, 0.5))]).toEqual([4, 0, 2, 0.5])
    const column = Float64Array.of(3, -1, 4, 1, 5)
    const times = [0.25, 3.5, 1.75, 2, 0.5]
    const each = times.map((at) => interpolateAt(t, column, Float64Array.of(at))[0])
    expect([...interpolateAt(t, column, Float64Array.from(times))]).toEqual(each)
  })
})

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
