import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

/** The pure rules of a scan, for the arena of the laboratory, which imports nothing else of the service. */
export { LIVE_LIFETIME_MS, type RejectionReason, toLivePace as spaceOut } from '../challenge/challenge.ts'
export {
  type CommittedCounts,
  checkCommitments as findCommitmentProblem,
  checkStep as findStepProblem,
} from '../challenge/live.ts'
export { judgeCaptures } from '../enrollment/enrollment.ts'
export {
  type ReachedAssurance,
  computeAssurance as reachAssurance,
  removeSimilarity as reportMotion,
  type ScanEvidence,
} from './rules.ts'

/** How many answers of one user may be refused in a day, by default. */
export const REFUSALS_A_DAY = DEFAULT_LIMITS['verify.refused.user.day'].count
