import { cosineSimilarity } from '../math/vectors.ts'
import type { EvenMotion } from '../timeline.ts'

/** Two channels that move as one. */
export type CopiedAxes = { first: string; second: string; correlation: number }

const NAMES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz']

/** The two channels of one sensor whose changes resemble each other most; null where fewer than two channels change. */
export function mostAlikeAxes({ channels, n, hasGyro }: EvenMotion): CopiedAxes | null {
  let most: CopiedAxes | null = null
  const changes = NAMES.map((_, c) => computeChanges(channels.subarray(c * n, (c + 1) * n)))
  for (const from of hasGyro ? [0, 3] : [0]) {
    for (let i = from; i < from + 3; i++) {
      for (let j = i + 1; j < from + 3; j++) {
        const correlation = cosineSimilarity(changes[i], changes[j])
        if (correlation === null || (most && Math.abs(correlation) <= Math.abs(most.correlation))) continue
        most = { first: NAMES[i], second: NAMES[j], correlation }
      }
    }
  }
  return most
}

/** The differences from sample to sample of one channel, so that drift and gravity do not count. */
function computeChanges(channel: Float64Array): Float64Array {
  return channel.subarray(1).map((value, k) => value - channel[k])
}
