import type { Capture } from '../../packages/engine/src/capture.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import {
  compareSeries,
  type Evidence,
  computeRepetition,
  type SharedSensors,
} from '../../packages/engine/src/replay/comparison.ts'
import { decodeSeries, replayDigest } from '../../packages/engine/src/replay/digest.ts'
import type { ReplaySeries } from '../../packages/engine/src/replay/series.ts'
import { ALTERATIONS } from '../../packages/engine/test/replay-alterations.ts'
import type { PersonCapture } from './replay-captures.ts'

/** The digest of one capture of a person. */
export type Remembered = { source: string; person: string; series: ReplaySeries }

/** One genuine capture against earlier ones of the same person: all evidence of each comparison. */
export type Search = { source: string; person: string; sensors: SharedSensors; comparisons: Evidence[][] }

/** An altered copy against its original. */
export type Copy = { source: string; person: string; alteration: string; evidence: Evidence[] }

export function toStoredSeriesList(captures: readonly (Capture & { source: string; person: string })[]): Remembered[] {
  return captures.flatMap((capture) => {
    const { source, person } = capture
    const series = toStoredSeries(capture)
    return series === null ? [] : [{ source, person, series }]
  })
}

function toStoredSeries(capture: Capture): ReplaySeries | null {
  const digest = replayDigest(capture)
  return digest.status === 'ok' ? decodeSeries(digest.bytes) : null
}

/** The same digest as if the device had fewer sensors: bit k of `kept` stands for series k. */
export function withSeries({ source, person, series }: Remembered, kept: number): Remembered {
  const { n } = series
  const values = series.values.slice()
  for (let k = 0; k * n < values.length; k++) if (!(kept & (1 << k))) values.fill(0, k * n, (k + 1) * n)
  const fewer = { ...series, values, present: series.present & kept }
  return { source, person, series: { ...fewer, repetition: computeRepetition(fewer) } }
}

export type SearchSize = { searches: number; own: number }

/** So many searches in each source, taking its people in turn. */
export function genuineSearches(memory: readonly Remembered[], size: SearchSize, random: Random): Search[] {
  const searches: Search[] = []
  for (const [source, captures] of groupBy(memory, (capture) => capture.source)) {
    const people = [...groupBy(captures, (capture) => capture.person).values()].filter((own) => own.length > 2)
    for (let k = 0; k < size.searches && people.length > 0; k++) {
      const own = people[k % people.length]
      const probe = own[Math.floor(random() * own.length)]
      const others = shuffle(own, random).filter((other) => other !== probe)
      const comparisons = others.slice(0, size.own).map((other) => compareSeries(other.series, probe.series))
      const sensors = comparisons.find((evidence) => evidence.length > 0)?.[0].sensors ?? 'full'
      searches.push({ source, person: probe.person, sensors, comparisons })
    }
  }
  return searches
}

/** `each` copies by every alteration in every source. */
export function makeAlteredCopies(captures: readonly PersonCapture[], each: number, random: Random): Copy[] {
  const copies: Copy[] = []
  for (const [source, list] of groupBy(captures, (capture) => capture.source)) {
    for (const [alteration, alter] of Object.entries(ALTERATIONS)) {
      for (let k = 0; k < each; k++) {
        const { person, imu } = list[Math.floor(random() * list.length)]
        const [original, copy] = [toStoredSeries({ imu }), toStoredSeries({ imu: alter(imu, random) })]
        copies.push({ source, person, alteration, evidence: original && copy ? compareSeries(original, copy) : [] })
      }
    }
  }
  return copies
}

export function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = out[i]
    out[i] = out[j]
    out[j] = kept
  }
  return out
}
