/** One part of the presence score, 0 to 1. */
type SeenPart = { name: PartName; value: number }

/** What became of one arrow. */
type SeenStroke = { number: number; direction: string; followed: boolean; words: string }

/** What was seen in a capture, as far as it could be judged. */
export type Seen = { presence: number | null; parts: SeenPart[]; strokes: SeenStroke[] }

/** Evidence of an engine, whether it has become a receipt or not. */
type Evidence = { engineId: string; components?: unknown; payload?: { components?: unknown } }

type Component = { metric?: unknown; value?: unknown; status?: unknown; explanation?: unknown }

export const PART_NAMES = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const
export type PartName = (typeof PART_NAMES)[number]

/** From how much presence on a scan counts. */
export const ENOUGH = 0.5

/** Reads what was seen from evidence. Whatever has another form counts as not seen. */
export function seenIn(evidence: readonly Evidence[]): Seen {
  const presence = componentsOf(evidence, 'EE-001')
  const challenge = componentsOf(evidence, 'EE-003')
  const strokes = challenge.length > 0 ? challenge : componentsOf(evidence, 'PRACTICE-POINTER')
  return {
    presence: valueOf(presence, 'presenceScore'),
    parts: PART_NAMES.flatMap((name) => {
      const value = valueOf(presence, name)
      return value === null ? [] : [{ name, value }]
    }),
    strokes: strokes.flatMap(strokeOf),
  }
}

function componentsOf(evidence: readonly Evidence[], id: string): Component[] {
  const found = evidence.find(({ engineId }) => engineId === id)
  const listed: unknown = found?.components ?? found?.payload?.components
  return Array.isArray(listed) ? listed.filter((item) => typeof item === 'object' && item !== null) : []
}

function valueOf(components: readonly Component[], name: string): number | null {
  const value = components.find(({ metric }) => metric === name)?.value
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}

function strokeOf({ metric, status, explanation }: Component): SeenStroke[] {
  const number = Number(/^stroke(\d+)$/.exec(String(metric))?.[1])
  if (Number.isNaN(number)) return []
  const [direction = '', words = ''] = String(explanation).split(/: (.*)/s)
  const followed = status === 'pass'
  return [{ number, direction: plain(direction), followed, words: followed ? 'followed' : slipWords(words) }]
}

/** What went wrong with an arrow, in shorter words than the engine's. */
function slipWords(words: string): string {
  if (words.startsWith('nothing')) return 'no stroke was seen'
  const lateMs = /^began (\d+) ms/.exec(words)?.[1]
  return lateMs === undefined ? plain(words) : `begun too late, after ${(Number(lateMs) / 1000).toFixed(1)} s`
}

function plain(words: string): string {
  return words.replaceAll(/(up|down)-(left|right)/g, '$1 and $2')
}
