import type { Interval } from './figures.ts'

/** A share with its exact 95 % interval (Clopper and Pearson 1934): right for few and for no successes. */
export function exactShare(successes: number, trials: number): Interval {
  if (trials === 0) return { value: Number.NaN, low: 0, high: 1 }
  const low = successes === 0 ? 0 : solve((p) => 1 - atMost(successes - 1, trials, p) > 0.025)
  const high = successes === trials ? 1 : solve((p) => atMost(successes, trials, p) < 0.025)
  return { value: successes / trials, low, high }
}

/** The smallest p in [0, 1] for which a rising condition holds. */
function solve(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** Probability of at most k successes in n trials. */
function atMost(k: number, n: number, p: number): number {
  let logTerm = n * Math.log1p(-p)
  let total = Math.exp(logTerm)
  for (let i = 1; i <= k; i++) {
    logTerm += Math.log((n - i + 1) / i) + Math.log(p) - Math.log1p(-p)
    total += Math.exp(logTerm)
  }
  return Math.min(1, total)
}
