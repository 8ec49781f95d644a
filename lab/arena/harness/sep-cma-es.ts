import { normal, type Random } from '../../../packages/engine/src/random.ts'

/** Candidates to be rated, and the way to say how good each was (less is better). */
export type Evolution = {
  ask: () => number[][]
  tell: (candidates: readonly number[][], costs: readonly number[]) => void
  mean: () => number[]
}

/** Separable CMA-ES (Ros and Hansen 2008): an evolution strategy that learns a step size for each number by itself. */
export function startEvolution(start: readonly number[], sigma0: number, random: Random): Evolution {
  const n = start.length
  const population = 4 + Math.floor(3 * Math.log(n))
  const weights = makeWeights(Math.floor(population / 2))
  const mu = 1 / weights.reduce((sum, w) => sum + w * w, 0)
  const cs = (mu + 2) / (n + mu + 5)
  const damping = 1 + 2 * Math.max(0, Math.sqrt((mu - 1) / (n + 1)) - 1) + cs
  const cc = (4 + mu / n) / (n + 4 + (2 * mu) / n)
  // The diagonal alone is learned (n + 2) / 3 times as quickly as a whole matrix.
  const faster = (n + 2) / 3
  const c1 = Math.min(0.5, (faster * 2) / ((n + 1.3) ** 2 + mu))
  const cmu = Math.min(1 - c1, (faster * 2 * (mu - 2 + 1 / mu)) / ((n + 2) ** 2 + mu))
  const expected = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
  let mean = [...start]
  let sigma = sigma0
  let generation = 0
  const variance = start.map(() => 1)
  const pathS = start.map(() => 0)
  const pathC = start.map(() => 0)

  const ask = () =>
    Array.from({ length: population }, () => mean.map((m, i) => m + sigma * Math.sqrt(variance[i]) * normal(random)))

  const tell = (candidates: readonly number[][], costs: readonly number[]) => {
    generation++
    const best = [...candidates.keys()].toSorted((a, b) => costs[a] - costs[b]).slice(0, weights.length)
    const steps = best.map((k) => candidates[k].map((x, i) => (x - mean[i]) / sigma))
    const step = mean.map((_, i) => steps.reduce((sum, y, k) => sum + weights[k] * y[i], 0))
    mean = mean.map((m, i) => m + sigma * step[i])
    for (let i = 0; i < n; i++) {
      pathS[i] = (1 - cs) * pathS[i] + (Math.sqrt(cs * (2 - cs) * mu) * step[i]) / Math.sqrt(variance[i])
    }
    const length = Math.hypot(...pathS)
    const isSteady = length / Math.sqrt(1 - (1 - cs) ** (2 * generation)) < (1.4 + 2 / (n + 1)) * expected
    for (let i = 0; i < n; i++) {
      pathC[i] = (1 - cc) * pathC[i] + (isSteady ? Math.sqrt(cc * (2 - cc) * mu) * step[i] : 0)
      const ranked = steps.reduce((sum, y, k) => sum + weights[k] * y[i] ** 2, 0)
      variance[i] = (1 - c1 - cmu) * variance[i] + c1 * pathC[i] ** 2 + cmu * ranked
    }
    sigma *= Math.exp(Math.min(1, (cs / damping) * (length / expected - 1)))
  }
  return { ask, tell, mean: () => [...mean] }
}

/** Better ones count more, logarithmically; together 1. */
function makeWeights(count: number): number[] {
  const raw = Array.from({ length: count }, (_, k) => Math.log(count + 0.5) - Math.log(k + 1))
  const total = raw.reduce((sum, w) => sum + w, 0)
  return raw.map((w) => w / total)
}
