import type { SignatureKind, SignatureModel } from '../src/signature/parameters.ts'
import { scaled } from '../src/signature/scale.ts'
import { SIGNATURE_LENGTH } from '../src/signature/signature.ts'
import { rounded } from './rounded.ts'
import { fitMatcher } from './signature-fit.ts'
import { type SignatureWindow, sensorMaterial } from './signature-material.ts'

const CLIP = 2
const PERSISTENT = 0.3
const SCATTER_PRIOR = 10
/** Windows of each setting that the population's quantiles are taken of, so that no set outweighs the others. */
const SCALE_WINDOWS = 150

/** The section `signature` of the model. */
export function trainSignature(motionFolder: string): SignatureModel {
  const sensor = fitKind('imu-1', sensorMaterial(motionFolder), [
    [0, 1, 2, 3],
    [0, 1],
  ])
  return { clip: CLIP, persistent: PERSISTENT, scatterPrior: SCATTER_PRIOR, imu: sensor, body: { ...sensor, version: 'body-1' } }
}

/** Scales and matchers for signatures of one kind of capture. */
export function fitKind(
  version: string,
  windows: readonly SignatureWindow[],
  viewSets: readonly (readonly number[])[],
): SignatureKind {
  const scale = populationScale(windows)
  const examples = windows.map(({ raw, ...origin }) => ({ ...origin, vector: scaled(raw, scale, CLIP) }))
  const matchers = viewSets.map((views) => {
    const matcher = fitMatcher(examples, views)
    return {
      ...matcher,
      centre: rounded(matcher.centre, 5),
      between: rounded(matcher.between, 5),
      shared: rounded(matcher.shared, 5),
      within: rounded(matcher.within, 5),
    }
  })
  return { version, ...scale, matchers }
}

function populationScale(windows: readonly SignatureWindow[]): { median: number[]; spread: number[] } {
  const drawn = [...new Set(windows.map(({ setting }) => setting))].flatMap((setting) => {
    const own = windows.filter((window) => window.setting === setting)
    return Array.from({ length: SCALE_WINDOWS }, (_, k) => own[Math.floor((k * own.length) / SCALE_WINDOWS)])
  })
  const columns = Array.from({ length: SIGNATURE_LENGTH }, (_, j) =>
    Float64Array.from(drawn, ({ raw }) => raw[j]).sort(),
  )
  const at = (column: Float64Array, share: number) => column[Math.floor(share * column.length)]
  return {
    median: rounded(columns.map((column) => at(column, 0.5))),
    spread: rounded(columns.map((column) => Math.max((at(column, 0.84) - at(column, 0.16)) / 2, 1e-6))),
  }
}
