import { readMembers } from '../capture.ts'
import { STROKE_FEATURES } from './features.ts'
import { placeStroke, STROKE_MODEL, type StrokeSignature } from './signature.ts'

/** What is kept of how a person makes each gesture: plain JSON, from which no motion can be drawn. */
export type StrokeTemplate = {
  version: string
  /** Names the coordinates of `places`; those of another model are computed anew from the takes. */
  coordinates?: string
  gestures: EnrolledGesture[]
}

/** The takes of one gesture, the oldest first, and where each lies in the model's coordinates; older templates have only their mean. */
export type EnrolledGesture = { gesture: string; count: number } & (
  | { takes: number[][]; places?: number[][] }
  | { mean: number[] }
)

export type Comparable = Pick<StrokeSignature, 'gesture' | 'vector' | 'version'>

/** More takes of one gesture are not kept. */
export const MOST_TAKES = 5
/** Takes and places are written in hundredths, far below what two takes of one person differ by. */
const UNIT = 100

/**
 * Returns a template of the usable signatures: of each gesture the newest five takes. Only signatures of the version that most of them
 * have are kept, so that motion with and without gravity is never mixed. Never throws: where none is usable, it holds no gesture and
 * nothing matches it.
 */
export function enrollStrokes(signatures: readonly Comparable[]): StrokeTemplate {
  const usable = (Array.isArray(signatures) ? signatures : []).filter(isUsableStroke)
  const version = commonest(usable.map((signature) => signature.version))
  const alike = usable.filter((signature) => signature.version === version)
  const gestures = [...Map.groupBy(alike, ({ gesture }) => gesture)].map(([gesture, own]) =>
    toGesture(
      gesture,
      own.slice(-MOST_TAKES).map(({ vector }) => vector),
    ),
  )
  return { version, coordinates: STROKE_MODEL.coordinates, gestures }
}

/** A gesture with these takes, as a template holds it. */
export function toGesture(gesture: string, vectors: readonly (readonly number[])[]): EnrolledGesture {
  const takes = vectors.map(round)
  const places = takes.map((take) => round([...placeStroke(STROKE_MODEL, take)]))
  return { gesture, count: takes.length, takes, places }
}

function round(values: readonly number[]): number[] {
  // No -0, which JSON would not keep.
  return values.map((value) => Math.round(value * UNIT) / UNIT + 0)
}

/** The takes of a gesture as vectors; a mean counts as one. */
export function listTakes(entry: EnrolledGesture): number[][] {
  return 'takes' in entry ? entry.takes : [entry.mean]
}

/** The first of those that come most often; an empty name for none. */
function commonest(names: readonly string[]): string {
  const times = (name: string) => names.filter((other) => other === name).length
  return names.reduce((most, name) => (times(name) > times(most) ? name : most), names[0] ?? '')
}

/** A signature that says something; what could not be measured has a vector of zeros. */
export function isUsableStroke(value: unknown): value is Comparable {
  const { gesture, vector, version } = readMembers(value)
  return typeof gesture === 'string' && gesture !== '' && typeof version === 'string' && isVector(vector)
}

/** A template as `enrollStrokes` writes it or once wrote it, of at least one gesture. */
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
