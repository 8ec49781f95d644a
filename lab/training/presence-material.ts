import type { ImuSample } from '../../packages/engine/src/types.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from './recordings.ts'

/** Eight seconds of one person, on the times of the recording. */
export type HumanWindow = { source: string; person: string; samples: ImuSample[] }

const TAKES_OF_DIGITS = 4
const TAKES_OF_ACTIONS = 6

/** The sets that the presence score is learned from. */
const PRESENCE_SETS = [
  'sp-sw-har',
  'pocket-gait',
  'sisfall',
  'air-letters',
  'forearm-gestures',
  'android-digits',
  'utd-mhad',
]
/** Sets with the sensor in several places. */
const SEVERAL_PLACES = ['sp-sw-har', 'ha24-phone-hand', 'smartfallmm']

/** At most `perSource` windows of every recorded set with both sensors, shared out evenly among its people. */
export function humanWindows(
  motionFolder: string,
  perSource: number,
  sets: readonly string[] = PRESENCE_SETS,
): HumanWindow[] {
  const all = new Map<string, HumanWindow[]>()
  for (const set of sets) {
    for (const { source, person, samples } of takes(recordings(motionFolder, set), set)) {
      const list = all.get(source) ?? []
      for (const window of cutWindows(samples)) list.push({ source, person: `${set}/${person}`, samples: window })
      all.set(source, list)
    }
  }
  return [...all.values()].flatMap((list) => shareOut(list, perSource))
}

/** Recordings as they are, or short takes of one person joined into stretches of more than eight seconds. */
function takes(list: Recording[], set: string): HumanWindow[] {
  const groups = new Map<string, Recording[]>()
  for (const [i, recording] of list.entries()) {
    const key = groupOf(recording, set, i)
    groups.set(key, [...(groups.get(key) ?? []), recording])
  }
  return [...groups.values()].map((group) => ({
    source: group[0].device && SEVERAL_PLACES.includes(set) ? `${set} ${group[0].device}` : set,
    person: group[0].subject,
    samples: joinTakes(group.map((recording) => imuSamples(recording, set))),
  }))
}

function groupOf({ subject, trial, id, label, style, date }: Recording, set: string, i: number): string {
  if (set === 'air-letters' || set === 'forearm-gestures') return `${subject} ${trial}`
  if (set === 'android-digits') return String(Math.floor(i / TAKES_OF_DIGITS))
  if (set === 'pocket-gait-styles') return `${subject} ${style} ${date}`
  // Thigh and wrist takes are of two places of the sensor and must not meet in one window.
  if (set === 'utd-mhad')
    return `${subject} ${trial} ${Math.floor((Number(label?.slice(1)) - 1) / TAKES_OF_ACTIONS)} ${Number(label?.slice(1)) > 21}`
  return id
}

/** People in turn, each giving windows spread evenly over his or her own. */
function shareOut(list: readonly HumanWindow[], limit: number): HumanWindow[] {
  const byPerson = new Map<string, HumanWindow[]>()
  for (const window of list) byPerson.set(window.person, [...(byPerson.get(window.person) ?? []), window])
  const each = Math.ceil(limit / byPerson.size)
  return [...byPerson.values()].flatMap((own) => {
    const count = Math.min(each, own.length)
    return Array.from({ length: count }, (_, k) => own[Math.floor((k * own.length) / count)])
  })
}

/** The window on an even clock of `hz`, by straight lines between its samples. */
export function onClock(samples: readonly ImuSample[], hz: number, seconds = 8): ImuSample[] {
  const out: ImuSample[] = []
  let i = 0
  for (let k = 0; k < seconds * hz; k++) {
    const t = samples[0].t + (k * 1000) / hz
    while (i + 2 < samples.length && samples[i + 1].t <= t) i++
    const [a, b] = [samples[i], samples[i + 1]]
    const share = b.t > a.t ? Math.min(1, Math.max(0, (t - a.t) / (b.t - a.t))) : 0
    const between = (from = 0, to = 0): number => from + share * (to - from)
    out.push({
      t: t - samples[0].t,
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

/** Values on the lattice of a sensor or of a browser. */
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
export function withoutGravity(samples: readonly ImuSample[]): ImuSample[] {
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
