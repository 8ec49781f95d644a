import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { normal, type Random } from '../../packages/engine/src/random.ts'

/**
 * How motion reaches the engine: what a sensor felt, as browsers, poor connections and phones hand it over. Training, evaluation
 * and tests deliver by the same functions.
 */
export const DELIVERIES = {
  recorded: (samples) => [...samples],
  Android: deliverAndroid,
  iOS: deliverIos,
  '5 % of events lost': (samples, random) => samples.filter(() => random() >= 0.05),
  '150 ms lost every 2 s': dropStretches,
  'times ±4 ms': shakeTimes,
  'gravity removed': (samples) => withoutGravity(samples),
  '30 Hz': (samples) => onClock(samples, 30),
  '20 Hz': (samples) => onClock(samples, 20),
} as const satisfies Readonly<Record<string, Deliver>>

export type DeliveryName = keyof typeof DELIVERIES

type Deliver = (samples: readonly ImuSample[], random: Random) => ImuSample[]

const BROWSER_HZ = 60
const EVENT_JITTER_MS = 1.5
const TIME_SHAKE_MS = 4
const LOST_MS = 150
const LOST_EVERY_MS = 2000

/** Chromium on Android: the newest reading at each event, events that come unevenly, everything in steps of a tenth. */
function deliverAndroid(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const events: ImuSample[] = []
  const end = samples.at(-1)?.t ?? 0
  let newest = 0
  for (let t = samples[0]?.t ?? 0; t <= end; t += 1000 / BROWSER_HZ + EVENT_JITTER_MS * normal(random)) {
    while (newest + 1 < samples.length && samples[newest + 1].t <= t) newest++
    events.push({ ...samples[newest], t: Math.round(10 * t) / 10 })
  }
  return onLattice(events, 0.1, 0.1)
}

/** Safari: 60 Hz, times in whole milliseconds, and acceleration the other way around. */
function deliverIos(samples: readonly ImuSample[]): ImuSample[] {
  return onClock(samples, BROWSER_HZ).map(({ t, ax, ay, az, ...rotation }) => ({
    t: Math.round(t),
    ax: -ax,
    ay: -ay,
    az: -az,
    ...rotation,
  }))
}

function dropStretches(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const start = samples[0]?.t ?? 0
  const lost = new Map<number, number>()
  return samples.filter(({ t }) => {
    const turn = Math.floor((t - start) / LOST_EVERY_MS)
    const from = lost.get(turn) ?? random() * (LOST_EVERY_MS - LOST_MS)
    lost.set(turn, from)
    const at = t - start - turn * LOST_EVERY_MS
    return at < from || at >= from + LOST_MS
  })
}

/** Wrong times in the right order. */
function shakeTimes(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const times = samples.map(({ t }) => t + TIME_SHAKE_MS * (2 * random() - 1)).toSorted((a, b) => a - b)
  return samples.map((sample, i) => ({ ...sample, t: times[i] }))
}

/** The samples on an even clock of `hz`, with times from 0, by straight lines between them. */
export function onClock(samples: readonly ImuSample[], hz: number, seconds?: number): ImuSample[] {
  const start = samples[0]?.t ?? 0
  const span = ((samples.at(-1)?.t ?? 0) - start) / 1000
  const count = seconds === undefined ? Math.floor(span * hz) + 1 : seconds * hz
  const out: ImuSample[] = []
  let i = 0
  for (let k = 0; k < count; k++) {
    const t = start + (k * 1000) / hz
    while (i + 2 < samples.length && samples[i + 1].t <= t) i++
    const [a, b] = [samples[i], samples[i + 1]]
    const share = b.t > a.t ? Math.min(1, Math.max(0, (t - a.t) / (b.t - a.t))) : 0
    const between = (from = 0, to = 0): number => from + share * (to - from)
    out.push({
      t: t - start,
      ax: between(a.ax, b.ax),
      ay: between(a.ay, b.ay),
      az: between(a.az, b.az),
      rx: between(a.rx, b.rx),
      ry: between(a.ry, b.ry),
      rz: between(a.rz, b.rz),
    })
  }
  return out
}

/** Values in steps of m/s² and °/s, as a sensor or a browser rounds them. */
export function onLattice(samples: readonly ImuSample[], acceleration: number, degrees: number): ImuSample[] {
  const a = (value: number): number => Math.round(value / acceleration) * acceleration
  const r = (value = 0): number => Math.round(value / degrees) * degrees
  return samples.map(({ t, ax, ay, az, rx, ry, rz }) => ({
    t,
    ax: a(ax),
    ay: a(ay),
    az: a(az),
    rx: r(rx),
    ry: r(ry),
    rz: r(rz),
  }))
}

/** Acceleration as phones give it that take gravity out: a gravity that turns with -ω×g and is pulled to the acceleration. */
function withoutGravity(samples: readonly ImuSample[]): ImuSample[] {
  const [first] = samples
  let g = [first.ax, first.ay, first.az]
  return samples.map((sample, i) => {
    const step = Math.min(0.1, Math.max(0, (sample.t - samples[Math.max(0, i - 1)].t) / 1000))
    const [wx, wy, wz] = [sample.rx ?? 0, sample.ry ?? 0, sample.rz ?? 0].map((rate) => (rate * Math.PI * step) / 180)
    const [gx, gy, gz] = g
    const left = { ax: sample.ax - gx, ay: sample.ay - gy, az: sample.az - gz }
    const turned = [gx - (wy * gz - wz * gy), gy - (wz * gx - wx * gz), gz - (wx * gy - wy * gx)]
    g = [turned[0] + step * left.ax, turned[1] + step * left.ay, turned[2] + step * left.az]
    return { ...sample, ...left }
  })
}
