import { type Capture, type ImuStream, readCapture } from '../capture.ts'
import { FEATURES, computePresenceVector } from './features.ts'
import { type PartName, findPopulation, scaleValue, type Spread } from './model.ts'
import { selectPresenceMotion, splitWindows } from './motion-windows.ts'
import { MIN_CAPTURE_MS } from './score.ts'

/**
 * One measured property compared with people. Typicality is 1 at their median and below 0.5 outside their middle 90 %.
 */
export type PresenceFinding = {
  part: PartName
  metric: string
  value: number
  expectedLow: number
  expectedHigh: number
  typicality: number
  /** Sentence with the measured value and the expected range. */
  explanation: string
}

/**
 * Returns the properties of a capture's newest eight seconds that lie outside the middle 90 % of people, the least
 * typical first. An empty list if all are typical or there is too little motion. Never throws.
 */
export function presenceFindings(capture: Capture): PresenceFinding[] {
  return findUntypical(readCapture(capture).imu)
}

/** Returns the properties that `presenceFindings` reports, for sensor samples that have been read. */
export function findUntypical(imu: ImuStream): PresenceFinding[] {
  const motion = selectPresenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return []
  const window = splitWindows(motion).at(-1) ?? motion
  const { spreads } = findPopulation(window.n)
  const findings: PresenceFinding[] = []
  for (const [i, value] of computePresenceVector(window.channels, window.n).entries()) {
    if (FEATURES[i].needsGravity && !motion.hasGravity) continue
    const found = createFinding(FEATURES[i], value, spreads[i])
    if (found.typicality < 0.5) findings.push(found)
  }
  return findings.toSorted((a, b) => a.typicality - b.typicality)
}

function createFinding(
  { name: metric, part }: { name: string; part: PartName },
  value: number,
  spread: Spread,
): PresenceFinding {
  const [median, below, above] = spread
  const expected = { expectedLow: median - below, expectedHigh: median + above }
  const explanation = explainDeviation(metric, value, expected)
  return { part, metric, value, ...expected, typicality: 1 / (1 + scaleValue(value, spread) ** 2), explanation }
}

function explainDeviation(
  metric: string,
  value: number,
  expected: { expectedLow: number; expectedHigh: number },
): string {
  const { expectedLow, expectedHigh } = expected
  const side = value < expectedLow ? 'lower' : 'higher'
  return `The ${metric} is ${side} than in people: ${value.toFixed(2)}, where 90 of 100 people lie between ${expectedLow.toFixed(2)} and ${expectedHigh.toFixed(2)}.`
}
