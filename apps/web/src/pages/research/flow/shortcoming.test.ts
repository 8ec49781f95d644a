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
    [{ frames: 0, whole: 0, seconds: 0 }, 'We couldn’t see anyone.'],
    [{ frames: 1, whole: 1, seconds: 1 }, 'We couldn’t see anyone.'],
    [{ frames: 420, whole: 420, seconds: 14 }, 'We saw you in 14 of 30 seconds.'],
    [{ frames: 90, whole: 90 }, 'This device managed only 3.0 frames per second.'],
    [{ whole: 449 }, 'Part of you was out of the picture most of the time.'],
  ])('is refused for %j', (given, title) => {
    expect(findShortcoming(taken(given), null)?.title).toBe(title)
  })

  it('is refused with the reason of the engine where that has nothing to say', () => {
    expect(findShortcoming(taken({}), 'the landmarks never move')).toEqual({
      title: 'We saw too little motion.',
      advice: 'Details: the landmarks never move.',
    })
  })
})
