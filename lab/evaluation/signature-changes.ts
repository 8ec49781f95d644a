import type { ImuSample } from '../../packages/engine/src/capture.ts'

// What browsers and devices do to samples before the engine sees them.

/** DeviceMotionEvent rounds to 0.1 m/s² and 0.1 °/s. */
export function roundAsInBrowsers(samples: readonly ImuSample[]): ImuSample[] {
  return samples.map((sample) => mapSamples(sample, (value) => Math.round(value * 10) / 10))
}

/** The same motion at another rate, by straight lines between samples. */
export function atRate(samples: readonly ImuSample[], hz: number): ImuSample[] {
  const span = samples[samples.length - 1].t - samples[0].t
  let i = 0
  return Array.from({ length: Math.floor((span * hz) / 1000) + 1 }, (_, k) => {
    const t = samples[0].t + (k * 1000) / hz
    while (i + 2 < samples.length && samples[i + 1].t <= t) i++
    const [a, b] = [samples[i], samples[i + 1]]
    const share = b.t > a.t ? Math.min(1, (t - a.t) / (b.t - a.t)) : 0
    return { ...between(a, b, share), t }
  })
}

/** Only the accelerometer. */
export function withoutGyroscope(samples: readonly ImuSample[]): ImuSample[] {
  return samples.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
}

function between(a: ImuSample, b: ImuSample, share: number): ImuSample {
  const mix = (from: number, to: number) => from + share * (to - from)
  const still = { t: a.t, ax: mix(a.ax, b.ax), ay: mix(a.ay, b.ay), az: mix(a.az, b.az) }
  if (a.rx === undefined || a.ry === undefined || a.rz === undefined) return still
  return { ...still, rx: mix(a.rx, b.rx ?? a.rx), ry: mix(a.ry, b.ry ?? a.ry), rz: mix(a.rz, b.rz ?? a.rz) }
}

function mapSamples({ t, ax, ay, az, rx, ry, rz }: ImuSample, round: (value: number) => number): ImuSample {
  const still = { t, ax: round(ax), ay: round(ay), az: round(az) }
  if (rx === undefined || ry === undefined || rz === undefined) return still
  return { ...still, rx: round(rx), ry: round(ry), rz: round(rz) }
}
