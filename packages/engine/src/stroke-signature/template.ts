import { readMembers } from '../capture.ts'
import { STROKE_FEATURES } from './features.ts'
import { projectStroke, STROKE_MODEL, type StrokeSignature } from './signature.ts'

/** Template of a person's gestures: plain JSON, from which the motion cannot be reconstructed. */
export type StrokeTemplate = {
  version: string
  /**
   * Identifies the model whose coordinates `places` holds. Coordinates of another model are recomputed from the takes.
   */
  coordinates?: string
  gestures: EnrolledGesture[]
}

/** The takes of one gesture, the oldest first, and the coordinates of each; older templates only have their mean. */
export type EnrolledGesture = { gesture: string; count: number } & (
  | { takes: number[][]; places?: number[][] }
  | { mean: number[] }
)

export type Comparable = Pick<StrokeSignature, 'gesture' | 'vector' | 'version'>

/** Maximum number of takes per gesture. */
export const MOST_TAKES = 5
/** Takes and places are stored in hundredths, far below the difference between two takes of one person. */
const UNIT = 100

/**
 * Creates a template from the signatures of a person's strokes, with the newest five takes of each gesture. Only
 * signatures of the most frequent version are used, so that motion with and without gravity is never mixed. Never
 * throws: if no signature is usable, the template has no gestures and nothing matches it.
 */
export function enrollStrokes(signatures: readonly Comparable[]): StrokeTemplate {
  const usable = (Array.isArray(signatures) ? signatures : []).filter(isUsableStroke)
  const version = findCommonest(usable.map((signature) => signature.version))
  const alike = usable.filter((signature) => signature.version === version)
  const gestures = [...Map.groupBy(alike, ({ gesture }) => gesture)].map(([gesture, own]) =>
    toGesture(
      gesture,
      own.slice(-MOST_TAKES).map(({ vector }) => vector),
    ),
  )
  return { version, coordinates: STROKE_MODEL.coordinates, gestures }
}

/**
 * Creates the template's entry for a gesture from the vectors of its takes, the oldest first. Takes and their
 * coordinates are rounded to hundredths.
 */
export function toGesture(gesture: string, vectors: readonly (readonly number[])[]): EnrolledGesture {
  const takes = vectors.map(round)
  const places = takes.map((take) => round([...projectStroke(STROKE_MODEL, take)]))
  return { gesture, count: takes.length, takes, places }
}

function round(values: readonly number[]): number[] {
  // No -0, which JSON would not keep.
  return values.map((value) => Math.round(value * UNIT) / UNIT + 0)
}

/**
 * Returns the vectors of all takes of a gesture, the oldest first. An older entry that stores only the mean counts as
 * one take.
 */
export function listTakes(entry: EnrolledGesture): number[][] {
  return 'takes' in entry ? entry.takes : [entry.mean]
}

/** Returns the most frequent name, the first one if several are; an empty name for an empty list. */
function findCommonest(names: readonly string[]): string {
  const times = (name: string) => names.filter((other) => other === name).length
  return names.reduce((most, name) => (times(name) > times(most) ? name : most), names[0] ?? '')
}

/**
 * Returns whether the value is a stroke signature that can be compared. False for a stroke that couldn't be measured,
 * whose vector is all zeros.
 */
export function isUsableStroke(value: unknown): value is Comparable {
  const { gesture, vector, version } = readMembers(value)
  return typeof gesture === 'string' && gesture !== '' && typeof version === 'string' && isVector(vector)
}

/** Returns whether the value is a template of strokes with at least one gesture, in the current or the older format. */
export function isStrokeTemplate(value: unknown): value is StrokeTemplate {
  const { version, gestures } = readMembers(value)
  return typeof version === 'string' && Array.isArray(gestures) && gestures.length > 0 && gestures.every(isTaken)
}

function isTaken(entry: unknown): boolean {
  const { gesture, count, mean, takes } = readMembers(entry)
  if (typeof gesture !== 'string' || !Number.isInteger(count) || (count as number) < 1) return false
  if (takes === undefined) return isVector(mean)
  return Array.isArray(takes) && takes.length === count && takes.length <= MOST_TAKES && takes.every(isVector)
}

function isVector(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length !== STROKE_FEATURES || !value.every(Number.isFinite)) return false
  return value.some((number) => number !== 0)
}
