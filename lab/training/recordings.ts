import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ImuSample } from '../../packages/engine/src/capture.ts'

/** A stream of a recording: channels in their unit; times in ms where the recording has its own. */
type Stream = { unit: string; t: number[] | null; channels: number[][] }

/** One recording of ../shared/motion; which streams are there depends on the set (see its README). */
export type Recording = {
  id: string
  subject: string
  label?: string
  trial?: number
  session?: number
  device?: string
  pocket?: string
  style?: string
  date?: string
  class?: string
  family?: string
  source?: string
  rate_imu?: number
  rate_cam?: number
  acc: Stream
  gyro?: Stream
  att?: Stream
  skel?: Stream
  hand?: Stream
  left?: Stream
  right?: Stream
  pose?: Stream
  xy?: Stream
}

/** The default folder of recordings: next to the repository. */
export const MOTION_FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'motion')

/** The sets of whole recordings with motion sensors. */
export const SENSOR_SETS = [
  'sp-sw-har',
  'sisfall',
  'pocket-gait',
  'air-letters',
  'android-digits',
  'directional-strokes',
  'forearm-gestures',
  'utd-mhad',
] as const

const STREAMS = ['acc', 'gyro', 'att', 'skel', 'hand', 'left', 'right', 'pose', 'xy']
const DEGREES = 180 / Math.PI
const STANDARD_GRAVITY = 9.80665

/** All recordings of one set, e.g. recordings('../shared/motion', 'sisfall'). */
export function recordings(motionFolder: string, set: string): Recording[] {
  const file = set === 'liveness-dev' ? 'windows.jsonl.gz' : 'dev.jsonl.gz'
  const lines = gunzipSync(readFileSync(join(motionFolder, set, file)))
    .toString('utf8')
    .split('\n')
  return lines.filter((line) => line !== '').map((line) => decodeRecording(JSON.parse(line) as Record<string, unknown>))
}

function decodeRecording(record: Record<string, unknown>): Recording {
  for (const name of STREAMS) {
    const stream = record[name] as { unit: string; scale: number; ch: number[][]; t?: number[] } | undefined
    if (!stream) continue
    const channels = stream.ch.map((deltas) => runningSum(deltas).map((value) => value * stream.scale))
    record[name] = { unit: stream.unit, t: stream.t ? runningSum(stream.t) : null, channels }
  }
  return record as Recording
}

function runningSum(deltas: readonly number[]): number[] {
  let total = 0
  return deltas.map((delta) => (total += delta))
}

/** A recording as the engine's samples, on its own times; the gyroscope sample nearest in time where it has its own clock. */
export function imuSamples(recording: Recording, set: string): ImuSample[] {
  const scale = set === 'air-letters' ? STANDARD_GRAVITY : 1
  const { acc, gyro } = recording
  const [x, y, z] = acc.channels
  const timeOf = (stream: Stream, i: number) => (stream.t ? stream.t[i] : (i * 1000) / (recording.rate_imu ?? 50))
  let k = 0
  return x.map((_, i) => {
    const t = timeOf(acc, i)
    const sample = { t, ax: x[i] * scale, ay: y[i] * scale, az: z[i] * scale }
    if (!gyro) return sample
    const [gx, gy, gz] = gyro.channels
    const own = gyro.t !== null || gx.length !== x.length
    if (own) k = nearestFrom(k, gx.length, (at) => Math.abs(timeOf(gyro, at) - t))
    const j = own ? k : i
    return { ...sample, rx: gx[j] * DEGREES, ry: gy[j] * DEGREES, rz: gz[j] * DEGREES }
  })
}

/** From `start` on as long as the distance does not grow. */
function nearestFrom(start: number, length: number, distance: (at: number) => number): number {
  let at = start
  while (at + 1 < length && distance(at + 1) <= distance(at)) at++
  return at
}

/** Windows of `seconds`, each starting `hopSeconds` after the one before, with times from 0. */
export function cutWindows(samples: readonly ImuSample[], seconds = 8, hopSeconds = 4): ImuSample[][] {
  const windows: ImuSample[][] = []
  const end = samples.at(-1)?.t ?? 0
  for (let start = samples[0]?.t ?? 0; start + seconds * 1000 <= end + 30; start += hopSeconds * 1000) {
    const window = samples.filter(({ t }) => t >= start && t < start + seconds * 1000)
    if (window.length > 100) windows.push(window.map((sample) => ({ ...sample, t: sample.t - start })))
  }
  return windows
}

/** Recordings one after the other with 10 ms between them. */
export function joinTakes(takes: readonly (readonly ImuSample[])[]): ImuSample[] {
  const out: ImuSample[] = []
  let start = 0
  for (const take of takes) {
    for (const sample of take) out.push({ ...sample, t: start + sample.t - take[0].t })
    start = (out.at(-1)?.t ?? -10) + 10
  }
  return out
}
