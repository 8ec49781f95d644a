import { createFormat } from '../voice/format.ts'
import { ENOUGH, PART_NAMES, type Sighting } from './sighting.ts'
import type { ScanWords } from './words.ts'

/** What was seen, in sentences. */
export function sightingWords({ presence, strokes, coupling }: Sighting, words: ScanWords): string[] {
  const { formatPercent } = createFormat(words.language)
  const followed = strokes.filter((stroke) => stroke.followed).length
  const said = [
    strokes.length === 0 ? null : words.seenStrokes(followed, strokes.length),
    presence === null ? null : words.seenPresence(formatPercent(100 * presence)),
    coupling === null ? null : words.seenCamera(formatPercent(100 * coupling)),
  ].filter((line) => line !== null)
  return said.length > 0 ? said : [words.seenNothing]
}

/** What may help next time, from what was weak; nothing where nothing was. */
export function tipsFor(sighting: Sighting, words: ScanWords): string[] {
  return [...presenceTips(sighting, words), ...strokeTips(sighting, words)]
}

function presenceTips({ presence, parts }: Sighting, { tips }: ScanWords): string[] {
  if (presence === null || presence >= ENOUGH) return []
  const [weakest] = PART_NAMES.filter((name) => parts[name] !== undefined).toSorted(
    (one, other) => (parts[one] ?? 1) - (parts[other] ?? 1),
  )
  return weakest ? [tips[weakest]] : []
}

const SLIPS = {
  late: /too late/,
  missing: /no stroke/,
  crooked: /straight/,
  depth: /towards or away/,
  wrongWay: /went/,
} as const

function strokeTips({ strokes }: Sighting, { tips }: ScanWords): string[] {
  const slips = Object.keys(SLIPS) as (keyof typeof SLIPS)[]
  return slips.filter((slip) => strokes.some((stroke) => SLIPS[slip].test(stroke.slip))).map((slip) => tips[slip])
}
