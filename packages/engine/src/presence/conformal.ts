/** Sorted values of people that the detectors were not fitted to, at the given shares of people. */
export type Ranking = { shares: readonly number[]; values: readonly number[] }

/** The score is 0.5 where this share of people falls below. */
const HALF_SHARE = 0.05
/** From this share of people on there is nothing left to object to. */
const FULL_SHARE = 0.3

/**
 * Share of people who look at most this human (the conformal p-value of Vovk et al. 2005), straight lines between the
 * stored quantiles. Below the lowest one it falls off exponentially, so that worse stays worse.
 */
export function shareOfPeople({ shares, values }: Ranking, value: number): number {
  const last = values.length - 1
  if (!(value > values[0])) {
    // What is no number is as strange as can be.
    const steps = value <= values[0] ? Math.max(-60, (value - values[0]) / (values[1] - values[0])) : -60
    return shares[0] * (shares[1] / shares[0]) ** steps
  }
  if (value >= values[last]) return shares[last]
  let i = 0
  while (values[i + 1] < value) i++
  return shares[i] + ((shares[i + 1] - shares[i]) * (value - values[i])) / (values[i + 1] - values[i])
}

/** 0.5 where 5 % of people fall below, 1 from 30 % on. */
export function scoreOfShare(share: number): number {
  if (share <= HALF_SHARE) return (0.5 * share) / HALF_SHARE
  return Math.min(1, 0.5 + (0.5 * (share - HALF_SHARE)) / (FULL_SHARE - HALF_SHARE))
}
