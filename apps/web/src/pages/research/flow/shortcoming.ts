import { formatNumber } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { SESSION_MS } from './phases.ts'
import type { Take } from './take.ts'

/** What was wrong with a session, and what to do about it, in words for the person. */
export type Shortcoming = { title: string; advice: string }

const SESSION_SECONDS = SESSION_MS / 1000
const LEAST_SHARE = 0.5
// Below this the engine says nothing; docs/internals/presence.md.
const LEAST_FPS = 8

/** Why a session is not worth sending, or null. `reason` is the engine's, where it has nothing to say about the motion. */
export function findShortcoming(take: Take, reason: string | null): Shortcoming | null {
  const { frames, secondsSeen, wholeFrames } = take
  if (frames.length < 2) {
    return {
      title: say('We couldn’t see anyone.'),
      advice: say('Add some light, stand in front of a plain wall, and step into the picture.'),
    }
  }
  if (secondsSeen < LEAST_SHARE * SESSION_SECONDS) {
    return {
      title: say('We saw you in {seen} of {all} seconds.', { seen: secondsSeen, all: SESSION_SECONDS }),
      advice: say('Stay in the picture until the end, with light from the front.'),
    }
  }
  if (frames.length < LEAST_FPS * secondsSeen) return slow(frames.length / secondsSeen)
  if (wholeFrames < LEAST_SHARE * frames.length) {
    return {
      title: say('Part of you was out of the picture most of the time.'),
      advice: say('Step back or tilt the camera until your head and feet are both visible.'),
    }
  }
  return reason === null
    ? null
    : { title: say('We saw too little motion.'), advice: say('Details: {reason}.', { reason }) }
}

function slow(fps: number): Shortcoming {
  return {
    title: say('This device managed only {fps} frames per second.', { fps: formatNumber(fps, 1) }),
    advice: say('We need at least {fps}. Close other apps, charge the device, or use a faster one.', {
      fps: LEAST_FPS,
    }),
  }
}
