import model from '../model/model.json' with { type: 'json' }

/**
 * How signatures that share some views are compared. The rows of `projection` (whole numbers, times `unit` of the row)
 * carry scaled features to coordinates in which a person's own scatter has variance 1 and no correlation.
 */
export type Matcher = {
  views: readonly number[]
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Mean of the population in each coordinate. */
  centre: readonly number[]
  /** Variance between people who do the same thing, in units of their own scatter. */
  between: readonly number[]
  /** Variance of what a whole setting has in common: the sensor's place, the activity. It tells nobody apart. */
  shared: readonly number[]
  /** Scatter of each feature within a person, in scaled units; what an enrollment's own variance is held against. */
  within: readonly number[]
  /** Log-likelihood ratio to log odds: slope and offset, learned on people left out. */
  calibration: readonly [slope: number, offset: number]
}

export type SignatureKind = {
  version: string
  /** Population median and half the distance between its 16 % and 84 % quantiles, by dimension. */
  median: readonly number[]
  spread: readonly number[]
  /** The one with the most views first. */
  matchers: readonly Matcher[]
}

export type SignatureModel = {
  /** Share of a person's scatter that more windows of the same minute do not average away. */
  persistent: number
  /** How many windows of an average person the prior on a person's own scatter is worth. */
  scatterPrior: number
  imu: SignatureKind
  body: SignatureKind
}

export const SIGNATURE_MODEL = (model as unknown as { signature: SignatureModel }).signature
