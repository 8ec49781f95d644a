import type { EvenMotion } from '../timeline.ts'
import type { ImuSample } from '../types.ts'
import { mostAlikeAxes } from './copied-axes.ts'
import type { Finding } from './finding.ts'
import { computeHeldShare } from './held-values.ts'
import { longestRepeat } from './repeated-stretch.ts'

// Measured on all development recordings: two axes of one sensor never exceed 0.90, no varied stretch of twelve samples ever
// repeats, and at most one sample in nineteen equals its predecessor.
const COPIED_FROM = 0.97
const HELD_FROM = 0.7

/** What the bare structure of a capture gives away, before any statistics. */
export function structureFindings(samples: readonly ImuSample[], motion: EvenMotion): Finding[] {
  return [
    findCopiedAxes(motion),
    findRepeatedStretch(samples),
    findHeldValues(samples),
    unusableSamples(samples, motion),
  ].filter((finding) => finding !== null)
}

function findCopiedAxes(motion: EvenMotion): Finding | null {
  const alike = mostAlikeAxes(motion)
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
  const repeat = longestRepeat(samples)
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

function unusableSamples(samples: readonly ImuSample[], { dropped }: EvenMotion): Finding | null {
  if (dropped === 0) return null
  return {
    kind: 'unusable_samples',
    severity: 'low',
    metric: 'unusableShare',
    value: dropped / samples.length,
    explanation: `${dropped} of ${samples.length} samples had an unusable time or value and were left out.`,
  }
}
