import type { FailureWords } from '../../../parts/problem-words.ts'
import { describeNodeFailure } from '../words.ts'
import { ASKER_PROBLEMS } from './words.ts'

/** Words for a failed call about who may ask. */
export function describeAskerFailure(error: unknown): FailureWords {
  return describeNodeFailure(error, ASKER_PROBLEMS)
}
