import { type Capture, type ImuStream, readCapture } from '../capture.ts'
import { FEATURES, presenceVector } from './features.ts'
import { type PartName, populationFor, scale, type Spread } from './model.ts'
import { presenceMotion, windowsOfMotion } from './motion-windows.ts'
import { MIN_CAPTURE_MS } from './score.ts'

/** One measured property beside what people show; typicality is 1 at their median and under 0.5 outside their middle 90 %. */
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

/** Returns all properties of the newest eight seconds outside the middle 90 % of people, the strangest first; none of too little motion. */
export function presenceFindings(capture: Capture): PresenceFinding[] {
  return findUntypical(readCapture(capture).imu)
}

/** The same of sensor samples that were read. */
export function findUntypical(imu: ImuStream): PresenceFinding[] {
  const motion = presenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return []
  const window = windowsOfMotion(motion).at(-1) ?? motion
  const { spreads } = populationFor(window.n)
  const findings: PresenceFinding[] = []
  for (const [i, value] of presenceVector(window.channels, window.n).entries()) {
    if (FEATURES[i].needsGravity && !motion.hasGravity) continue
    const found = finding(FEATURES[i], value, spreads[i])
    if (found.typicality < 0.5) findings.push(found)
  }
  return findings.toSorted((a, b) => a.typicality - b.typicality)
}

function finding(
  { name: metric, part }: { name: string; part: PartName },
  value: number,
  spread: Spread,
): PresenceFinding {
  const [median, below, above] = spread
  const expected = { expectedLow: median - below, expectedHigh: median + above }
  const explanation = explainDeviation(metric, value, expected)
  return { part, metric, value, ...expected, typicality: 1 / (1 + scale(value, spread) ** 2), explanation }
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
