/** low: worth knowing; medium: makes the capture suspicious; high: no person's sensor does this. */
export type Severity = 'low' | 'medium' | 'high'

/** One thing that was seen, in words that say what would have been expected. */
export type Finding = {
  kind: FindingKind
  severity: Severity
  metric: string
  value: number | null
  explanation: string
}

export type FindingKind =
  | 'insufficient_signal'
  | 'synthetic_statistics'
  | 'untypical_part'
  | 'copied_axes'
  | 'repeated_stretch'
  | 'held_values'
  | 'unusable_samples'
  | 'coupling_absent'
  | 'challenge_not_followed'
