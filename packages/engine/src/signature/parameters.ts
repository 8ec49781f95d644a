import { signatureMatching as learned } from '../model/index.ts'
import { SIGNATURE_SCALES, type SignatureScale } from './scale.ts'

/**
 * Coordinates in which a person's own scatter has variance 1 and no correlation, and what is known about people in them. The
 * rows of `projection` (whole numbers, times `unit` of the row) carry scaled features there.
 */
export type Coordinates = {
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Mean of the population in each coordinate. */
  centre: readonly number[]
  /** Variance between people who do the same thing, in units of their own scatter. */
  between: readonly number[]
  /** Variance of what a whole setting has in common: the sensor's place, the activity. It tells nobody apart. */
  shared: readonly number[]
  /** Middles of the settings that are known, in tenths from `centre`. */
  settings?: readonly (readonly number[])[]
  /** Variance of what everybody has in common who does the same in one of those settings. */
  activity?: readonly number[]
}

/** Slope and offset that turn log-likelihood ratios into log odds, learned on people left out. */
type Line = readonly [slope: number, offset: number]

/** How signatures that share some views are compared. */
export type Matcher = Coordinates & {
  views: readonly number[]
  /** Scatter of each feature within a person, in scaled units; what an enrollment's own variance is held against. */
  within: readonly number[]
  /** A template farther than this from every known setting is compared half by the model of all settings. */
  near?: number
  calibration: Line
}

/** How the plain statistics beside the vector are compared; its settings are those of the matcher of all views. */
export type StatisticsModel = Coordinates & {
  median: readonly number[]
  spread: readonly number[]
  /** Of the sum of both ratios. */
  calibration: Line
}

export type SignatureKind = SignatureScale & {
  /** The one with the most views first. */
  matchers: readonly Matcher[]
  statistics?: StatisticsModel
}

export type SignatureModel = {
  /** Share of a person's scatter that more windows of the same minute do not average away. */
  persistent: number
  /** How many windows of an average person the prior on a person's own scatter is worth. */
  scatterPrior: number
  imu: SignatureKind
  body: SignatureKind
}

/** Scales with what compares. They are two files, because a page that scans measures signatures and compares none. */
export const SIGNATURE_MODEL: SignatureModel = joinModel(learned as unknown as SignatureModel)

function joinModel({ imu, body, ...noise }: SignatureModel): SignatureModel {
  return { ...noise, imu: joinKind(SIGNATURE_SCALES.imu, imu), body: joinKind(SIGNATURE_SCALES.body, body) }
}

function joinKind({ statistics: scale, ...own }: SignatureScale, kind: SignatureKind): SignatureKind {
  const { statistics } = kind
  return { ...own, ...kind, ...(statistics && { statistics: { ...statistics, ...scale } }) }
}
