import type { Matcher, SignatureKind, SignatureModel } from '../src/signature/parameters.ts'
import { scaled } from '../src/signature/scale.ts'
import { SIGNATURE_LENGTH } from '../src/signature/signature.ts'
import { rounded } from './rounded.ts'
import { calibrationOf } from './signature-calibration.ts'
import { type Example, fitMatcher } from './signature-fit.ts'
import { landmarkMaterial } from './signature-landmarks.ts'
import { type SignatureWindow, sensorMaterial } from './signature-material.ts'

/** Share of a person's scatter that more windows of the same minute do not average away. */
const PERSISTENT = 0.3
/** The average person counts for so many windows when an enrolment's own variance is judged. */
const SCATTER_PRIOR = 30
/** Windows of each setting that the population's quantiles are taken of, so that no set outweighs the others. */
const SCALE_WINDOWS = 150

const ALL_VIEWS = [0, 1, 2, 3]
/** Without a gyroscope. */
const ACCELERATION_VIEWS = [0, 1]
/** A hand alone. */
const HAND_VIEWS = [0]

/** The section `signature` of the model. */
export function trainSignature(motionFolder: string): SignatureModel {
  const landmarks = landmarkMaterial(motionFolder)
  const bodies = landmarks.filter(({ missingViews }) => missingViews.length === 0)
  const hands = { windows: landmarks, views: HAND_VIEWS }
  const sensors = sensorMaterial(motionFolder)
  return {
    persistent: PERSISTENT,
    scatterPrior: SCATTER_PRIOR,
    imu: fitKind('imu-1', [
      { windows: sensors, views: ALL_VIEWS },
      { windows: sensors, views: ACCELERATION_VIEWS },
    ]),
    body: fitKind('body-1', [{ windows: bodies, views: ALL_VIEWS }, hands]),
  }
}

/** Windows that have these views. */
export type Part = { windows: readonly SignatureWindow[]; views: readonly number[] }

/** Scales from the last part's windows and a matcher for each part. */
export function fitKind(version: string, parts: readonly Part[]): SignatureKind {
  const scale = populationScale(parts)
  const matchers = parts.map(({ windows, views }) => {
    const examples = windows.map(({ raw, mirrored, ...origin }) => ({
      ...origin,
      vector: scaled(raw, scale),
      mirrored: mirrored && scaled(mirrored, scale),
    }))
    return packed(fitMatcher(examples, views), examples)
  })
  return { version, ...scale, matchers }
}

function packed(matcher: Matcher, examples: readonly Example[]): Matcher {
  return {
    ...matcher,
    centre: rounded(matcher.centre, 4),
    between: rounded(matcher.between, 4),
    shared: rounded(matcher.shared, 4),
    within: rounded(matcher.within, 4),
    calibration: calibrationOf(examples, matcher.views, { persistent: PERSISTENT, scatterPrior: SCATTER_PRIOR }),
  }
}

/** Median and half the distance of the 16 % and 84 % quantiles of each dimension, over the windows that have it. */
function populationScale(parts: readonly Part[]): { median: number[]; spread: number[] } {
  const columns = Array.from({ length: SIGNATURE_LENGTH }, (_, j) => {
    const part = parts.findLast(({ views }) => views.includes(j % 4)) as Part
    return Float64Array.from(drawn(part.windows), ({ raw }) => raw[j]).sort()
  })
  const at = (column: Float64Array, share: number) => column[Math.floor(share * column.length)]
  return {
    median: rounded(columns.map((column) => at(column, 0.5))),
    spread: rounded(columns.map((column) => Math.max((at(column, 0.84) - at(column, 0.16)) / 2, 1e-6))),
  }
}

function drawn(windows: readonly SignatureWindow[]): SignatureWindow[] {
  return [...Map.groupBy(windows, ({ setting }) => setting).values()].flatMap((own) =>
    Array.from({ length: SCALE_WINDOWS }, (_, k) => own[Math.floor((k * own.length) / SCALE_WINDOWS)]),
  )
}
