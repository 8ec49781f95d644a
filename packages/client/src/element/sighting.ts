import type { Receipt } from '@stillhere/receipt'
import type { LiveParts } from '../live/engine-worker.ts'

/** The result of one arrow. */
export type SeenStroke = {
  direction: string
  followed: boolean
  /** The mistake, such as "no stroke was seen"; empty if the stroke was followed. */
  slip: string
}

/** The details of a scan in a receipt or in the engine's result. */
export type Sighting = {
  /** 0..1, or null if presence was not judged. */
  presence: number | null
  /** The parts of presence that were judged, each 0..1. */
  parts: Partial<LiveParts>
  strokes: readonly SeenStroke[]
  /** How well camera and sensors agree, 0..1; null without a camera. */
  coupling: number | null
  practice: boolean
}

type Evidence = { engineId: string; components?: unknown }

/** The parts of presence, in display order. */
export const PART_NAMES = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

/** The lowest presence score that passes. */
export const ENOUGH = 0.5

const PRACTICE_ENGINE = 'PRACTICE-POINTER'

/**
 * Reads the details of a scan from the evidence in a receipt: presence score, arrows, coupling. Nothing is verified.
 *
 * @returns presence and its parts, each arrow, and whether it was practice. Evidence in an unknown form counts as missing.
 * @example
 * const { presence, strokes } = readSighting(receipt)
 */
export function readSighting({ evidence }: Receipt): Sighting {
  return readEvidence(evidence.map(({ engineId, payload }) => ({ ...payload, engineId })))
}

/** Reads the same details as `readSighting` from evidence that isn't in a receipt, such as the result of a failed scan. */
export function readEvidence(evidence: readonly Evidence[]): Sighting {
  const of = (id: string) => listComponents(evidence.find(({ engineId }) => engineId === id))
  const presence = of('EE-001')
  const practice = evidence.some(({ engineId }) => engineId === PRACTICE_ENGINE)
  return {
    // The first component is the total; it has no value if nothing could be judged.
    presence: readValue(presence[0]),
    parts: readParts(presence),
    strokes: of(practice ? PRACTICE_ENGINE : 'EE-003').flatMap(readStroke),
    coupling: readValue(of('EE-002')[0]),
    practice,
  }
}

type Component = { metric?: unknown; value?: unknown; status?: unknown; explanation?: unknown }

function listComponents(evidence: Evidence | undefined): Component[] {
  const listed: unknown = evidence?.components
  return Array.isArray(listed) ? listed.filter((item) => typeof item === 'object' && item !== null) : []
}

function readValue(component: Component | undefined): number | null {
  const value = component?.value
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}

function readParts(components: readonly Component[]): Sighting['parts'] {
  const read = PART_NAMES.map((name) => [name, readValue(components.find(({ metric }) => metric === name))] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== null))
}

function readStroke({ metric, status, explanation }: Component): SeenStroke[] {
  if (!/^stroke\d+$/.test(String(metric))) return []
  const [direction = '', why = ''] = String(explanation).split(/: (.*)/s)
  const followed = status === 'pass'
  return [{ direction: formatDirections(direction), followed, slip: followed ? '' : formatSlip(why) }]
}

/** Shortens the engine's text about an arrow. */
function formatSlip(why: string): string {
  if (why.startsWith('nothing')) return 'no stroke was seen'
  const lateMs = /^began (\d+) ms/.exec(why)?.[1]
  return lateMs === undefined ? formatDirections(why) : `begun too late, after ${(Number(lateMs) / 1000).toFixed(1)} s`
}

function formatDirections(words: string): string {
  return words.replaceAll(/(up|down)-(left|right)/g, '$1 and $2')
}
