import type { OutputOf } from '@stillhere/client/http'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'

export type Report = OutputOf<'getCalibrationArtifact'>
export type Artifact = OutputOf<'listCalibrationArtifacts'>['artifacts'][number]
export type Histogram = Report['plots']['histogram']

/** At one threshold: strangers who pass, and people who are refused. */
export type Rates = { fmr: number; fnmr: number }

/** The rates at a threshold, exact at the edges of the bins and interpolated between them. */
export function ratesAt({ edges, mated, non_mated }: Histogram, threshold: number): Rates {
  return { fmr: shareFrom(edges, non_mated, threshold), fnmr: 1 - shareFrom(edges, mated, threshold) }
}

/** How many comparisons change sides when a threshold moves, about: histograms do not know single comparisons. */
export type Change = {
  direction: 'stricter' | 'looser' | 'same'
  /** Comparisons of one person with themselves. */
  mated: number
  /** Comparisons of strangers. */
  nonMated: number
}

export function changeBetween({ plots, pairs }: Pick<Report, 'plots' | 'pairs'>, from: number, to: number): Change {
  const [before, after] = [ratesAt(plots.histogram, from), ratesAt(plots.histogram, to)]
  return {
    direction: to === from ? 'same' : to > from ? 'stricter' : 'looser',
    mated: Math.round(Math.abs(after.fnmr - before.fnmr) * pairs.mated),
    nonMated: Math.round(Math.abs(after.fmr - before.fmr) * pairs.non_mated),
  }
}

/** What a moved threshold would do, in words. */
export function describeChange({ direction, mated, nonMated }: Change): string {
  if (direction === 'same') return say('The line is where the level has it; nothing changes sides.')
  const counts = { people: mated, strangers: nonMated }
  return direction === 'stricter'
    ? say(
        'Stricter: about {people} more comparisons of one person would be refused, and about {strangers} fewer of strangers would pass.',
        counts,
      )
    : say(
        'Looser: about {people} more comparisons of one person would pass, and about {strangers} more of strangers, too.',
        counts,
      )
}

/** The share of all scores at or above a threshold. */
function shareFrom(edges: readonly number[], shares: readonly number[], threshold: number): number {
  let above = 0
  for (const [bin, share] of shares.entries()) {
    const [from = 0, to = 0] = [edges[bin], edges[bin + 1]]
    if (threshold <= from) above += share
    else if (threshold < to) above += (share * (to - threshold)) / (to - from)
  }
  return Math.min(1, Math.max(0, above))
}

/** A share as a person reads it; small ones keep a digit that says something. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–'
  const value = 100 * share
  const digits = value === 0 || value >= 10 ? 0 : value >= 1 ? 1 : 2
  return `${formatNumber(value, digits)} %`
}

/** "0.7 (0.6 to 0.8)": a value with its interval, as far as they are known. */
export function within(value: number | null, interval: number[] | null, words: (value: number) => string): string {
  if (value === null) return '–'
  const [from, to] = interval ?? []
  return from === undefined || to === undefined
    ? words(value)
    : say('{value} ({from} to {to})', { value: words(value), from: words(from), to: words(to) })
}
