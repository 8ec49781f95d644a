import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Direction, type ImuSample, type Random, seededRandom } from '../../../packages/engine/src/index.ts'
import { integer, normal } from '../../../packages/engine/src/random.ts'
import { MOTION_FOLDER } from '../../training/recordings.ts'
import type { Make } from '../harness/generator.ts'
import { BEFORE_MS, drawStroke, LEARNED_SET, type LearnedStrokes, learnStrokes, STROKE_HZ } from '../learned/strokes.ts'

export const name = 'learned strokes'
export const does =
  'strokes drawn from a normal distribution for each direction, learned from recorded strokes of development people (fit part), over learned unrest'

export const missing = existsSync(join(MOTION_FOLDER, LEARNED_SET))
  ? undefined
  : `the recordings (${LEARNED_SET}) are not there`

let learned: LearnedStrokes | undefined

export const make: Make = (challenge, random, { subject }) => {
  learned ??= learnStrokes(MOTION_FOLDER)
  return answerLearned(learned, challenge, { habits: seededRandom(subject), random })
}

/** The share of a stroke that belongs to the person, and the share that varies each time. */
const [OWN, NEW] = [Math.sqrt(0.5), Math.sqrt(0.5)]
const FADE = 12

/** An answer in learned strokes, each some time after its cue. */
export function answerLearned(
  { takes, rests, unrest }: LearnedStrokes,
  { strokes, durationMs }: Parameters<Make>[0],
  { habits, random }: { habits: Random; random: Random },
): ImuSample[] {
  const n = Math.ceil((durationMs * STROKE_HZ) / 1000)
  const rest = rests[integer(habits, rests.length)]
  const [late, gain] = [0.06 * normal(habits), Math.exp(0.1 * normal(habits))]
  const own = new Map<Direction, number[]>([...takes].map(([way, list]) => [way, list.map(() => normal(habits))]))
  const channels = unrest.map(({ size, kept }, c) => wander(n, { size, kept, middle: rest[c] }, random))
  for (const { direction, atMs } of strokes) {
    const onsetMs = atMs + 1000 * Math.max(0.18, 0.36 + late + 0.05 * normal(random))
    const shares = own.get(direction) ?? []
    const drawn = drawStroke(takes.get(direction) ?? [], (k) => OWN * shares[k] + NEW * normal(random))
    const from = Math.round(((onsetMs - BEFORE_MS) * STROKE_HZ) / 1000)
    drawn.forEach((series, c) => addFaded(channels[c], series, from, gain))
  }
  return Array.from({ length: n }, (_, i) => {
    const [ax, ay, az, rx, ry, rz] = channels.map((channel) => Math.round(10 * channel[i]) / 10)
    return { t: (i * 1000) / STROKE_HZ, ax, ay, az, rx, ry, rz }
  })
}

type Wandering = { size: number; kept: number; middle: number }

function wander(n: number, { size, kept, middle }: Wandering, random: Random): number[] {
  let value = size * normal(random)
  return Array.from({ length: n }, () => {
    value = kept * value + size * Math.sqrt(1 - kept * kept) * normal(random)
    return middle + value
  })
}

function addFaded(channel: number[], series: readonly number[], from: number, gain: number): void {
  series.forEach((value, i) => {
    const share = Math.min(1, i / FADE, (series.length - i) / FADE)
    if (from + i >= 0 && from + i < channel.length) channel[from + i] += gain * share * value
  })
}
