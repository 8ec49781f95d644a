import { describe, expect, it } from 'vitest'
import { type Insufficient, type Point, readFrames } from '../capture.ts'
import { type LandmarkViews, computeLandmarkViews } from './landmarks.ts'

const SHOULDERS = { left: 3, right: 4 }
const numbers = (length: number) => Array.from({ length }, (_, k) => k)
const still = (joint: number): Point => ({ x: joint, y: 0, z: 0 })

/** Frames of 18 joints at rest one apart (so the shoulders are 1 apart), some of them moving. */
function frames(moving: Record<number, (seconds: number) => Point>, points = 18, fps = 25, seconds = 8) {
  return Array.from({ length: fps * seconds + 1 }, (_, i) => ({
    t: (i * 1000) / fps,
    joints: numbers(points).map((joint) => moving[joint]?.(i / fps) ?? still(joint)),
  }))
}

function views(...input: Parameters<typeof frames>): LandmarkViews {
  const seen = computeLandmarkViews(readFrames(frames(...input)), 4000)
  if (seen.status !== 'ok') throw new Error(seen.reason)
  return seen
}

const view = ({ views: all, n }: LandmarkViews, k: number) => all.slice(k * n, (k + 1) * n)
const running = (joint: number, speed: number) => (seconds: number) => ({ x: joint, y: speed * seconds, z: 0 })
const swinging = (joint: number, size: number) => (seconds: number) => ({
  x: joint,
  y: 0,
  z: size * Math.sin(2 * Math.PI * seconds),
})

describe('landmarkViews', () => {
  it('are speeds in shoulder widths a second on the 50 Hz grid', () => {
    const seen = views({ 7: running(7, 3), 8: swinging(8, 0.01), 0: running(0, 2) })
    expect(seen.n).toBe(401)
    expect(view(seen, 0)[200]).toBeCloseTo(3, 9)
    const half = views({ 7: running(7, 3), [SHOULDERS.right]: () => ({ x: 3.5, y: 0, z: 0 }) })
    expect(view(half, 0)[200]).toBeCloseTo(6, 9)
  })

  it('put the hand first that travels farther, whichever it is', () => {
    for (const [quick, slow] of [
      [7, 8],
      [8, 7],
    ]) {
      const seen = views({ [quick]: swinging(quick, 1), [slow]: swinging(slow, 0.2) })
      expect(Math.max(...view(seen, 0))).toBeGreaterThan(5.5)
      expect(Math.max(...view(seen, 1))).toBeLessThan(1.4)
    }
  })

  it('take the head third and the middle of the shoulders fourth', () => {
    const seen = views({
      7: swinging(7, 1),
      0: swinging(0, 0.5),
      [SHOULDERS.left]: swinging(3, 0.3),
      [SHOULDERS.right]: swinging(4, 0.1),
    })
    expect(Math.max(...view(seen, 2))).toBeCloseTo(0.5 * 2 * Math.PI, 0)
    expect(Math.max(...view(seen, 3))).toBeCloseTo(0.2 * 2 * Math.PI, 0)
  })

  it('repeat the first view as the fifth series', () => {
    const seen = views({ 7: swinging(7, 1) })
    expect(view(seen, 4)).toEqual(view(seen, 0))
  })

  it('miss the parts that never move', () => {
    expect(views({ 8: swinging(8, 1), 0: swinging(0, 1) }).missingViews).toEqual([1, 3])
  })

  it('know the 33 points of MediaPipe Pose and the 21 of a hand', () => {
    const pose = views({ 16: swinging(16, 1), 15: swinging(15, 0.1), 0: swinging(0, 0.1), 12: swinging(12, 0.1) }, 33)
    expect(pose.missingViews).toEqual([])
    const hand = views({ 0: swinging(0, 1) }, 21)
    expect(hand.missingViews).toEqual([1, 2, 3])
    // The mean of wrist and four knuckles, in lengths of nine, the distance of wrist and middle knuckle.
    expect(Math.max(...view(hand, 0))).toBeCloseTo((2 * Math.PI) / 5 / 9, 1)
  })

  it.each([
    ['of a set nobody knows', frames({}, 5), 'no known set of landmarks has 5 points'],
    ['whose hands never move', frames({ 0: swinging(0, 1) }), 'the landmarks of the hands never move'],
    ['in one point', frames({}).map(({ t, joints }) => ({ t, joints: joints.map(() => still(1)) })), 'in one point'],
    ['of three seconds', frames({ 7: swinging(7, 1) }, 18, 25, 3), '3.0 s of unbroken landmarks'],
  ])('refuse frames %s', (_, input, reason) => {
    const refused = computeLandmarkViews(readFrames(input), 4000) as Insufficient
    expect(refused.status).toBe('insufficient')
    expect(refused.reason).toContain(reason)
  })
})
