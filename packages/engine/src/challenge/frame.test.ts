import { describe, expect, it } from 'vitest'
import { type EvenMotion, GRID_HZ } from '../timeline.ts'
import { toHolderFrame, computeHolderAxes } from './frame.ts'

const G = 9.81
const ROOT = Math.SQRT1_2

/** Motion on the grid, from a function of the grid point. */
function motion(n: number, at: (i: number) => [number, number, number], startMs = 0): EvenMotion {
  const channels = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) at(i).forEach((value, c) => (channels[c * n + i] = value))
  return { status: 'ok', n, startMs, channels, hasGyro: false, hasGravity: true, sourceHz: GRID_HZ, dropped: 0 }
}

function axes(x: number, y: number, z: number): number[][] {
  const found = computeHolderAxes([x, y, z])
  if (found === null) throw new Error('no axes')
  return found.map((axis) => axis.map((value) => Math.round(value * 1e9) / 1e9 + 0))
}

describe('holderAxes', () => {
  it('of a phone on its back: right is x, up is z, towards the person is the lower edge', () => {
    expect(axes(0, 0, G)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [0, -1, 0],
    ])
  })
  it('of an upright phone: right is x, up is y, towards the person is the face', () => {
    expect(axes(0, G, 0)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
  })
  it('turns over what a phone reports upside down, all axes alike', () => {
    expect(axes(0, 0, -G)).toEqual([
      [-1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ])
    expect(axes(0, -G, 0)).toEqual([
      [-1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ])
  })
  it('of a phone raised by 45 degrees: up is between its edge and its face', () => {
    const [right, up, towards] = axes(0, 5, 5)
    expect(right).toEqual([1, 0, 0])
    expect(up[1]).toBeCloseTo(ROOT, 9)
    expect(up[2]).toBeCloseTo(ROOT, 9)
    expect(towards[1]).toBeCloseTo(-ROOT, 9)
    expect(towards[2]).toBeCloseTo(ROOT, 9)
  })
  it('takes an upright phone that leans back over its edge for upright still', () => {
    expect(axes(0, G, -1)[1][1]).toBeCloseTo(G / Math.hypot(G, 1), 9)
  })
  it('of a rolled phone: right is level', () => {
    const [right, up] = axes(3, 9, 0)
    expect(right[0] * up[0] + right[1] * up[1]).toBeCloseTo(0, 9)
    expect(right[0]).toBeCloseTo(9 / Math.hypot(3, 9), 9)
    expect(right[1]).toBeCloseTo(-3 / Math.hypot(3, 9), 9)
  })
  it('of a phone in landscape: right is along its long side', () => {
    expect(axes(-G, 0, 0.1)[0].map(Math.round)).toEqual([0, 1, 0])
    expect(axes(G, 0, 0.1)[0].map(Math.round)).toEqual([0, -1, 0])
  })
  it('are level and of length one however the phone is held', () => {
    for (const [x, y, z] of [
      [1, 2, 9],
      [-6, 3, 5],
      [8, 4, 1],
      [-9, 1, 2],
    ]) {
      const [right, up, towards] = (computeHolderAxes([x, y, z]) ?? []).map((axis) => [...axis])
      const product = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
      for (const axis of [right, up, towards]) expect(product(axis, axis)).toBeCloseTo(1, 9)
      expect(product(right, up)).toBeCloseTo(0, 9)
      expect(product(right, towards)).toBeCloseTo(0, 9)
      expect(product(up, [x, y, z])).toBeCloseTo(Math.hypot(x, y, z), 9)
    }
  })
  it('are not there without gravity', () => {
    expect(computeHolderAxes([0, 0, 0])).toBeNull()
    expect(computeHolderAxes([Number.NaN, 0, 0])).toBeNull()
  })
})

describe('levelMotion', () => {
  it('reads the same for both signs of gravity', () => {
    const at = (i: number): [number, number, number] => [Math.sin(i), 4 + Math.cos(i), 8]
    const upright = toHolderFrame(motion(100, at), 0, 5000)
    const turned = toHolderFrame(
      motion(100, (i) => at(i).map((value) => -value) as [number, number, number]),
      0,
      5000,
    )
    expect(turned).toEqual(upright)
  })
  it('takes every second grid point from the first to the last time, as the mean of three', () => {
    const held = toHolderFrame(
      motion(200, (i) => [i === 50 ? 3 : i === 80 ? -3 : 0, 0, G], 100),
      1000,
      2000,
    )
    // 900 ms after the start is grid point 45; 1900 ms is grid point 95.
    expect(held?.startMs).toBe(1000)
    expect(held?.n).toBe(26)
    const right = Array.from(held?.right ?? [])
    expect(right).toHaveLength(26)
    expect(right.filter((value) => Math.abs(value) > 0.1).map((value) => Math.round(value * 10) / 10)).toEqual([
      1, 1, -1, -1,
    ])
    expect(right.findIndex((value) => value > 0.1)).toBe(2)
    expect(held?.up[10]).toBeCloseTo(G, 9)
  })
  it('repeats the outermost samples at both ends of the mean', () => {
    const held = toHolderFrame(
      motion(3, (i) => [0, 0, 9 + i]),
      0,
      40,
    )
    expect(Array.from(held?.up ?? [])).toEqual([(9 + 9 + 10) / 3, (10 + 11 + 11) / 3])
  })
  it('keeps to the samples there are', () => {
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, G], 500),
        -Infinity,
        Infinity,
      ),
    ).toMatchObject({ startMs: 500, n: 5 })
  })
  it('is null beside the samples and without gravity', () => {
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, G]),
        500,
        900,
      ),
    ).toBeNull()
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, G]),
        -900,
        -500,
      ),
    ).toBeNull()
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, G]),
        180,
        900,
      ),
    ).toBeNull()
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, G]),
        160,
        900,
      ),
    ).not.toBeNull()
    expect(
      toHolderFrame(
        motion(10, () => [0, 0, 0]),
        0,
        900,
      ),
    ).toBeNull()
  })
})
