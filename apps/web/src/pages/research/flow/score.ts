import { type PresenceScore, presenceScore } from '@stillhere/client/capture'
import { middleOf, type Take } from './take.ts'

const SCORED_MS = 8000

/** How much the motion is like that of people, by the engine on this device. Loaded apart, since the engine is large. */
export function scoreOf({ frames }: Take): PresenceScore {
  return presenceScore({ frames: middleOf(frames, SCORED_MS) })
}
