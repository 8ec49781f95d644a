import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

/** The pure rules by which a scan is judged, for the arena of the laboratory, which imports nothing else of the service. */
export { judgeCaptures } from './captures.ts'
export { findCommitmentProblem } from './live.ts'
export { type CommittedCounts, findStepProblem, spaceOut } from './live-rules.ts'
export {
  LIVE_LIFETIME_MS,
  type ReachedAssurance,
  reachAssurance,
  type RejectionReason,
  reportMotion,
  type Shown,
} from './rules.ts'

/** Refused answers of one person that a day takes, as limits ship. */
export const REFUSALS_A_DAY = DEFAULT_LIMITS['verify.refused.user.day'].count
