import { readMembers } from '../capture.ts'
import { mean } from '../math/statistics.ts'
import { type MotionSignature, SIGNATURE_LENGTH } from './signature.ts'
import { STATISTICS_LENGTH } from './statistics.ts'

/** The template of a person: plain JSON, from which the motion cannot be reconstructed. */
export type Enrollment = {
  version: string
  /** Number of signatures it was made from; 0 if none was usable. */
  count: number
  mean: number[]
  /** Variance of each dimension over the signatures; 0 for a single one. */
  variance: number[]
  /** Dimensions that are missing in at least one of the signatures. */
  missing: number[]
  /** Mean of the plain statistics if all signatures have them; absent in older enrollments. */
  statistics?: number[]
  /**
   * At most five of the signatures, spread from the first to the last, if there are statistics; absent in older
   * enrollments.
   */
  windows?: EnrolledWindow[]
}

/** One enrolled signature, rounded to hundredths. */
export type EnrolledWindow = { vector: number[]; statistics: number[] }

const MOST_WINDOWS = 5
/** Rounding is far below the difference between two windows of one person. */
const UNIT = 100

/** The members of a signature that are compared. */
export type Comparable = Pick<MotionSignature, 'vector' | 'version' | 'missing' | 'statistics'>

/**
 * Creates the template of a person from signatures of their captures. Unusable signatures, and those with another
 * version than the first usable one, are left out. Never throws: if no signature is usable, `count` is 0 and nothing
 * matches the template.
 */
export function enroll(signatures: readonly Comparable[]): Enrollment {
  const usable = (Array.isArray(signatures) ? signatures : []).filter(isUsableSignature)
  const version = usable[0]?.version ?? ''
  const alike = usable.filter((signature) => signature.version === version)
  const vectors = alike.map(({ vector }) => vector)
  const means = createColumns((j) => mean(vectors.map((vector) => vector[j])))
  const missing = createColumns((j) => j).filter((j) => alike.some((signature) => signature.missing.includes(j)))
  const variances = createColumns((j) => computeVariance(vectors, means, j))
  return { version, count: alike.length, mean: means, variance: variances, missing, ...selectStatistics(alike) }
}

/** Returns the statistics and windows for the template, or nothing unless all signatures have statistics. */
function selectStatistics(signatures: readonly Comparable[]): Pick<Enrollment, 'statistics' | 'windows'> {
  const windows = signatures.flatMap(({ vector, statistics }) =>
    isStatistics(statistics) ? { vector, statistics } : [],
  )
  if (windows.length === 0 || windows.length < signatures.length) return {}
  return {
    statistics: windows[0].statistics.map((_, j) => mean(windows.map(({ statistics }) => statistics[j]))),
    windows: selectSpread(windows).map(({ vector, statistics }) => ({
      vector: round(vector),
      statistics: round(statistics),
    })),
  }
}

function selectSpread<Item>(all: readonly Item[]): Item[] {
  const kept = Math.min(MOST_WINDOWS, all.length)
  return Array.from({ length: kept }, (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, kept - 1))])
}

function round(values: readonly number[]): number[] {
  // No -0, which JSON would not keep.
  return values.map((value) => Math.round(value * UNIT) / UNIT + 0)
}

/** Returns whether the value is a list of enrolled signatures as `enroll` writes it to `windows`. */
export function areWindows(value: unknown): value is EnrolledWindow[] {
  const isWindow = (one: unknown) => isVector(readMembers(one).vector) && isStatistics(readMembers(one).statistics)
  return Array.isArray(value) && value.length > 0 && value.length <= MOST_WINDOWS && value.every(isWindow)
}

/** Returns whether the value is a list of as many finite statistics as a signature has. */
export function isStatistics(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === STATISTICS_LENGTH && value.every(Number.isFinite)
}

/**
 * Returns whether the value is a signature that can be compared: complete, finite, and with at least one dimension that
 * isn't missing.
 */
export function isUsableSignature(value: unknown): value is Comparable {
  const { vector, version, missing } = readMembers(value)
  return typeof version === 'string' && isVector(vector) && isMissing(missing)
}

/** Returns whether the value is a template of at least one signature, as `enroll` creates it. */
export function isEnrollment(value: unknown): value is Enrollment {
  const { version, count, mean: middle, variance: variances, missing } = readMembers(value)
  if (typeof version !== 'string' || !isVector(middle) || !isVector(variances) || !isMissing(missing)) return false
  return Number.isInteger(count) && (count as number) >= 1 && variances.every((v) => v >= 0)
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === SIGNATURE_LENGTH && value.every(Number.isFinite)
}

function isMissing(value: unknown): value is number[] {
  return Array.isArray(value) && new Set(value).size < SIGNATURE_LENGTH
}

function createColumns(of: (dimension: number) => number): number[] {
  return Array.from({ length: SIGNATURE_LENGTH }, (_, dimension) => of(dimension))
}

function computeVariance(vectors: readonly (readonly number[])[], means: readonly number[], j: number): number {
  if (vectors.length < 2) return 0
  return vectors.reduce((sum, vector) => sum + (vector[j] - means[j]) ** 2, 0) / (vectors.length - 1)
}
