import { type PresenceScore, presenceScore } from '@stillhere/client/capture'
import { selectMiddle, type Take } from './session.ts'

const SCORED_MS = 8000

/** Computes the presence score of the middle eight seconds of a session, on this device. Import this module on demand, because the engine is large. */
export function scoreTake({ frames }: Take): PresenceScore {
  return presenceScore({ frames: selectMiddle(frames, SCORED_MS) })
}
