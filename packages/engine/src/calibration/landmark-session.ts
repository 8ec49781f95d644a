import { readMembers } from '../members.ts'
import { landmarkPresence } from '../presence/landmark-score.ts'
import { readColumns, readFrames } from '../streams/frames.ts'
import type { Measured } from './compared.ts'
import { sessionFeatures } from './features.ts'
import { readLabel } from './label.ts'
import type { Settings } from './options.ts'
import type { WindowMode } from './types.ts'

const HUMAN_FROM = 0.5

/** What is measured of a session of landmarks, also as it was uploaded, with `landmarks` and `node_handle`. */
export function measureLandmarks(session: unknown, settings: Settings & { featureMode: WindowMode }): Measured | null {
  const { frames, landmarks, person: named, node_handle, source, presence } = readMembers(session)
  const shown = readColumns(frames) ?? readFrames(frames ?? landmarks)
  const person = readLabel(named ?? node_handle)
  const measured = sessionFeatures(shown, person === null ? 2 : 1, settings)
  if (measured === null) return null
  // A score that was measured when the session came in need not be measured again.
  const score = typeof presence === 'number' ? presence : landmarkPresence(shown).score
  if (!(score >= HUMAN_FROM)) return null
  const count = 'points' in shown ? shown.t.length : shown.frames.length
  return { person, source: readLabel(source), ...measured, frames: count }
}
