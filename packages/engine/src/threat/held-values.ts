import type { ImuSample } from '../types.ts'

/** Share of samples that equal the one before in every channel: high for a frozen or simulated sensor. */
export function computeHeldShare(samples: readonly ImuSample[]): number {
  if (samples.length < 2) return 0
  let held = 0
  for (let i = 1; i < samples.length; i++) if (equal(samples[i], samples[i - 1])) held++
  return held / (samples.length - 1)
}

function equal(one: ImuSample, other: ImuSample): boolean {
  return (
    one.ax === other.ax &&
    one.ay === other.ay &&
    one.az === other.az &&
    one.rx === other.rx &&
    one.ry === other.ry &&
    one.rz === other.rz
  )
}
