import type { Receipt } from '@stillhere/receipt'

/** What a receipt or a judgement says was seen. */
export type Sighting = {
  /** 0..1, and null where presence was not judged. */
  presence: number | null
  strokes: { clear: number; of: number } | null
  /** Whether camera and sensors saw one motion, 0..1; null without a camera. */
  coupling: number | null
  practice: boolean
}

type Evidence = { engineId: string; value?: unknown; components?: unknown }

const PRACTICE_ENGINE = 'PRACTICE-POINTER'

/** What was seen, read from the evidence that the receipt carries. */
export function sightingOf({ evidence }: Receipt): Sighting {
  return sightingIn(evidence.map(({ engineId, payload }) => ({ ...payload, engineId })))
}

/** The same from evidence that has not become a receipt. Whatever has another form counts as not seen. */
export function sightingIn(evidence: readonly Evidence[]): Sighting {
  const of = (id: string) => evidence.find(({ engineId }) => engineId === id)
  return {
    presence: judged(of('EE-001')),
    strokes: strokesOf(of('EE-003') ?? of(PRACTICE_ENGINE)),
    coupling: judged(of('EE-002')),
    practice: of(PRACTICE_ENGINE) !== undefined,
  }
}

/** The first component is the whole; it has no value where nothing could be judged. */
function judged(evidence: Evidence | undefined): number | null {
  const whole = componentsOf(evidence)[0]
  return typeof whole?.value === 'number' && Number.isFinite(whole.value) ? whole.value : null
}

function strokesOf(evidence: Evidence | undefined): Sighting['strokes'] {
  const single = componentsOf(evidence).filter(({ metric }) => /^stroke\d+$/.test(String(metric)))
  if (single.length === 0) return null
  return { clear: single.filter(({ status }) => status === 'pass').length, of: single.length }
}

type Component = { metric?: unknown; value?: unknown; status?: unknown }

function componentsOf(evidence: Evidence | undefined): Component[] {
  const listed: unknown = evidence?.components
  return Array.isArray(listed) ? listed.filter((item) => typeof item === 'object' && item !== null) : []
}
