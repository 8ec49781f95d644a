import { SESSION_MS } from './phases.ts'
import type { Take } from './take.ts'

/** What was wrong with a session, and what to do about it, in words for the person. */
export type Shortcoming = { title: string; advice: string }

const SESSION_SECONDS = SESSION_MS / 1000
const LEAST_SHARE = 0.5
// Below this the engine says nothing; docs/presence.md.
const LEAST_FPS = 8

/** Why a session is not worth sending, or null. `reason` is the engine's, where it has nothing to say about the motion. */
export function findShortcoming(take: Take, reason: string | null): Shortcoming | null {
  const { frames, secondsSeen, wholeFrames } = take
  if (frames.length < 2) {
    return {
      title: 'Nobody was seen.',
      advice: 'Turn up the light, stand before a plain wall, and step into the picture.',
    }
  }
  if (secondsSeen < LEAST_SHARE * SESSION_SECONDS) {
    return {
      title: `You were seen in ${secondsSeen} of ${SESSION_SECONDS} seconds.`,
      advice: 'Stay in the picture until the end, with light from the front.',
    }
  }
  if (frames.length < LEAST_FPS * secondsSeen) return slow(frames.length / secondsSeen)
  if (wholeFrames < LEAST_SHARE * frames.length) {
    return {
      title: 'Part of you was outside the picture most of the time.',
      advice: 'Step back, or tilt the camera, until head and feet are both in the picture.',
    }
  }
  return reason === null ? null : { title: 'Too little motion was seen.', advice: `The engine says: ${reason}.` }
}

function slow(fps: number): Shortcoming {
  return {
    title: `This device saw only ${fps.toFixed(1)} pictures a second.`,
    advice: `At least ${LEAST_FPS} are needed. Close other programs, charge the device, or use a faster one.`,
  }
}
