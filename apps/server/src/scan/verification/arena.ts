import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

/** The pure rules by which a scan is judged, for the arena of the laboratory, which imports nothing else of the service. */
export { judgeCaptures } from '../enrollment/enrollment.ts'
export { findCommitmentProblem } from '../challenge/live.ts'
export { type CommittedCounts, findStepProblem } from '../challenge/live.ts'
export { spaceOut } from '../challenge/challenge.ts'
export { type ReachedAssurance, reachAssurance, reportMotion, type Shown } from './rules.ts'
export { LIVE_LIFETIME_MS, type RejectionReason } from '../challenge/challenge.ts'

/** Refused answers of one person that a day takes, as limits ship. */
export const REFUSALS_A_DAY = DEFAULT_LIMITS['verify.refused.user.day'].count
