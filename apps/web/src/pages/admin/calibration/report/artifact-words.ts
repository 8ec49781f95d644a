import { formatMoment } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'

const MODES: ReadonlyMap<string, string> = new Map([
  ['signature_128', say('signatures')],
  ['strokes', say('strokes')],
  ['posture', say('posture')],
  ['posture_velocity', say('posture and velocity')],
])

/** What of a session an artifact compares. */
export function describeMode(mode: string): string {
  return MODES.get(mode) ?? mode
}

/** Who counts as one person among the sessions that were compared. */
export function describePerson({
  feature_mode,
  labels,
}: {
  feature_mode: string
  labels: 'people' | 'halves'
}): string {
  if (feature_mode === 'strokes')
    return labels === 'people' ? say('a pseudonym with several sessions') : say('the rounds of one session')
  return labels === 'people' ? say('a node with several sessions') : say('both halves of one session')
}

/** What may be done with an artifact. */
export function describeState({ active, applicable }: { active: boolean; applicable: boolean }): string {
  if (active) return say('in force')
  return applicable ? say('can be put in force') : say('to compare only')
}

/** "15 Nov, 23:41 (signatures)": how to choose one of several. */
export function nameArtifact({ created_at, feature_mode }: { created_at: string; feature_mode: string }): string {
  const made = formatMoment(created_at, { dateStyle: 'medium', timeStyle: 'medium' })
  return `${made} (${describeMode(feature_mode)})`
}
