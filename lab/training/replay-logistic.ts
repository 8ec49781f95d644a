import { cholesky, solveLower, solveUpper } from '../../packages/engine/src/math/linear-algebra.ts'

export type Example = { features: readonly number[]; label: number }
export type Logistic = { weights: number[]; bias: number }

const ROUNDS = 30
const RIDGE = 2e-3
const MAX_STEP = 2

export function logit(features: readonly number[], { weights, bias }: Logistic): number {
  return features.reduce((sum, feature, i) => sum + weights[i] * feature, bias)
}

/** Logistic regression by Newton's method with a small ridge; both labels weigh the same. */
export function fitLogistic(examples: readonly Example[]): Logistic {
  const d = examples[0].features.length + 1
  const positive = examples.filter(({ label }) => label === 1).length
  const parameters = new Float64Array(d)
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = Float64Array.from(parameters, (value) => -RIDGE * value)
    const curvature = new Float64Array(d * d)
    for (let i = 0; i < d; i++) curvature[i * d + i] = RIDGE
    for (const { features, label } of examples) {
      const x = [...features, 1]
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * parameters[i], 0)))
      const weight = 1 / (label === 1 ? positive : examples.length - positive)
      for (let i = 0; i < d; i++) {
        gradient[i] += weight * (label - p) * x[i]
        for (let j = 0; j < d; j++) curvature[i * d + j] += weight * p * (1 - p) * x[i] * x[j]
      }
    }
    const l = cholesky(curvature, d, 1e-12)
    solveLower(l, d, gradient)
    solveUpper(l, d, gradient)
    for (let i = 0; i < d; i++) parameters[i] += Math.max(-MAX_STEP, Math.min(MAX_STEP, gradient[i]))
  }
  return { weights: Array.from(parameters.subarray(0, d - 1)), bias: parameters[d - 1] }
}
