import type { ImuSample } from '../src/types.ts'

// What browsers and devices do to samples before the engine sees them.

/** DeviceMotionEvent rounds to 0.1 m/s² and 0.1 °/s. */
export function roundedAsInBrowsers(samples: readonly ImuSample[]): ImuSample[] {
  return samples.map((sample) => mapped(sample, (value) => Math.round(value * 10) / 10))
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
  const mix = (key: 'ax' | 'ay' | 'az' | 'rx' | 'ry' | 'rz') => {
    const [from, to] = [a[key], b[key]]
    return from === undefined || to === undefined ? undefined : from + share * (to - from)
  }
  const still = { t: a.t, ax: mix('ax') as number, ay: mix('ay') as number, az: mix('az') as number }
  return a.rx === undefined ? still : { ...still, rx: mix('rx'), ry: mix('ry'), rz: mix('rz') }
}

function mapped(sample: ImuSample, round: (value: number) => number): ImuSample {
  const { t, ax, ay, az, rx, ry, rz } = sample
  const still = { t, ax: round(ax), ay: round(ay), az: round(az) }
  return rx === undefined || ry === undefined || rz === undefined
    ? still
    : { ...still, rx: round(rx), ry: round(ry), rz: round(rz) }
}
