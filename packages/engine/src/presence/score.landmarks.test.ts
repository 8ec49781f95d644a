import { describe, expect, it } from 'vitest'
import { type LandmarkFrame, type Point, readFrames } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { sceneOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { scoreLandmarks as judgeFrames } from './score.ts'

const SEEDS = [1, 2, 3, 4]

function scene(seed: number): LandmarkFrame[] {
  const random = seededRandom(seed)
  return sceneOf(syntheticPerson(seed), random, { activity: 'gesture' }).frames
}

/** Every joint at its first place plus what is told for the frame. */
function pushed(frames: readonly LandmarkFrame[], push: (i: number, j: number) => number): LandmarkFrame[] {
  const first = Object.values(frames[0].joints)
  return frames.map(({ t }, i) => ({
    t,
    joints: first.map(({ x, y, z = 0 }, j) => ({ x: x + push(i, j), y: y + push(i, j), z: z + push(i, j) })),
  }))
}

const landmarkPresence = (frames: unknown) => judgeFrames(readFrames(frames))

describe('landmarkPresence', () => {
  it.each(SEEDS)('answers for synthetic body %d with numbers between 0 and 1', (seed) => {
    const { status, reason, ...numbers } = landmarkPresence(scene(seed))
    expect({ status, reason }).toEqual({ status: 'ok', reason: null })
    for (const value of Object.values(numbers)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  })
  it.each(SEEDS)('refuses noise on every joint, also one array copied to all (%d)', (seed) => {
    const random = seededRandom(seed)
    const frames = scene(seed)
    const copied = frames.map(() => 0.1 * normal(random))
    expect(landmarkPresence(pushed(frames, () => 0.1 * normal(random))).score).toBeLessThan(0.5)
    expect(landmarkPresence(pushed(frames, (i) => copied[i])).score).toBeLessThan(0.5)
  })
  it.each(SEEDS)('refuses a sine on every joint (%d)', (seed) => {
    expect(landmarkPresence(pushed(scene(seed), (i, j) => 0.1 * Math.sin(i / 5 + j))).score).toBeLessThan(0.5)
  })
  it('is insufficient for joints that never move and for too little', () => {
    const frames = scene(1)
    expect(landmarkPresence(pushed(frames, () => 0))).toMatchObject({ status: 'insufficient', score: 0 })
    expect(landmarkPresence(frames.slice(0, 10))).toMatchObject({ status: 'insufficient', score: 0 })
    expect(landmarkPresence('frames')).toMatchObject({ status: 'insufficient', score: 0 })
  })
  it('reads joints as a list and keyed alike', () => {
    const frames = scene(2)
    const keyed = frames.map(({ t, joints }) => ({ t, joints: Object.fromEntries((joints as Point[]).entries()) }))
    expect(landmarkPresence(keyed)).toEqual(landmarkPresence(frames))
  })
})
