import type { ImuSample, LandmarkFrame } from '../../packages/engine/src/capture.ts'
import { imuSamples, joinTakes, type Recording, recordings, SENSOR_SETS, cutWindows } from './recordings.ts'

/** Eight seconds of one person that share no sample with any other capture of the list. */
export type PersonCapture = { source: string; person: string; imu: ImuSample[] }

/** Takes of a few seconds, shown one after the other. */
const JOINED = new Set(['air-letters', 'directional-strokes', 'forearm-gestures', 'utd-mhad'])

/** Every motion-sensor recording, cut into captures that do not overlap. */
export function personCaptures(motionFolder: string): PersonCapture[] {
  return SENSOR_SETS.flatMap((set) => {
    const units = new Map<string, Recording[]>()
    for (const recording of recordings(motionFolder, set)) {
      const key = unitOf(recording, set)
      units.set(key, [...(units.get(key) ?? []), recording])
    }
    return [...units.values()].flatMap((unit) => toCaptures(unit, set))
  })
}

function unitOf({ id, subject, trial }: Recording, set: string): string {
  if (set === 'air-letters') return `${subject}/${trial}`
  return JOINED.has(set) ? subject : id
}

function toCaptures(unit: readonly Recording[], set: string): PersonCapture[] {
  const samples = joinTakes(unit.map((recording) => imuSamples(recording, set)))
  const windows = set === 'android-digits' ? [samples] : cutWindows(samples, 8, 8)
  const source = sourceOf(unit[0], set)
  return windows.map((imu) => ({ source, person: `${set}/${unit[0].subject}`, imu }))
}

function sourceOf({ device, label = '' }: Recording, set: string): string {
  if (set === 'sp-sw-har') return `${set} ${device}`
  if (set === 'sisfall') return label < 'D03' ? `${set} walking` : `${set} stairs`
  return set
}

export type LandmarkCapture = { source: string; person: string; frames: LandmarkFrame[] }

/** Eight seconds of whole bodies as the research upload holds them. */
export function landmarkCaptures(motionFolder: string): LandmarkCapture[] {
  const source = 'body-landmarks'
  return recordings(motionFolder, source).map(({ subject, skel, rate_cam: rate = 30 }) => ({
    source,
    person: `${source}/${subject}`,
    frames: toFrames(skel?.channels ?? [], rate),
  }))
}

function toFrames(channels: readonly number[][], rate: number): LandmarkFrame[] {
  return (channels[0] ?? []).map((_, i) => ({
    t: (i * 1000) / rate,
    joints: Array.from({ length: channels.length / 3 }, (_unused, j) => ({
      x: channels[3 * j][i],
      y: channels[3 * j + 1][i],
      z: channels[3 * j + 2][i],
    })),
  }))
}
