import type { Capture } from '../types.ts'
import { FEATURES, presenceVector } from './features.ts'
import { type PartName, PRESENCE } from './parameters.ts'
import { distanceOf } from './parts.ts'
import { presenceMotion } from './score.ts'

/** One measured property beside what people show; typicality is 1 at their median and 0.5 or less outside their middle 90 %. */
export type PresenceFinding = {
  part: PartName
  metric: string
  value: number
  expectedLow: number
  expectedHigh: number
  typicality: number
  /** What was seen and what was expected, in words. */
  explanation: string
}

const MIN_MS = 4000

/** All properties outside the middle 90 % of people, the strangest first; empty where nothing can be said. */
export function presenceFindings(capture: Capture): PresenceFinding[] {
  const motion = presenceMotion(capture, MIN_MS)
  if (motion.status === 'insufficient') return []
  const x = presenceVector(motion, PRESENCE.features)
  const findings = FEATURES.flatMap((info, i) => (info.needsGravity && !motion.hasGravity ? [] : [finding(x[i], i)]))
  return findings.filter(({ typicality }) => typicality < 0.5).toSorted((a, b) => a.typicality - b.typicality)
}

function finding(value: number, feature: number): PresenceFinding {
  const { name: metric, part } = FEATURES[feature]
  const [median, below, above] = PRESENCE.features[feature]
  const distance = distanceOf(value, PRESENCE.features[feature])
  const expected = { expectedLow: median - below, expectedHigh: median + above }
  const explanation = explained(metric, value, expected)
  return { part, metric, value, ...expected, typicality: 1 / (1 + distance * distance), explanation }
}

function explained(metric: string, value: number, expected: { expectedLow: number; expectedHigh: number }): string {
  const { expectedLow, expectedHigh } = expected
  const side = value < expectedLow ? 'lower' : 'higher'
  return `The ${metric} is ${side} than in people: ${shown(value)}, where 90 of 100 people lie between ${shown(expectedLow)} and ${shown(expectedHigh)}.`
}

function shown(value: number): string {
  return value.toFixed(2)
}
