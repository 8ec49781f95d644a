import { getEntropyScore, type ImuSample, motionSignature, presenceScore, verifyContinuity } from '@stillhere/engine'
import { glanceStrokes } from '@stillhere/engine/strokes'
import type { EngineTask, Glance, LiveParts, LiveScore } from './engine-worker.ts'

// The window of presenceScore.
const NEWEST_MS = 8000
// The parts take longer to compute than the score, and people can't read them faster.
const PARTS_EVERY_MS = 300

/**
 * Creates the function that runs each task of the engine: score, glance (which strokes were seen), judge or signature. It keeps the samples of the
 * last eight seconds, because score tasks bring only new samples.
 */
export function createTasks(): (task: EngineTask) => unknown {
  const score = createScoring()
  return (task) => {
    if (task.kind === 'score') return score(task.given)
    if (task.kind === 'glance') return detectStrokes(task.given)
    return task.kind === 'judge' ? verifyContinuity(task.given) : motionSignature(task.given)
  }
}

function detectStrokes({ strokes, imu, startMs }: Glance): ReturnType<typeof glanceStrokes> {
  return glanceStrokes(strokes, imu, startMs)
}

function createScoring(): (samples: readonly ImuSample[]) => LiveScore {
  let newest: ImuSample[] = []
  let parts: LiveParts | null = null
  let partsAtMs = -Infinity
  return (samples) => {
    const t = samples.at(-1)?.t ?? newest.at(-1)?.t ?? 0
    newest = [...newest, ...samples].filter((sample) => sample.t > t - NEWEST_MS)
    if (t - partsAtMs >= PARTS_EVERY_MS) {
      parts = scoreParts(newest) ?? parts
      partsAtMs = t
    }
    return { score: getEntropyScore(newest), parts }
  }
}

function scoreParts(imu: readonly ImuSample[]): LiveParts | null {
  const { status, microTiming, noiseResidual, freqEntropy, bioPerturb } = presenceScore({ imu })
  return status === 'ok' ? { microTiming, noiseResidual, freqEntropy, bioPerturb } : null
}
