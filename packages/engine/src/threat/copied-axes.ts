import type { EvenMotion } from '../timeline.ts'

/** Two channels that move as one. */
export type CopiedAxes = { first: string; second: string; correlation: number }

const NAMES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz']

/** The two channels of one sensor whose changes resemble each other most; null where fewer than two channels change. */
export function mostAlikeAxes({ channels, n, hasGyro }: EvenMotion): CopiedAxes | null {
  let most: CopiedAxes | null = null
  for (const from of hasGyro ? [0, 3] : [0]) {
    for (let i = from; i < from + 3; i++) {
      for (let j = i + 1; j < from + 3; j++) {
        const correlation = changeCorrelation(channels, i * n, j * n, n)
        if (correlation === null || (most && Math.abs(correlation) <= Math.abs(most.correlation))) continue
        most = { first: NAMES[i], second: NAMES[j], correlation }
      }
    }
  }
  return most
}

/** Correlation of the differences from sample to sample, so that drift and gravity do not count; null for a constant channel. */
function changeCorrelation(x: Float64Array, a: number, b: number, n: number): number | null {
  let aa = 0
  let bb = 0
  let ab = 0
  for (let k = 1; k < n; k++) {
    const da = x[a + k] - x[a + k - 1]
    const db = x[b + k] - x[b + k - 1]
    aa += da * da
    bb += db * db
    ab += da * db
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : null
}
