import type { Point } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { bodyJointsOf, findBodySighting, findHandSighting } from './sightings.ts'

const PICTURE = { t: 1234.5, aspect: 0.75 }
const HAND = points(21)
const BODY = points(33)

describe('handSighting', () => {
  it('measures both axes in widths of the picture, and leaves the depth out', () => {
    const seen = findHandSighting([HAND], PICTURE)
    expect(seen?.frame).toEqual({ t: 1234.5, joints: HAND.map(({ x, y }) => ({ x, y: y * 0.75 })) })
  })

  it('gives the middle of wrist and finger roots as the point', () => {
    const mean = (0 + 5 + 9 + 13 + 17) / 5
    expect(findHandSighting([HAND], PICTURE)?.point).toEqual({
      t: 1234.5,
      x: expect.closeTo(mean / 100, 12),
      y: expect.closeTo((0.75 * mean) / 50, 12),
    })
  })

  it('takes the first of several hands', () => {
    const other = HAND.map(({ x, y }) => ({ x: x + 1, y }))
    expect(findHandSighting([HAND, other], PICTURE)).toEqual(findHandSighting([HAND], PICTURE))
  })

  it.each([
    ['nothing', []],
    ['an empty hand', [[]]],
    ['20 points', [points(20)]],
    ['a body', [BODY]],
    ['a point that is not a number', [HAND.with(7, { x: Number.NaN, y: 0, z: 0 })]],
    ['a point that is endless', [HAND.with(7, { x: 0, y: Number.POSITIVE_INFINITY })]],
  ])('sees no hand in %s', (_, found) => {
    expect(findHandSighting(found, PICTURE)).toBeNull()
  })

  it('passes over what is no whole hand', () => {
    expect(findHandSighting([points(3), HAND], PICTURE)).toEqual(findHandSighting([HAND], PICTURE))
  })
})

describe('bodyJointsOf', () => {
  it('takes joints as they are and the others as means of their neighbors', () => {
    const joints = bodyJointsOf(BODY).map(({ x }) => Math.round(x * 1e6) / 1e4)
    const sides = [11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]
    expect(joints).toEqual([7.5, 11.5, 17.5, ...sides, 23.5, 15.5, 0])
  })

  it('keeps depth where every point has it', () => {
    expect(bodyJointsOf(BODY)[0]).toHaveProperty('z')
    expect(bodyJointsOf(BODY.map(({ x, y }) => ({ x, y })))[0]).not.toHaveProperty('z')
  })

  it('refuses another number of points', () => {
    expect(() => bodyJointsOf(HAND)).toThrow('33 points, not 21')
    expect(() => bodyJointsOf([])).toThrow(RangeError)
  })
})

describe('bodySighting', () => {
  it('has 18 joints in widths of the picture, and no single point', () => {
    const seen = findBodySighting([BODY], PICTURE)
    expect(seen).not.toHaveProperty('point')
    expect(seen?.frame?.t).toBe(1234.5)
    expect(seen?.frame?.joints).toHaveLength(18)
    expect(seen?.frame?.joints).toHaveProperty('3', { x: 0.11, y: 0.75 * 0.22, z: -0.11 })
  })

  it('sees no body in a hand, or in nothing', () => {
    expect(findBodySighting([HAND], PICTURE)).toBeNull()
    expect(findBodySighting([], PICTURE)).toBeNull()
  })
})

function points(count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({ x: i / 100, y: i / 50, z: -i / 100 }))
}
