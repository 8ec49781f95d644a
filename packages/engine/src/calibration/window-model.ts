import { dot } from '../math/vectors.ts'
import { PERSISTENT } from './comparison.ts'
import type { Line } from './line.ts'
import type { Projection } from './projection.ts'
import type { TwoCovariances } from './two-covariances.ts'
import type { WindowModel } from './types.ts'

/** The model as it is stored: from features straight to coordinates in which it compares. */
export function buildWindowModel(
  names: Pick<WindowModel, 'featureMode' | 'version'>,
  projection: Projection,
  model: TwoCovariances,
  line: Line,
): WindowModel {
  const { d, k, mean } = projection
  const rows = Array.from({ length: k }, (_, r) => {
    const row = new Float64Array(d)
    for (let c = 0; c < k; c++) for (let j = 0; j < d; j++) row[j] += model.rows[r * k + c] * projection.rows[c * d + j]
    return Array.from(row, short)
  })
  const centre = rows.map((row, r) => {
    const own = dot(model.rows.subarray(r * k, (r + 1) * k), model.mean)
    return short(own + dot(row, mean))
  })
  return {
    ...names,
    matcher: {
      views: [0, 1, 2, 3],
      projection: rows,
      unit: rows.map(() => 1),
      centre,
      between: Array.from(model.between, short),
      shared: rows.map(() => 0),
      within: Array.from({ length: d }, () => 1),
      calibration: [line[0], line[1]],
    },
    persistent: PERSISTENT,
    // One's own scatter counts for nothing here, as it did not in the trials behind the thresholds.
    scatterPrior: 1e9,
  }
}

/** Six digits are far beyond what the sessions tell. */
function short(value: number): number {
  return Number(value.toPrecision(6))
}
