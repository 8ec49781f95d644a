import { expect, it } from 'vitest'
import { COUNTDOWN_MS, PHASE_MS, SESSION_MS } from './phases.ts'
import { isWhole, cutMiddle, type Sight, makeTake } from './take.ts'

const STARTED = 12_345.678
const FROM = STARTED + COUNTDOWN_MS

function sightAt(t: number, y = 0.5): Sight {
  return { t, joints: [{ x: 0.123456789, y, z: -0.1 }], aspect: 0.75 }
}

function makeSights(hz: number, lastMs = SESSION_MS): Sight[] {
  return Array.from({ length: Math.floor((lastMs * hz) / 1000) }, (_, index) => sightAt(FROM + (index * 1000) / hz))
}

it('leaves out the countdown and what came after the end', () => {
  const take = makeTake([sightAt(STARTED), sightAt(FROM - 0.01), sightAt(FROM), sightAt(FROM + SESSION_MS)], STARTED)
  expect(take.frames).toEqual([{ t: 0, joints: [{ x: 0.123457, y: 0.5, z: -0.1 }] }])
})

it('counts frames by phase and seconds in which somebody was seen', () => {
  const take = makeTake(makeSights(30, PHASE_MS * 2.5), STARTED)
  expect(take.phaseFrames).toEqual([180, 180, 90, 0, 0])
  expect(take.secondsSeen).toBe(15)
  expect(take.wholeFrames).toBe(450)
})

it('never has more frames than the service takes, however quick the camera', () => {
  for (const hz of [30, 60, 120, 240]) {
    const { frames } = makeTake(makeSights(hz), STARTED)
    expect(frames.length).toBeGreaterThan(850)
    expect(frames.length).toBeLessThanOrEqual(1200)
  }
})

it('knows a body that is cut off at the picture', () => {
  expect(isWhole(sightAt(0))).toBe(true)
  expect(isWhole(sightAt(0, 0.76))).toBe(false)
  expect(isWhole(sightAt(0, -0.01))).toBe(false)
  expect(makeTake([sightAt(FROM), sightAt(FROM + 100, 0.8)], STARTED).wholeFrames).toBe(1)
})

it('finds the middle, and nothing in nothing', () => {
  const frames = makeTake(makeSights(10), STARTED).frames
  const times = cutMiddle(frames, 8000).map(({ t }) => t)
  expect([Math.min(...times), Math.max(...times)]).toEqual([11_000, 18_900])
  expect(cutMiddle([], 8000)).toEqual([])
  expect(makeTake([], STARTED)).toMatchObject({
    frames: [],
    wholeFrames: 0,
    phaseFrames: [0, 0, 0, 0, 0],
    secondsSeen: 0,
  })
})
