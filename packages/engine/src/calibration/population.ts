import { cholesky, solveLower, solveUpper } from '../kernel/linear-algebra.ts'
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
  const lower = gramFactor(rows)
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
      return signature(moved(rows, lower, wanted, free))
    }
  }
}

function signature(vector: Float64Array): MotionSignature {
  return { vector: Array.from(vector), version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok', reason: null }
}

function gramFactor(rows: readonly Float64Array[]): Float64Array {
  const k = rows.length
  const gram = new Float64Array(k * k)
  rows.forEach((row, i) => {
    rows.forEach((other, j) => {
      gram[i * k + j] = inner(row, other)
    })
  })
  return cholesky(gram, k, 1e-9)
}

/** The vector next to `free` that the rows carry to `wanted`. */
function moved(rows: readonly Float64Array[], lower: Float64Array, wanted: readonly number[], free: Float64Array) {
  const lacking = Float64Array.from(rows, (row, k) => wanted[k] - inner(row, free))
  solveLower(lower, rows.length, lacking)
  solveUpper(lower, rows.length, lacking)
  const out = new Float64Array(SIGNATURE_LENGTH)
  for (let j = 0; j < out.length; j++) out[j] = rows.reduce((sum, row, k) => sum + row[j] * lacking[k], free[j])
  return out
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j]
  return sum
}
