import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { normal, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { describePeaks, type StrokeParameters } from '../../packages/engine/src/strokes/memory.ts'
import { computeStrokeSeries } from '../../packages/engine/src/strokes/series.ts'
import { between } from '../../packages/engine/test/replay-alterations.ts'
import { fisherProjection } from './replay-hashes.ts'
import { type PersonStroke, readStrokes, syntheticStrokes } from './stroke-takes.ts'

const HASH_BITS = 22
const SAME_PEAK = 1.5
/**
 * Where honest searches and copies part, read from evaluation/strokes.ts on the people of `isLearnedFrom`: every second
 * person of each set.
 */
const THRESHOLD = 0.92

/** Learns from every second person; the others are for the evaluation. */
export function trainStrokes(motionFolder: string): StrokeParameters {
  const strokes = [
    ...readStrokes(motionFolder),
    ...syntheticStrokes(
      Array.from({ length: 12 }, (_, i) => i),
      2,
    ),
  ].filter(isLearnedFrom)
  const random = seededRandom(51)
  const all: Float64Array[] = []
  const moved: Float64Array[] = []
  for (const stroke of strokes) {
    const peaks = describePeaks(computeStrokeSeries(stroke.motion, 1))
    all.push(...peaks.map(({ descriptor }) => descriptor))
    moved.push(...movements(stroke, peaks, random))
  }
  return { threshold: THRESHOLD, ...fisherProjection(all, moved, HASH_BITS) }
}

/** People by the last digit of their name, so that both halves have some of each set. */
export function isLearnedFrom({ person }: { person: string }): boolean {
  return (person.charCodeAt(person.length - 1) & 1) === 0
}

/** How the description of each peak changes in a copy that is searched at a speed a little off its own. */
function movements(
  { altered }: PersonStroke,
  before: ReturnType<typeof describePeaks>,
  random: Random,
): Float64Array[] {
  const off = 1 + between(random, -0.02, 0.02)
  const copy = altered({ speed: 1, alter: (imu) => browserNoise(imu, 0.04, random) })
  return describePeaks(computeStrokeSeries(copy, off)).flatMap(({ at, kind, descriptor }) => {
    const same = before.find((peak) => peak.kind === kind && Math.abs(peak.at - at) < SAME_PEAK)
    return same ? [descriptor.map((value, i) => (value - same.descriptor[i]) / Math.SQRT2)] : []
  })
}

/** White noise of this size (m/s², °/s; 0.04 hides under the rounding of browsers), and that rounding. */
export function browserNoise(imu: readonly ImuSample[], size: number, random: Random): ImuSample[] {
  const change = (value: number) => Math.round(10 * (value + size * normal(random))) / 10
  return imu.map(({ t, ax, ay, az, rx, ry, rz }) => {
    const turning = rx === undefined ? {} : { rx: change(rx), ry: change(ry ?? 0), rz: change(rz ?? 0) }
    return { t, ax: change(ax), ay: change(ay), az: change(az), ...turning }
  })
}
