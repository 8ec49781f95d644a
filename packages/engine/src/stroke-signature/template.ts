import { meanVector } from '../math/statistics.ts'
import { readMembers } from '../members.ts'
import { STROKE_FEATURES } from './features.ts'
import type { StrokeSignature } from './signature.ts'

/** What is kept of how a person makes each gesture: plain JSON, from which no motion can be drawn. */
export type StrokeTemplate = {
  version: string
  /** Mean of the takes of each gesture, and how many there were. */
  gestures: { gesture: string; count: number; mean: number[] }[]
}

type Comparable = Pick<StrokeSignature, 'gesture' | 'vector' | 'version'>

/**
 * Returns a template of the usable signatures of the version that most of them have, so that motion with and without gravity is
 * never mixed. Never throws: where none is usable, it holds no gesture and nothing matches it.
 */
export function enrollStrokes(signatures: readonly Comparable[]): StrokeTemplate {
  const usable = (Array.isArray(signatures) ? signatures : []).filter(isUsableStroke)
  const version = commonest(usable.map((signature) => signature.version))
  const alike = usable.filter((signature) => signature.version === version)
  const gestures = [...new Set(alike.map(({ gesture }) => gesture))].map((gesture) => {
    const takes = alike.filter((signature) => signature.gesture === gesture).map(({ vector }) => vector)
    return { gesture, count: takes.length, mean: [...meanVector(takes)] }
  })
  return { version, gestures }
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

/** A template as `enrollStrokes` writes it, of at least one gesture. */
export function isStrokeTemplate(value: unknown): value is StrokeTemplate {
  const { version, gestures } = readMembers(value)
  return typeof version === 'string' && Array.isArray(gestures) && gestures.length > 0 && gestures.every(isTaken)
}

function isTaken(entry: unknown): boolean {
  const { gesture, count, mean } = readMembers(entry)
  return typeof gesture === 'string' && Number.isInteger(count) && (count as number) >= 1 && isVector(mean)
}

function isVector(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length !== STROKE_FEATURES || !value.every(Number.isFinite)) return false
  return value.some((number) => number !== 0)
}
