import { beginCommitments, extendCommitments } from '@stillhere/receipt'
import {
  type CommittedCounts,
  findCommitmentProblem,
  findStepProblem,
  LIVE_LIFETIME_MS,
} from '../../../apps/server/src/scan/verification/arena.ts'
import type { Challenge, ImuSample } from '../../../packages/engine/src/index.ts'
import type { Step } from './generator.ts'
import { toResponse } from './response.ts'

/** As the client does: so long after each cue but the last, and at the end. */
export const COMMIT_AFTER_CUE_MS = 650
const COUNTDOWN_MS = 3000
/** There and back. */
const NETWORK_MS = 100
const ID = '3c1b6c0e-53b2-4f0d-9a3e-8f3a2b1c0d4e'

/** An answer that was committed step by step, or why the service ends the challenge. */
export type Paced = { imu: ImuSample[]; problem: string | null }

/**
 * Answers a challenge at the live pace by the service's own rules. The time that a step takes to compute (by `spentMs`, which counts
 * on) passes on the service's clock, too: an instrument that is too slow is too late.
 */
export function answerAtPace(challenge: Challenge, step: Step, spentMs: () => number): Paced {
  const times = challenge.strokes.map(({ atMs }) => atMs + COMMIT_AFTER_CUE_MS)
  times[times.length - 1] = challenge.durationMs
  const imu: ImuSample[] = []
  const committed: CommittedCounts[] = []
  let [chain, beganAt] = [beginCommitments(ID), null as Date | null]
  for (const [index, elapsedMs] of times.entries()) {
    const before = spentMs()
    const part = step(challenge.strokes.slice(0, index + 1), elapsedMs)
    const now = new Date(COUNTDOWN_MS + elapsedMs + NETWORK_MS + spentMs() - before)
    const problem = findStepProblem({ ...ISSUED, challenge, step: index, beganAt }, { elapsedMs, now })
    if (problem !== null) return { imu, problem }
    beganAt ??= new Date(now.getTime() - elapsedMs)
    chain = extendCommitments(chain, { imu: listWireSamples(part), camera: [], pose: [] })
    imu.push(...part)
    committed.push({ imu: imu.length, camera: 0, pose: 0 })
  }
  const response = { ...toResponse(imu), committed }
  return { imu, problem: findCommitmentProblem(ID, response, { chain, elapsedMs: times }) }
}

const ISSUED = { issuedAt: new Date(0), expiresAt: new Date(LIVE_LIFETIME_MS), ended: null }

function listWireSamples(imu: readonly ImuSample[]): unknown[] {
  return toResponse(imu).imu_sequence.samples
}
