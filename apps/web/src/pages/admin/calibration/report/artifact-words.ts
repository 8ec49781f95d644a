const MODES: ReadonlyMap<string, string> = new Map([
  ['signature_128', 'signatures'],
  ['strokes', 'strokes'],
  ['posture', 'posture'],
  ['posture_velocity', 'posture and velocity'],
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
    return labels === 'people' ? 'a pseudonym with several sessions' : 'the rounds of one session'
  return labels === 'people' ? 'a node with several sessions' : 'both halves of one session'
}

/** What may be done with an artifact. */
export function describeState({ active, applicable }: { active: boolean; applicable: boolean }): string {
  if (active) return 'in force'
  return applicable ? 'can be put in force' : 'to compare only'
}

/** "15 Nov, 23:41 (signatures)": how to choose one of several. */
export function nameArtifact({ created_at, feature_mode }: { created_at: string; feature_mode: string }): string {
  const made = new Date(created_at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
  return `${made} (${describeMode(feature_mode)})`
}
