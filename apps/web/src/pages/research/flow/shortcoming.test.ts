import { describe, expect, it } from 'vitest'
import { findShortcoming } from './shortcoming.ts'
import type { Take } from './take.ts'

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
  it('is worth sending when the whole body was seen often enough', () => {
    expect(findShortcoming(taken({}), null)).toBeNull()
    expect(findShortcoming(taken({ frames: 240, whole: 120 }), null)).toBeNull()
  })

  it.each([
    [{ frames: 0, whole: 0, seconds: 0 }, 'Nobody was seen.'],
    [{ frames: 1, whole: 1, seconds: 1 }, 'Nobody was seen.'],
    [{ frames: 420, whole: 420, seconds: 14 }, 'You were seen in 14 of 30 seconds.'],
    [{ frames: 90, whole: 90 }, 'This device saw only 3.0 pictures a second.'],
    [{ whole: 449 }, 'Part of you was outside the picture most of the time.'],
  ])('is refused for %j', (given, title) => {
    expect(findShortcoming(taken(given), null)?.title).toBe(title)
  })

  it('is refused with the reason of the engine where that has nothing to say', () => {
    expect(findShortcoming(taken({}), 'the landmarks never move')).toEqual({
      title: 'Too little motion was seen.',
      advice: 'The engine says: the landmarks never move.',
    })
  })
})
