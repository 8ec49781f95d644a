import { describe, expect, it } from 'vitest'
import {
  COUNTDOWN_MS,
  selectMiddle,
  checkTake,
  isWhole,
  createTake,
  computeMoment,
  PHASE_MS,
  PHASES,
  SESSION_MS,
  type Sight,
  type Take,
} from './session.ts'

const STARTED = 12_345.678
const FROM = STARTED + COUNTDOWN_MS

function sightAt(t: number, y = 0.5): Sight {
  return { t, joints: [{ x: 0.123456789, y, z: -0.1 }], aspect: 0.75 }
}

function makeSights(hz: number, lastMs = SESSION_MS): Sight[] {
  return Array.from({ length: Math.floor((lastMs * hz) / 1000) }, (_, index) => sightAt(FROM + (index * 1000) / hz))
}

it('leaves out the countdown and everything after the end', () => {
  const take = createTake([sightAt(STARTED), sightAt(FROM - 0.01), sightAt(FROM), sightAt(FROM + SESSION_MS)], STARTED)
  expect(take.frames).toEqual([{ t: 0, joints: [{ x: 0.123457, y: 0.5, z: -0.1 }] }])
})

it('counts frames by phase, and seconds with a person in the picture', () => {
  const take = createTake(makeSights(30, PHASE_MS * 2.5), STARTED)
  expect(take.phaseFrames).toEqual([180, 180, 90, 0, 0])
  expect(take.secondsSeen).toBe(15)
  expect(take.wholeFrames).toBe(450)
})

it('never has more frames than the service accepts, even with a fast camera', () => {
  for (const hz of [30, 60, 120, 240]) {
    const { frames } = createTake(makeSights(hz), STARTED)
    expect(frames.length).toBeGreaterThan(850)
    expect(frames.length).toBeLessThanOrEqual(1200)
  }
})

it('detects a body that is cut off by the picture', () => {
  expect(isWhole(sightAt(0))).toBe(true)
  expect(isWhole(sightAt(0, 0.76))).toBe(false)
  expect(isWhole(sightAt(0, -0.01))).toBe(false)
  expect(createTake([sightAt(FROM), sightAt(FROM + 100, 0.8)], STARTED).wholeFrames).toBe(1)
})

it('returns the middle, and nothing without frames', () => {
  const frames = createTake(makeSights(10), STARTED).frames
  const times = selectMiddle(frames, 8000).map(({ t }) => t)
  expect([Math.min(...times), Math.max(...times)]).toEqual([11_000, 18_900])
  expect(selectMiddle([], 8000)).toEqual([])
  expect(createTake([], STARTED)).toMatchObject({
    frames: [],
    wholeFrames: 0,
    phaseFrames: [0, 0, 0, 0, 0],
    secondsSeen: 0,
  })
})

it('counts down, walks through every phase, and ends', () => {
  expect(computeMoment(0)).toEqual({ kind: 'counting', secondsLeft: COUNTDOWN_MS / 1000 })
  expect(computeMoment(COUNTDOWN_MS - 1)).toEqual({ kind: 'counting', secondsLeft: 1 })
  const phases = PHASES.map((_, index) => computeMoment(COUNTDOWN_MS + index * PHASE_MS))
  expect(phases).toMatchObject(PHASES.map((_, phase) => ({ kind: 'moving', phase, secondsLeft: PHASE_MS / 1000 })))
  expect(computeMoment(COUNTDOWN_MS + SESSION_MS - 1)).toMatchObject({ phase: PHASES.length - 1, secondsLeft: 1 })
  expect(computeMoment(COUNTDOWN_MS + SESSION_MS)).toEqual({ kind: 'over' })
})

it('stays within the service’s limits', () => {
  expect(PHASES).toHaveLength(5)
  expect(SESSION_MS).toBeLessThanOrEqual(60_000)
})

function taken({ frames = 900, whole = 900, seconds = 30 }): Take {
  return {
    frames: Array.from({ length: frames }, (_, index) => ({ t: index, joints: [] })),
    aspect: 0.75,
    wholeFrames: whole,
    phaseFrames: [],
    secondsSeen: seconds,
  }
}

describe('a session', () => {
  it('is worth sending if the whole body was seen often enough', () => {
    expect(checkTake(taken({}), null)).toBeNull()
    expect(checkTake(taken({ frames: 240, whole: 120 }), null)).toBeNull()
  })

  it.each([
    [{ frames: 0, whole: 0, seconds: 0 }, 'We couldn’t see anyone.'],
    [{ frames: 1, whole: 1, seconds: 1 }, 'We couldn’t see anyone.'],
    [{ frames: 420, whole: 420, seconds: 14 }, 'We saw you in 14 of 30 seconds.'],
    [{ frames: 90, whole: 90 }, 'This device managed only 3.0 frames per second.'],
    [{ whole: 449 }, 'Part of you was out of the picture most of the time.'],
  ])('is refused for %j', (given, title) => {
    expect(checkTake(taken(given), null)?.title).toBe(title)
  })

  it('is refused with the engine’s reason if it gives no score', () => {
    expect(checkTake(taken({}), 'the landmarks never move')).toEqual({
      title: 'We saw too little motion.',
      advice: 'Details: the landmarks never move.',
    })
  })
})
