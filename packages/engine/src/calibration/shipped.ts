import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
import { meanVector } from '../math/statistics.ts'
import { integer, seededRandom } from '../random.ts'
import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import { DEFAULT_THRESHOLDS, type RiskLevel } from '../thresholds.ts'
import { comparer } from './comparison.ts'
import { multiply } from './projection.ts'
import type { Seen } from './screening.ts'
import type { Subject } from './subjects.ts'

const [MATCHER] = SIGNATURE_MODEL.body.matchers
const TRIALS = 600
const TEMPLATE = 3

/** What the shipped model sees, which no upload can have moved. */
export function projectByShippedModel(subjects: readonly Subject[]): Seen<Float64Array> {
  const between = Float64Array.from(MATCHER.between)
  return { windows: listShippedVectors(subjects), compare: comparer({ between, k: between.length }, 1) }
}

function listShippedVectors(subjects: readonly Subject[]): Float64Array[][] {
  const { projection, unit, centre } = MATCHER
  const [k, d] = [projection.length, projection[0].length]
  const rows = Float64Array.from({ length: k * d }, (_, at) => {
    const row = Math.floor(at / d)
    return projection[row][at % d] * unit[row]
  })
  return subjects.map(({ windows }) =>
    windows.map((window) => multiply(rows, k, window, d).map((value, row) => value - centre[row])),
  )
}

/** How often these people pass for each other under the shipped model and thresholds. */
export function computeShippedRates(subjects: readonly Subject[]): Record<RiskLevel, number> {
  const random = seededRandom(23)
  const places = listShippedVectors(subjects)
  const scores = Array.from({ length: TRIALS }, () => {
    const own = integer(random, places.length)
    const other = places[(own + 1 + integer(random, places.length - 1)) % places.length]
    return scoreByShippedModel(places[own].slice(0, TEMPLATE), other[integer(random, other.length)])
  })
  const from = (level: RiskLevel) => scores.filter((score) => score >= DEFAULT_THRESHOLDS[level]).length / TRIALS
  return { low: from('low'), medium: from('medium'), high: from('high') }
}

function scoreByShippedModel(template: readonly Float64Array[], probe: Float64Array): number {
  const { between, shared, calibration } = MATCHER
  const mean = meanVector(template)
  const persistent = SIGNATURE_MODEL.persistent
  const templateNoise = persistent + (1 - persistent) / template.length
  let total = 0
  for (let k = 0; k < probe.length; k++)
    total += pairLogRatio({ between: between[k], shared: shared[k], templateNoise, probeNoise: 1 }, mean[k], probe[k])
  return sigmoid(calibration[0] * total + calibration[1])
}
