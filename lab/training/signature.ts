import type { SignatureKind, SignatureModel } from '../../packages/engine/src/signature/parameters.ts'
import { scaleFeatures } from '../../packages/engine/src/signature/scale.ts'
import { SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import { fitCalibration } from './signature-calibration.ts'
import { fitMatcher, type MatcherPart } from './signature-fit.ts'
import { landmarkMaterial } from './signature-landmarks.ts'
import { type SignatureWindow, sensorMaterial } from './signature-material.ts'
import type { Example } from './signature-moments.ts'

/** Share of a person's scatter that more windows of the same minute do not average away. */
export const PERSISTENT = 0.3
/** The average person counts for so many windows when an enrollment's own variance is judged. */
export const SCATTER_PRIOR = 30
/** Windows of each setting that the population's quantiles are taken of, so that no set outweighs the others. */
const SCALE_WINDOWS = 150

const SENSORS = { views: [0, 1, 2, 3], coordinates: 96 }
const ACCELEROMETER = { views: [0, 1], coordinates: 48 }
const BODY = { views: [0, 1, 2, 3], coordinates: 48 }
const HAND = { views: [0], coordinates: 24 }

/** Windows that a matcher of these views learns from. */
export type Part = MatcherPart & { windows: readonly SignatureWindow[] }

/** The section `signature` of the model. */
export function trainSignature(motionFolder: string): SignatureModel {
  return {
    persistent: PERSISTENT,
    scatterPrior: SCATTER_PRIOR,
    imu: calibrateKind('imu-1', sensorParts(sensorMaterial(motionFolder))),
    body: calibrateKind('body-1', bodyParts(landmarkMaterial(motionFolder))),
  }
}

/** With and without a gyroscope. */
export function sensorParts(windows: readonly SignatureWindow[]): Part[] {
  return [
    { windows, ...SENSORS },
    { windows, ...ACCELEROMETER },
  ]
}

/** Whole bodies, and hands alone. */
export function bodyParts(windows: readonly SignatureWindow[]): Part[] {
  const bodies = windows.filter(({ missingViews }) => missingViews.length === 0)
  return [
    { windows: bodies, ...BODY },
    { windows, ...HAND },
  ]
}

/** Scales, and a matcher for each part, before calibration. */
export function fitKind(version: string, parts: readonly Part[]): SignatureKind {
  for (const { windows } of parts) {
    requireEnough(`signature ${version}`, 'people', new Set(windows.map(({ person }) => person)).size, 2)
  }
  const scale = populationScale(parts)
  return { version, ...scale, matchers: parts.map((part) => fitMatcher(toExamples(part, scale), part)) }
}

function calibrateKind(version: string, parts: readonly Part[]): SignatureKind {
  const kind = fitKind(version, parts)
  const noise = { persistent: PERSISTENT, scatterPrior: SCATTER_PRIOR }
  const matchers = kind.matchers.map((matcher, i) => ({
    ...matcher,
    centre: roundToDigits(matcher.centre, 4),
    between: roundToDigits(matcher.between, 4),
    shared: roundToDigits(matcher.shared, 4),
    within: roundToDigits(matcher.within, 4),
    calibration: fitCalibration(toExamples(parts[i], kind), parts[i], noise),
  }))
  return { ...kind, matchers }
}

function toExamples({ windows }: Part, scale: Pick<SignatureKind, 'median' | 'spread'>): Example[] {
  return windows.map(({ raw, mirrored, ...origin }) => ({
    ...origin,
    vector: scaleFeatures(raw, scale),
    mirrored: mirrored && scaleFeatures(mirrored, scale),
  }))
}

/** Median and half the distance of the 16 % and 84 % quantiles of each dimension, over the windows that have it. */
function populationScale(parts: readonly Part[]): { median: number[]; spread: number[] } {
  const columns = Array.from({ length: SIGNATURE_LENGTH }, (_, j) => {
    const part = parts.findLast(({ views }) => views.includes(j % 4)) as Part
    return Float64Array.from(drawWindows(part.windows), ({ raw }) => raw[j]).toSorted()
  })
  const at = (column: Float64Array, share: number) => column[Math.floor(share * column.length)]
  return {
    median: roundToDigits(columns.map((column) => at(column, 0.5))),
    spread: roundToDigits(columns.map((column) => Math.max((at(column, 0.84) - at(column, 0.16)) / 2, 1e-6))),
  }
}

function drawWindows(windows: readonly SignatureWindow[]): SignatureWindow[] {
  return [...Map.groupBy(windows, ({ setting }) => setting).values()].flatMap((own) =>
    Array.from({ length: SCALE_WINDOWS }, (_, k) => own[Math.floor((k * own.length) / SCALE_WINDOWS)]),
  )
}
