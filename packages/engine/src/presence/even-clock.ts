import type { ImuSample } from '../types.ts'

// Browsers round their clocks to a millisecond or so; what lies within that is nobody's play.
const ROUNDING_MS = 0.6

/**
 * The samples in their order on an even clock of the same beginning, end and number, or null where they are on it
 * already. Whoever moves single times about gains nothing if both clocks must convince.
 */
export function onEvenClock(samples: readonly ImuSample[]): ImuSample[] | null {
  const last = samples.length - 1
  const start = samples[0]?.t
  const step = (samples[last]?.t - start) / last
  if (!(step > 0)) return null
  const isEven = samples.every((sample, i) => Math.abs(sample?.t - start - i * step) <= ROUNDING_MS)
  return isEven ? null : samples.map((sample, i) => ({ ...sample, t: start + i * step }))
}
