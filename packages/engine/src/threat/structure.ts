import type { ImuSample } from '../capture.ts'
import { cosineSimilarity } from '../math/statistics.ts'
import type { EvenMotion } from '../timeline.ts'

// Measured on all development recordings: two axes of one sensor never correlate above 0.90, no varied stretch of
// twelve samples repeats, and at most one sample in nineteen equals its predecessor.
const COPIED_FROM = 0.97
const HELD_FROM = 0.7

/**
 * Returns findings about the structure of motion samples, which need no statistics about people: copied axes, repeated
 * stretches, held values and unusable samples. An empty list if there are none.
 */
export function listStructureFindings(samples: readonly ImuSample[], motion: EvenMotion): Finding[] {
  return [
    findCopiedAxes(motion),
    findRepeatedStretch(samples),
    findHeldValues(samples),
    findUnusableSamples(samples, motion),
  ].filter((finding) => finding !== null)
}

function findCopiedAxes(motion: EvenMotion): Finding | null {
  const alike = findMostAlikeAxes(motion)
  if (!alike || Math.abs(alike.correlation) < COPIED_FROM) return null
  return {
    kind: 'copied_axes',
    severity: 'high',
    metric: 'axisCorrelation',
    value: alike.correlation,
    explanation: `${alike.first} and ${alike.second} move as one (correlation ${alike.correlation.toFixed(3)}); in a moving hand two axes of one sensor stay under 0.90.`,
  }
}

function findRepeatedStretch(samples: readonly ImuSample[]): Finding | null {
  const repeat = findLongestRepeat(samples)
  if (!repeat) return null
  return {
    kind: 'repeated_stretch',
    severity: 'high',
    metric: 'repeatedSamples',
    value: repeat.samples,
    explanation: `${repeat.samples} samples from ${Math.round(repeat.firstMs)} ms come again, digit by digit, at ${Math.round(repeat.againMs)} ms; a sensor's own noise never repeats.`,
  }
}

function findHeldValues(samples: readonly ImuSample[]): Finding | null {
  const share = computeHeldShare(samples)
  if (share < HELD_FROM) return null
  return {
    kind: 'held_values',
    severity: 'medium',
    metric: 'heldShare',
    value: share,
    explanation: `${Math.round(share * 100)} % of the samples equal the one before in every channel; a sensor in a hand changes nearly every time.`,
  }
}

function findUnusableSamples(samples: readonly ImuSample[], { dropped }: EvenMotion): Finding | null {
  if (dropped === 0) return null
  return {
    kind: 'unusable_samples',
    severity: 'low',
    metric: 'unusableShare',
    value: dropped / samples.length,
    explanation: `${dropped} of ${samples.length} samples had an unusable time or value and were left out.`,
  }
}

/** low: worth knowing; medium: the capture is suspicious; high: no sensor in a person's hand does this. */
export type Severity = 'low' | 'medium' | 'high'

/** One observation, with an explanation that says what would be expected instead. */
export type Finding = {
  kind: FindingKind
  severity: Severity
  metric: string
  value: number | null
  explanation: string
}

export type FindingKind =
  | 'insufficient_signal'
  | 'synthetic_statistics'
  | 'untypical_part'
  | 'copied_axes'
  | 'repeated_stretch'
  | 'held_values'
  | 'unusable_samples'
  | 'coupling_absent'
  | 'challenge_not_followed'

/** Two channels that move alike. */
type CopiedAxes = { first: string; second: string; correlation: number }

const NAMES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz']

/**
 * Finds the two axes of one sensor whose changes correlate most, positively or negatively. Null if no sensor has two
 * axes that change.
 */
export function findMostAlikeAxes({ channels, n, hasGyro }: EvenMotion): CopiedAxes | null {
  let most: CopiedAxes | null = null
  const changes = NAMES.map((_, c) => computeChanges(channels.subarray(c * n, (c + 1) * n)))
  for (const from of hasGyro ? [0, 3] : [0]) {
    for (let i = from; i < from + 3; i++) {
      for (let j = i + 1; j < from + 3; j++) {
        const correlation = cosineSimilarity(changes[i], changes[j])
        if (correlation === null || (most && Math.abs(correlation) <= Math.abs(most.correlation))) continue
        most = { first: NAMES[i], second: NAMES[j], correlation }
      }
    }
  }
  return most
}

/** Returns the differences between successive samples, which removes drift and gravity. */
function computeChanges(channel: Float64Array): Float64Array {
  return channel.subarray(1).map((value, k) => value - channel[k])
}

/** A stretch that occurs twice in one capture, bit for bit. */
type RepeatedStretch = { samples: number; firstMs: number; againMs: number }

/** Number of samples in a row that must repeat. A sensor's own noise makes even a few practically impossible. */
const BLOCK = 12
/** A resting phone repeats itself because browsers round. A block counts only if it changes this often. */
const MIN_CHANGES = 8

/**
 * Finds the longest stretch of at least twelve varied samples that occurs again later in the capture, with identical
 * readings. Null if no stretch repeats.
 */
export function findLongestRepeat(samples: readonly ImuSample[]): RepeatedStretch | null {
  const keys = samples.map(({ ax, ay, az, rx, ry, rz }) => `${ax} ${ay} ${az} ${rx} ${ry} ${rz}`)
  const seen = new Map<string, number>()
  let longest: RepeatedStretch | null = null
  for (let i = 0; i + BLOCK <= keys.length; i++) {
    const block = keys.slice(i, i + BLOCK)
    if (countChanges(block) < MIN_CHANGES) continue
    const key = block.join('|')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, i)
    else {
      const length = runLength(keys, first, i)
      if (length > (longest?.samples ?? 0))
        longest = { samples: length, firstMs: samples[first].t, againMs: samples[i].t }
      i += length - 1
    }
  }
  return longest
}

function countChanges(block: readonly string[]): number {
  return block.filter((key, i) => i > 0 && key !== block[i - 1]).length
}

function runLength(keys: readonly string[], first: number, again: number): number {
  let length = 0
  while (again + length < keys.length && keys[first + length] === keys[again + length]) length++
  return length
}

/**
 * Returns the share of samples that equal the previous sample in every reading, 0..1: high for a frozen or simulated
 * sensor. 0 for fewer than two samples.
 */
export function computeHeldShare(samples: readonly ImuSample[]): number {
  if (samples.length < 2) return 0
  let held = 0
  for (let i = 1; i < samples.length; i++) if (equal(samples[i], samples[i - 1])) held++
  return held / (samples.length - 1)
}

function equal(one: ImuSample, other: ImuSample): boolean {
  return (
    one.ax === other.ax &&
    one.ay === other.ay &&
    one.az === other.az &&
    one.rx === other.rx &&
    one.ry === other.ry &&
    one.rz === other.rz
  )
}
