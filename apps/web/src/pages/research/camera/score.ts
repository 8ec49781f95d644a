import { type PresenceScore, presenceScore } from '@stillhere/client/capture'
import { selectMiddle, type Take } from './session.ts'

const SCORED_MS = 8000

/** How much the motion is like that of people, by the engine on this device. Loaded apart, since the engine is large. */
export function scoreTake({ frames }: Take): PresenceScore {
  return presenceScore({ frames: selectMiddle(frames, SCORED_MS) })
}
