import { positiveSolver, type Solver } from '../math/positive-solver.ts'
import { dot } from '../math/vectors.ts'
import { normal, type Random } from '../random.ts'
import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import { type MotionSignature, SIGNATURE_LENGTH } from '../signature/signature.ts'

/** Signatures of one made-up person, a new one each time. */
export type Drawn = () => MotionSignature

/** Variance of a scaled feature over people and their windows. */
const FEATURE_VARIANCE = 0.8

/**
 * People drawn from the shipped population: in the matcher's coordinates as it describes people and their scatter, and
 * beside them feature by feature, `beside` times as much.
 */
export function population(random: Random, beside = 1): () => Drawn {
  const [{ projection, unit, centre, between, within }] = SIGNATURE_MODEL.body.matchers
  const rows = projection.map((row, k) => Float64Array.from(row, (value) => value * unit[k]))
  const solve = gramSolver(rows)
  const own = within.map((variance) => Math.max(0.1, FEATURE_VARIANCE - variance))
  return () => {
    const place = between.map((variance, k) => centre[k] + Math.sqrt(variance) * normal(random))
    const aside = own.map((variance) => Math.sqrt(variance) * normal(random))
    return () => {
      const wanted = place.map((value) => value + normal(random))
      const free = Float64Array.from(
        within,
        (variance, j) => beside * (aside[j] + Math.sqrt(variance) * normal(random)),
      )
      return signature(moveOnto(rows, solve, wanted, free))
    }
  }
}

function signature(vector: Float64Array): MotionSignature {
  return { vector: Array.from(vector), version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok', reason: null }
}

function gramSolver(rows: readonly Float64Array[]): Solver {
  const k = rows.length
  const gram = new Float64Array(k * k)
  rows.forEach((row, i) => {
    rows.forEach((other, j) => {
      gram[i * k + j] = dot(row, other)
    })
  })
  return positiveSolver(gram, k, 1e-9)
}

/** The vector next to `free` that the rows carry to `wanted`. */
function moveOnto(rows: readonly Float64Array[], solve: Solver, wanted: readonly number[], free: Float64Array) {
  const lacking = solve(rows.map((row, k) => wanted[k] - dot(row, free)))
  const out = new Float64Array(SIGNATURE_LENGTH)
  for (let j = 0; j < out.length; j++) out[j] = rows.reduce((sum, row, k) => sum + row[j] * lacking[k], free[j])
  return out
}
