import model from '../model/model.json' with { type: 'json' }

/** A logistic model over standardised features; `line` is what is taken off so that 0 means even odds. */
export type CouplingParameters = {
  centre: number[]
  spread: number[]
  weights: number[]
  bias: number
  /** Scores (log odds) of streams that did not belong together, in rising order. */
  apart: number[]
}

export const COUPLING = (model as unknown as { coupling: CouplingParameters }).coupling
