import type { Receipt } from '@stillhere/receipt'
import type { LiveParts } from '../live/engine-worker.ts'

/** What became of one arrow. */
export type SeenStroke = {
  direction: string
  followed: boolean
  /** What went wrong; empty where nothing did. */
  slip: string
}

/** What a receipt or a judgment says was seen. */
export type Sighting = {
  /** 0..1, and null where presence was not judged. */
  presence: number | null
  /** The parts of presence that were judged, each 0..1. */
  parts: Partial<LiveParts>
  strokes: readonly SeenStroke[]
  /** Whether camera and sensors saw one motion, 0..1; null without a camera. */
  coupling: number | null
  practice: boolean
}

type Evidence = { engineId: string; components?: unknown }

/** The parts of presence, in the order in which they are shown. */
export const PART_NAMES = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

/** From how much presence on a scan counts. */
export const ENOUGH = 0.5

const PRACTICE_ENGINE = 'PRACTICE-POINTER'

/**
 * Reads what was seen from the evidence that a receipt carries.
 *
 * @returns presence and its parts, arrow by arrow, and whether it was practice; whatever has another form counts as not seen.
 * @example
 * const { presence, strokes } = readSighting(receipt)
 */
export function readSighting({ evidence }: Receipt): Sighting {
  return readEvidence(evidence.map(({ engineId, payload }) => ({ ...payload, engineId })))
}

/** Reads the same from evidence that has not become a receipt. */
export function readEvidence(evidence: readonly Evidence[]): Sighting {
  const of = (id: string) => listComponents(evidence.find(({ engineId }) => engineId === id))
  const presence = of('EE-001')
  const practice = evidence.some(({ engineId }) => engineId === PRACTICE_ENGINE)
  return {
    // The first component is the whole; it has no value where nothing could be judged.
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
  return [{ direction: writeOut(direction), followed, slip: followed ? '' : shorten(why) }]
}

/** What went wrong with an arrow, in shorter words than the engine's. */
function shorten(why: string): string {
  if (why.startsWith('nothing')) return 'no stroke was seen'
  const lateMs = /^began (\d+) ms/.exec(why)?.[1]
  return lateMs === undefined ? writeOut(why) : `begun too late, after ${(Number(lateMs) / 1000).toFixed(1)} s`
}

function writeOut(words: string): string {
  return words.replaceAll(/(up|down)-(left|right)/g, '$1 and $2')
}
