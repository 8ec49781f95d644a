import { readMembers } from '../capture.ts'
import { mean } from '../math/statistics.ts'
import { type MotionSignature, SIGNATURE_LENGTH } from './signature.ts'
import { STATISTICS_LENGTH } from './statistics.ts'

/** What is kept of a person: plain JSON, from which no motion can be drawn. */
export type Enrollment = {
  version: string
  /** Signatures it was made of; 0 if none was usable. */
  count: number
  mean: number[]
  /** Variance of each dimension over the signatures; 0 for a single one. */
  variance: number[]
  /** Dimensions that at least one of the signatures lacks. */
  missing: number[]
  /** Mean of the plain statistics, where all of the signatures have them; enrollments of before have none. */
  statistics?: number[]
  /** At most five of the signatures by themselves, from the first to the last, where there are statistics; enrollments of before have none. */
  windows?: EnrolledWindow[]
}

/** One signature that was enrolled, in hundredths. */
export type EnrolledWindow = { vector: number[]; statistics: number[] }

const MOST_WINDOWS = 5
/** Far below what two windows of one person differ by. */
const UNIT = 100

/** What of a signature is compared. */
export type Comparable = Pick<MotionSignature, 'vector' | 'version' | 'missing' | 'statistics'>

/**
 * Returns a template of the usable signatures; those of another version than the first usable one are left out. Never
 * throws: where none is usable, `count` is 0 and nothing matches it.
 */
export function enroll(signatures: readonly Comparable[]): Enrollment {
  const usable = (Array.isArray(signatures) ? signatures : []).filter(isUsableSignature)
  const version = usable[0]?.version ?? ''
  const alike = usable.filter((signature) => signature.version === version)
  const vectors = alike.map(({ vector }) => vector)
  const means = columns((j) => mean(vectors.map((vector) => vector[j])))
  const missing = columns((j) => j).filter((j) => alike.some((signature) => signature.missing.includes(j)))
  const variances = columns((j) => variance(vectors, means, j))
  return { version, count: alike.length, mean: means, variance: variances, missing, ...keepStatistics(alike) }
}

/** What is kept of statistics, where all of the signatures have them. */
function keepStatistics(signatures: readonly Comparable[]): Pick<Enrollment, 'statistics' | 'windows'> {
  const windows = signatures.flatMap(({ vector, statistics }) =>
    isStatistics(statistics) ? { vector, statistics } : [],
  )
  if (windows.length === 0 || windows.length < signatures.length) return {}
  return {
    statistics: windows[0].statistics.map((_, j) => mean(windows.map(({ statistics }) => statistics[j]))),
    windows: spread(windows).map(({ vector, statistics }) => ({
      vector: round(vector),
      statistics: round(statistics),
    })),
  }
}

function spread<Item>(all: readonly Item[]): Item[] {
  const kept = Math.min(MOST_WINDOWS, all.length)
  return Array.from({ length: kept }, (_, i) => all[Math.round((i * (all.length - 1)) / Math.max(1, kept - 1))])
}

function round(values: readonly number[]): number[] {
  // No -0, which JSON would not keep.
  return values.map((value) => Math.round(value * UNIT) / UNIT + 0)
}

/** Windows as `enroll` writes them. */
export function areWindows(value: unknown): value is EnrolledWindow[] {
  const isWindow = (one: unknown) => isVector(readMembers(one).vector) && isStatistics(readMembers(one).statistics)
  return Array.isArray(value) && value.length > 0 && value.length <= MOST_WINDOWS && value.every(isWindow)
}

/** Plain statistics that can be compared. */
export function isStatistics(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === STATISTICS_LENGTH && value.every(Number.isFinite)
}

/** A signature that says something: finite, of full length, not all of it missing. */
export function isUsableSignature(value: unknown): value is Comparable {
  const { vector, version, missing } = readMembers(value)
  return typeof version === 'string' && isVector(vector) && isMissing(missing)
}

/** An enrollment as `enroll` writes it, made of at least one signature. */
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

function columns(of: (dimension: number) => number): number[] {
  return Array.from({ length: SIGNATURE_LENGTH }, (_, dimension) => of(dimension))
}

function variance(vectors: readonly (readonly number[])[], means: readonly number[], j: number): number {
  if (vectors.length < 2) return 0
  return vectors.reduce((sum, vector) => sum + (vector[j] - means[j]) ** 2, 0) / (vectors.length - 1)
}
