import { resample } from '../../packages/engine/src/math/smoothing.ts'
import { scaleToUnit } from '../../packages/engine/src/math/statistics.ts'
import { integer, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import {
  computeStoredHashes,
  decodeSeries,
  DIGEST_VERSION,
  encodeSeries,
  type ReplayDigest,
  replayDigest,
} from '../../packages/engine/src/replay/digest.ts'
import { createReplayIndex, type ReplayIndex } from '../../packages/engine/src/replay/index-of-digests.ts'
import { type ReplaySeries, SERIES_COUNT } from '../../packages/engine/src/replay/series.ts'
import { isReplay } from '../../packages/engine/src/replay/similarity.ts'
import { ALTERATIONS } from '../../packages/engine/test/replay-alterations.ts'
import type { PersonCapture } from '../training/replay-captures.ts'
import { groupBy } from '../training/replay-searches.ts'
import { type Interval, quantile, shareIntervalOver } from './figures.ts'

/** The whole way of a search among so many stored captures. The hashes were learned from these people, too. */
export type IndexFigures = {
  stored: number
  bytesMean: number
  hashesMean: number
  copies: number
  /** Altered copies whose original is not among the candidates; that are not reported in the end. */
  notCandidate: Interval
  missed: Interval
  /** Captures not stored, of people whose other captures are, that are reported all the same. */
  fresh: number
  falseAlarms: Interval
  /** Of the clock and, less disturbed by other work on the machine, of the processor. */
  medianMs: number
  medianCpuMs: number
  slowest5PercentMs: number
}

const STORED = 100_000
const COPIES = 450
const FRESH = 200

export function evaluateReplayIndex(captures: readonly PersonCapture[], stored = STORED): IndexFigures {
  const random = seededRandom(41)
  const kept = captures.filter((_, i) => i % 2 === 0)
  const fresh = evenlyBySource(
    captures.filter((_, i) => i % 2 === 1),
    FRESH,
    random,
  )
  const { index, digests } = fillIndex(kept, stored, random)
  const copies = evenlyBySource(kept, COPIES, random).map((original, i) => copyResult(index, original, i, random))
  const fresher = fresh.map(({ person, imu }) => ({ person, alarms: alarms(index, replayDigest({ imu })) }))
  const times = copies.map(({ ms }) => ms)
  return {
    stored: index.size(),
    bytesMean: mean(digests.map(({ bytes }) => bytes.length)),
    hashesMean: mean(digests.map(({ hashes }) => hashes.length)),
    copies: copies.length,
    notCandidate: share(copies, ({ isCandidate }) => !isCandidate),
    missed: share(copies, ({ isFound }) => !isFound),
    fresh: fresher.length,
    falseAlarms: share(fresher, (one) => one.alarms),
    medianMs: quantile(times, 0.5),
    medianCpuMs: quantile(
      copies.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
    slowest5PercentMs: quantile(times, 0.95),
  }
}

type CopyResult = { person: string; isCandidate: boolean; isFound: boolean; ms: number; cpuMs: number }

function copyResult(index: ReplayIndex, original: PersonCapture, i: number, random: Random): CopyResult {
  const alterations = Object.values(ALTERATIONS)
  const digest = replayDigest({ imu: alterations[i % alterations.length](original.imu, random) })
  if (digest.status !== 'ok') return { person: original.person, isCandidate: false, isFound: false, ms: 0, cpuMs: 0 }
  const [start, used] = [performance.now(), process.cpuUsage()]
  const found = index.find(digest)
  const [ms, cpuMs] = [performance.now() - start, process.cpuUsage(used).user / 1000]
  const isCandidate = index.candidates(digest).includes(idOf(original))
  return { person: original.person, isCandidate, isFound: found !== null && isReplay(found.similarity), ms, cpuMs }
}

function alarms(index: ReplayIndex, digest: ReturnType<typeof replayDigest>): boolean {
  const found = digest.status === 'ok' ? index.find(digest) : null
  return found !== null && isReplay(found.similarity)
}

function idOf({ person, source, imu }: PersonCapture): string {
  return `${person} ${source} ${imu[0].ax} ${imu[7].ay} ${imu[11].az}`
}

/** The captures themselves, filled up with motion like theirs. */
function fillIndex(captures: readonly PersonCapture[], size: number, random: Random) {
  const index = createReplayIndex()
  const digests: ReplayDigest[] = []
  const bySource = new Map<string, ReplaySeries[]>()
  for (const capture of captures) {
    const digest = replayDigest({ imu: capture.imu })
    const series = digest.status === 'ok' ? decodeSeries(digest.bytes) : null
    if (digest.status !== 'ok' || series === null) continue
    digests.push(digest)
    index.add(idOf(capture), digest)
    bySource.set(capture.source, [...(bySource.get(capture.source) ?? []), series])
  }
  const sources = [...bySource.values()]
  while (index.size() < size)
    index.add(`blend ${index.size()}`, toDigest(blend(sources[index.size() % sources.length], random)))
  return { index, digests }
}

/** New motion in the manner of a source: two of its captures played clearly quicker or slower, one on top of the other. */
function blend(captures: readonly ReplaySeries[], random: Random): ReplaySeries {
  const [a, b] = [0, 1].map(() => captures[integer(random, captures.length)])
  const [p, q] = [0, 1].map(() => (random() < 0.5 ? 0.8 + 0.12 * random() : 1.08 + 0.14 * random()))
  const n = Math.floor(Math.min((a.n - 1) * p, (b.n - 1) * q, 199)) + 1
  const shift = integer(random, n)
  const balance = 0.4 + 0.2 * random()
  const values = new Float64Array(SERIES_COUNT * n)
  for (let k = 0; k < SERIES_COUNT; k++) {
    const x = resample(a.values.subarray(k * a.n, (k + 1) * a.n), 0, 1 / p, n)
    const y = resample(b.values.subarray(k * b.n, (k + 1) * b.n), 0, 1 / q, n)
    const mixed = values.subarray(k * n, (k + 1) * n)
    for (let i = 0; i < n; i++) mixed[i] = balance * x[i] + (1 - balance) * y[(i + shift) % n]
    scaleToUnit(mixed)
  }
  return { ...a, n, values, present: a.present & b.present, repetition: Math.min(a.repetition, b.repetition) }
}

function toDigest(series: ReplaySeries): ReplayDigest {
  const bytes = encodeSeries(series)
  return { status: 'ok', version: DIGEST_VERSION, bytes, hashes: computeStoredHashes(decodeSeries(bytes) ?? series) }
}

function evenlyBySource(captures: readonly PersonCapture[], count: number, random: Random): PersonCapture[] {
  const sources = [...groupBy(captures, ({ source }) => source).values()]
  return Array.from({ length: count }, (_, i) => {
    const list = sources[i % sources.length]
    return list[integer(random, list.length)]
  })
}

function share<T extends { person: string }>(results: readonly T[], counts: (result: T) => boolean): Interval {
  const people = [...groupBy(results, ({ person }) => person).values()]
  const figure = (drawn: readonly T[][]) => drawn.flat().filter(counts).length / drawn.flat().length
  return shareIntervalOver(people, figure, { random: seededRandom(42) })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
