import { describe, expect, it } from 'vitest'
import { readFrames } from './landmarks.ts'

const TIMING = { durationMs: 1000, totalFrames: 10 }
const numbers = (length: number) => Array.from({ length }, (_, one) => one)

/** Joint j of frame i, by its numbers. */
const point = (i: number, j: number) => ({ x: i + j / 100, y: i - j / 100, z: j })
const list = (i: number, points = 18) => numbers(points).map((j) => point(i, j))
const keyed = (i: number, points = 18) => Object.fromEntries(numbers(points).map((j) => [j, point(i, j)]))
const frames = (points = 18) => numbers(10).map((i) => ({ t: i * 100, joints: list(i, points) }))

describe('framesIn', () => {
  it.each([18, 21, 33])('understands frames of %i points', (points) => {
    expect(readFrames(frames(points), TIMING)).toEqual(frames(points))
  })

  it.each<[string, unknown]>([
    ['joints under their numbers', numbers(10).map((i) => ({ t: i * 100, joints: keyed(i) }))],
    ['an object with frames', { frames: frames(), camera: 'front' }],
    ['lists of points alone', numbers(10).map((i) => list(i))],
    ['points under their numbers alone', numbers(10).map((i) => keyed(i))],
    ['points under their numbers beside the time', numbers(10).map((i) => ({ t: i * 100, ...keyed(i) }))],
    ['points as lists', frames().map(({ t, joints }) => ({ t, joints: joints.map(({ x, y, z }) => [x, y, z]) }))],
    ['landmarks instead of joints', frames().map(({ t, joints }) => ({ timestamp: t, landmarks: joints }))],
    ['points instead of joints', frames().map(({ t, joints }) => ({ time: t, points: joints }))],
    ['keypoints instead of joints', frames().map(({ t, joints }) => ({ t, keypoints: joints }))],
    ['frames without a time', frames().map(({ joints }) => ({ joints }))],
    ['times that begin anywhere', frames().map(({ t, joints }) => ({ t: t + 1_700_000_000_000, joints }))],
    ['members that nobody asked for', frames().map((frame) => ({ ...frame, name: 'Ada', visibility: [1] }))],
    [
      'points with more than a place',
      frames().map(({ t, joints }) => ({
        t,
        joints: joints.map((one) => ({ ...one, visibility: 0.9, name: 'nose' })),
      })),
    ],
  ])('understands %s', (_, landmarks) => {
    expect(readFrames(landmarks, TIMING)).toEqual(frames())
  })

  it.each<[string, (one: { x: number; y: number }) => unknown]>([
    ['without a depth', ({ x, y }) => ({ x, y })],
    ['with an unknown depth', ({ x, y }) => ({ x, y, z: null })],
    ['of two numbers', ({ x, y }) => [x, y]],
  ])('understands points %s', (_, flat) => {
    const landmarks = frames().map(({ t, joints }) => ({ t, joints: joints.map(flat) }))
    expect(readFrames(landmarks, TIMING)).toEqual(
      frames().map(({ t, joints }) => ({ t, joints: joints.map(({ x, y }) => ({ x, y })) })),
    )
  })

  it('takes times that make a hundredth of the session for seconds', () => {
    const seconds = frames().map(({ t, joints }) => ({ t: t / 1000, joints }))
    expect(readFrames(seconds, TIMING)?.map(({ t }) => Math.round(t))).toEqual(frames().map(({ t }) => t))
  })

  it('spreads frames without a time over the session, also where one in between cannot be read', () => {
    const landmarks = numbers(10).map((i) => (i === 4 ? null : list(i)))
    expect(readFrames(landmarks, { durationMs: 8000, totalFrames: 160 })?.map(({ t }) => t)).toEqual(
      [0, 1, 2, 3, 5, 6, 7, 8, 9].map((i) => i * 50),
    )
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 5],
    ['text', 'no body found'],
    ['a frame of text', { t: 50, joints: 'none' }],
    ['no time', { joints: list(1) }],
    ['a time in words', { t: '150', joints: list(1) }],
    ['a time that stands still', { t: 900, joints: list(1) }],
    ['another set of points', { t: 950, joints: list(1, 21) }],
    ['a point too few', { t: 950, joints: list(1, 17) }],
    ['a hole in the numbers', { t: 950, joints: { ...keyed(1, 17), 18: point(1, 18) } }],
    ['a point of text', { t: 950, joints: [...list(1, 17), 'here'] }],
    ['a point of null', { t: 950, joints: [...list(1, 17), null] }],
    ['a place in words', { t: 950, joints: [...list(1, 17), { x: '1', y: 1 }] }],
    ['a place out of bounds', { t: 950, joints: [...list(1, 17), { x: 1e7, y: 1 }] }],
    ['an infinite depth', { t: 950, joints: [...list(1, 17), { x: 1, y: 1, z: Number.POSITIVE_INFINITY }] }],
  ])('leaves out a frame with %s', (_, odd) => {
    expect(readFrames([...frames(), odd], TIMING)).toEqual(frames())
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['true', true],
    ['a number', 42],
    ['text', 'landmarks'],
    ['an empty list', []],
    ['an object', {}],
    ['an object with other frames', { frames: 7 }],
    ['one frame', [{ t: 0, joints: list(0) }]],
    ['a list of numbers', numbers(100)],
    ['17 points', frames(17)],
    ['19 points', frames(19)],
    ['no points', numbers(10).map((t) => ({ t, joints: [] }))],
    ['more frames than a session has', numbers(1201).map((t) => ({ t, joints: list(0) }))],
    ['times that never rise', frames().map(({ joints }) => ({ t: 5, joints }))],
    ['times of hours', frames().map(({ t, joints }) => ({ t: t * 10_000, joints }))],
    ['more frames that cannot be read than that can', [...frames(), ...numbers(11).map(() => null)]],
    ['a list in a list', [[[[]]]]],
    ['frames that call themselves prototypes', JSON.parse('[{"__proto__":{"t":1,"joints":[]}}]')],
  ])('does not understand %s', (_, landmarks) => {
    expect(readFrames(landmarks, TIMING)).toBeNull()
  })
})
