import type { ResearchUpload } from '@stillhere/contract'
import { presenceScore } from '@stillhere/engine'
import { type CaughtProblem, catchProblem } from '../../platform/http/body.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { readUpload } from './body.ts'
import { framesIn, type ReadFrame } from './frames.ts'
import { encodeLandmarks } from './landmarks.ts'
import { type Described, describeUpload } from './rules.ts'
import type { Motion, Presence } from './store.ts'

/** An upload as it is stored. */
export type ReadSession = { described: Described; motion: Motion | null }

// The engine's knowledge of people comes from captures of this length.
const JUDGED_MS = 8000

/** In a thread: reads, checks, judges and packs an upload. */
export function readResearchUpload(bytes: Uint8Array): TaskResult<CaughtProblem<ReadSession>> {
  return catchProblem(() => {
    const upload = readUpload(bytes)
    return { described: describeUpload(upload), motion: readMotion(upload) }
  })
}

function readMotion({ landmarks, duration_ms: durationMs, total_frames: totalFrames }: ResearchUpload): Motion | null {
  const frames = framesIn(landmarks, { durationMs, totalFrames })
  if (frames === null) return null
  return {
    joints: frames[0]?.joints.length ?? 0,
    frames: frames.length,
    landmarks: encodeLandmarks(frames),
    presence: scoreMiddle(frames),
  }
}

/** The presence score of the middle of a session; null where the engine can say nothing. */
function scoreMiddle(frames: readonly ReadFrame[]): Presence | null {
  const middle = (frames.at(-1)?.t ?? 0) / 2
  const window = frames.filter(({ t }) => Math.abs(t - middle) <= JUDGED_MS / 2)
  const { score, microTiming, noiseResidual, freqEntropy, bioPerturb, status } = presenceScore({ frames: window })
  return status === 'ok' ? { score, microTiming, noiseResidual, freqEntropy, bioPerturb } : null
}
