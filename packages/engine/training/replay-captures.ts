import type { ImuSample } from '../src/types.ts'
import { imuSamples, joined, type Recording, recordings, windowsOf } from './recordings.ts'

/** Eight seconds of one person that share no sample with any other capture of the list. */
export type PersonCapture = { source: string; person: string; imu: ImuSample[] }

const SETS = [
  'sp-sw-har',
  'sisfall',
  'pocket-gait',
  'air-letters',
  'android-digits',
  'directional-strokes',
  'forearm-gestures',
  'utd-mhad',
]
/** Takes of a few seconds, shown one after the other. */
const JOINED = new Set(['air-letters', 'directional-strokes', 'forearm-gestures', 'utd-mhad'])

/** Every motion-sensor recording, cut into captures that do not overlap. */
export function personCaptures(motionFolder: string): PersonCapture[] {
  return SETS.flatMap((set) => {
    const units = new Map<string, Recording[]>()
    for (const recording of recordings(motionFolder, set)) {
      const key = unitOf(recording, set)
      units.set(key, [...(units.get(key) ?? []), recording])
    }
    return [...units.values()].flatMap((unit) => capturesOf(unit, set))
  })
}

function unitOf({ id, subject, trial }: Recording, set: string): string {
  if (set === 'air-letters') return `${subject}/${trial}`
  return JOINED.has(set) ? subject : id
}

function capturesOf(unit: readonly Recording[], set: string): PersonCapture[] {
  const samples = joined(unit.map((recording) => imuSamples(recording, set)))
  const windows = set === 'android-digits' ? [samples] : windowsOf(samples, 8, 8)
  const source = sourceOf(unit[0], set)
  return windows.map((imu) => ({ source, person: `${set}/${unit[0].subject}`, imu }))
}

function sourceOf({ device, label = '' }: Recording, set: string): string {
  if (set === 'sp-sw-har') return `${set} ${device}`
  if (set === 'sisfall') return label < 'D03' ? `${set} walking` : `${set} stairs`
  return set
}
