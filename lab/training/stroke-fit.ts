import { createHash } from 'node:crypto'
import { dot, median } from '../../packages/engine/src/math/statistics.ts'
import { bend } from '../../packages/engine/src/signature/signature.ts'
import { STROKE_FEATURES } from '../../packages/engine/src/stroke-signature/features.ts'
import { scaleStroke, type StrokeModel } from '../../packages/engine/src/stroke-signature/signature.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import { jointlyDiagonal, wholeNumbers } from './signature-fit.ts'
import type { StrokeTake } from './stroke-material.ts'

/** Covariances of so few people are pulled towards their diagonal. */
const WITHIN_SHRINKAGE = 0.3
const BETWEEN_SHRINKAGE = 0.5
/** The least variance between people, as a share of their own scatter. */
const BETWEEN_FLOOR = 0.02
const COORDINATES = 64
const LARGEST_WEIGHT = 31
/** Gestures with a middle of their own in the model. */
const NAMED = /^(?:forearm-gestures|air-letters)\//
const LEAST_SPREAD = 1e-6
const ROUNDS = 20

const D = STROKE_FEATURES

/** The matcher of these takes, before calibration. With a published scale, takes that were enrolled under it stay comparable. */
export function fitStrokes(takes: readonly StrokeTake[], published?: Scale): StrokeModel {
  requireEnough('strokes', 'people', new Set(takes.map(({ person }) => person)).size, 2)
  const scale = fitScale(takes, published)
  const cells = toCells(takes, scale)
  const within = estimateWithin(cells)
  const { rows, variances } = jointlyDiagonal(shrinkWithin(within), estimateBetween(cells, within), D)
  const packed = rows.slice(0, COORDINATES).map((row) => wholeNumbers(row, LARGEST_WEIGHT))
  const named = Object.entries(scale.gestures).filter(([gesture]) => NAMED.test(gesture))
  return {
    version: 'stroke-1',
    coordinates: nameCoordinates(packed),
    center: scale.center,
    spread: scale.spread,
    gestures: Object.fromEntries(named),
    projection: packed.map(({ weights }) => weights),
    unit: packed.map(({ unit }) => unit),
    between: roundToDigits(
      variances.slice(0, COORDINATES).map((variance) => Math.max(variance, 1e-4)),
      4,
    ),
    shared: roundToDigits(measureShared(Object.values(scale.gestures), packed), 4),
    calibration: [1, 0],
    calibrationOfOthers: [1, 0],
  }
}

/** Stored coordinates of another projection must not be taken for those of this one. */
function nameCoordinates(packed: unknown): string {
  return createHash('sha256').update(JSON.stringify(packed)).digest('hex').slice(0, 8)
}

type Scale = Pick<StrokeModel, 'center' | 'spread' | 'gestures'>

/** Spreads within gestures, and the middle of each. */
function fitScale(takes: readonly StrokeTake[], published?: Scale): Scale {
  const groups = [...Map.groupBy(takes, ({ gesture }) => gesture)]
  const columns = groups.map(([, own]) => quantileColumns(own))
  const overGestures = (of: 'middle' | 'spread', j: number) => median(columns.map((column) => column[of][j]))
  const features = Array.from({ length: D }, (_, j) => j)
  const center =
    published?.center ??
    roundToDigits(
      features.map((j) => overGestures('middle', j)),
      4,
    )
  const spread =
    published?.spread ??
    roundToDigits(
      features.map((j) => Math.max(LEAST_SPREAD, overGestures('spread', j))),
      4,
    )
  const gestures = groups.map(([gesture, own]) => {
    const middle = features.map((j) =>
      Math.round(100 * bentMiddle(own.map(({ raw }) => (raw[j] - center[j]) / spread[j]))),
    )
    return [gesture, middle] as const
  })
  return { center, spread, gestures: { ...Object.fromEntries(gestures), ...published?.gestures } }
}

function quantileColumns(takes: readonly StrokeTake[]): Record<'middle' | 'spread', number[]> {
  const sorted = Array.from({ length: D }, (_, j) => Float64Array.from(takes, ({ raw }) => raw[j]).toSorted())
  const at = (column: Float64Array, share: number) => column[Math.floor(share * column.length)]
  return {
    middle: sorted.map((column) => at(column, 0.5)),
    spread: sorted.map((column) => (at(column, 0.84) - at(column, 0.16)) / 2),
  }
}

/** The center at which values, bent as signatures bend them, have a mean of 0. */
function bentMiddle(values: readonly number[]): number {
  let middle = median(values)
  for (let round = 0; round < ROUNDS; round++) {
    const bent = values.reduce((sum, value) => sum + bend(value - middle), 0)
    middle += bent / values.length
  }
  return middle
}

/** One person's takes of one gesture. */
type Cell = { gesture: string; vectors: number[][]; mean: number[] }

function toCells(takes: readonly StrokeTake[], scale: Scale): Cell[] {
  const groups = Map.groupBy(takes, ({ person, gesture }) => `${person} ${gesture}`)
  return [...groups.values()].map((own) => {
    const vectors = own.map(({ gesture, raw }) => scaleStroke(scale, gesture, raw))
    const mean = Array.from({ length: D }, (_, j) => vectors.reduce((sum, v) => sum + v[j], 0) / vectors.length)
    return { gesture: own[0].gesture, vectors, mean }
  })
}

function estimateWithin(cells: readonly Cell[]): Float64Array {
  const total = new Float64Array(D * D)
  let freedom = 0
  for (const { vectors, mean } of cells) {
    freedom += vectors.length - 1
    for (const vector of vectors) addOuter(total, vector, mean, 1)
  }
  return total.map((value) => value / freedom)
}

/** Covariance of people around the middle of their gesture, less what their takes scatter. */
function estimateBetween(cells: readonly Cell[], within: Float64Array): Float64Array {
  const total = new Float64Array(D * D)
  let count = 0
  for (const own of Map.groupBy(cells, ({ gesture }) => gesture).values()) {
    if (own.length < 2) continue
    const middle = Array.from({ length: D }, (_, j) => own.reduce((sum, { mean }) => sum + mean[j], 0) / own.length)
    for (const { mean, vectors } of own) {
      addOuter(total, mean, middle, own.length / (own.length - 1))
      for (let at = 0; at < D * D; at++) total[at] -= within[at] / vectors.length
      count++
    }
  }
  return total.map((value, at) => {
    const variance = value / count
    return at % (D + 1) === 0 ? Math.max(variance, BETWEEN_FLOOR * within[at]) : variance * (1 - BETWEEN_SHRINKAGE)
  })
}

function shrinkWithin(within: Float64Array): Float64Array {
  return within.map((value, at) => (at % (D + 1) === 0 ? value : value * (1 - WITHIN_SHRINKAGE)))
}

function addOuter(total: Float64Array, vector: readonly number[], middle: readonly number[], weight: number): void {
  for (let i = 0; i < D; i++) {
    const share = weight * (vector[i] - middle[i])
    for (let j = 0; j < D; j++) total[i * D + j] += share * (vector[j] - middle[j])
  }
}

/** Variance of the middles of gestures in each coordinate. */
function measureShared(
  middles: readonly (readonly number[])[],
  packed: readonly { weights: number[]; unit: number }[],
): number[] {
  const vectors = middles.map((middle) => middle.map((value) => bend(value / 100)))
  return packed.map(({ weights, unit }) => {
    const values = vectors.map((vector) => unit * dot(weights, vector))
    return values.reduce((sum, value) => sum + value * value, 0) / values.length
  })
}
