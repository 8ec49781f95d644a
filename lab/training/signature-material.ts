import { signatureFeatures, viewFeatures } from '../../packages/engine/src/kernel/signature-features.ts'
import { signatureViews, VIEW_SERIES } from '../../packages/engine/src/kernel/signature-views.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { readImu } from '../../packages/engine/src/streams/imu.ts'
import { type EvenMotion, evenMotion } from '../../packages/engine/src/timeline.ts'
import type { ImuSample } from '../../packages/engine/src/types.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from './recordings.ts'

/** The unscaled features of one window, and whose it is. */
export type SignatureWindow = {
  set: string
  /** Where the sensor was and what was done; people are compared within it. */
  setting: string
  person: string
  /** The recording or joined takes the window was cut from. */
  unit: string
  raw: Float64Array
  /** The same in a mirror; undefined where that is not known. */
  mirrored?: Float64Array
  /** Views that the capture does not have. */
  missingViews: readonly number[]
}

/** Takes of these sets are too short for a window; the k-th takes of all gestures are joined. */
const GESTURE_SETS = ['air-letters', 'forearm-gestures', 'utd-mhad']
const SETS = ['sp-sw-har', 'pocket-gait', 'sisfall', ...GESTURE_SETS]
const ORDERS = 3
const MIN_MS = 4_000

/** Changes features before anything is learned of them, for experiments. */
export type Adapt = (raw: Float64Array, motion: EvenMotion) => void

const asTheyAre: Adapt = () => {}

/** Windows of all recordings that have motion sensors and names. */
export function sensorMaterial(motionFolder: string, adapt = asTheyAre): SignatureWindow[] {
  return SETS.flatMap((set) => units(motionFolder, set).flatMap((unit) => windowsOfUnit(set, unit, adapt)))
}

type Unit = { name: string; setting: string; person: string; samples: ImuSample[] }

function units(motionFolder: string, set: string): Unit[] {
  const all = recordings(motionFolder, set)
  if (GESTURE_SETS.includes(set)) return [...groups(all)].flatMap(([name, takes]) => joinUnits(set, name, takes))
  return all.map((recording) => ({
    name: recording.id,
    setting: settingOf(set, recording),
    person: `${set}/${recording.subject}`,
    samples: imuSamples(recording, set),
  }))
}

/** Where it was worn and what was done, as far as the set tells. */
function settingOf(set: string, { device, label, pocket }: Recording): string {
  if (set === 'sp-sw-har') return `${set}/${device}`
  if (set === 'pocket-gait') return `${set}/${label}-${pocket}`
  if (set === 'utd-mhad') return `${set}/${Number(label?.slice(1)) <= 21 ? 'wrist' : 'thigh'}`
  return set === 'sisfall' ? `${set}/${label}` : set
}

function groups(all: readonly Recording[]): Map<string, Recording[]> {
  const byTrial = new Map<string, Recording[]>()
  for (const recording of all) {
    const place = settingOf(recording.skel ? 'utd-mhad' : 'gestures', recording)
    const key = `${recording.subject}|${place}|${recording.trial ?? 0}`
    byTrial.set(key, [...(byTrial.get(key) ?? []), recording])
  }
  return byTrial
}

/** The takes in alphabetical and in shuffled orders, so that no window's mixture of gestures passes for the person. */
function joinUnits(set: string, name: string, takes: readonly Recording[]): Unit[] {
  const sorted = takes.toSorted((a, b) => String(a.label).localeCompare(String(b.label)))
  return Array.from({ length: ORDERS }, (_, order) => ({
    name: `${name}#${order}`,
    setting: settingOf(set, takes[0]),
    person: `${set}/${takes[0].subject}`,
    samples: joinTakes((order === 0 ? sorted : shuffle(sorted, order)).map((take) => imuSamples(take, set))),
  }))
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

const HOP_SECONDS: Readonly<Record<string, number>> = { 'sp-sw-har': 2, 'pocket-gait': 2, 'utd-mhad': 8 }

function windowsOfUnit(set: string, { name, setting, person, samples }: Unit, adapt: Adapt): SignatureWindow[] {
  return cutWindows(samples, 8, HOP_SECONDS[set] ?? 3).flatMap((window) => {
    const motion = evenMotion(readImu(window), MIN_MS)
    if (motion.status !== 'ok') return []
    const measured = bothWays(motion)
    for (const raw of Object.values(measured)) adapt(raw, motion)
    return [{ set, setting, person, unit: name, ...measured, missingViews: [] }]
  })
}

/** Unscaled features of a window, or null where it is too short. */
export function rawSignature(window: readonly ImuSample[], adapt = asTheyAre): Float64Array | null {
  const motion = evenMotion(readImu(window), MIN_MS)
  if (motion.status !== 'ok') return null
  const raw = new Float64Array(SIGNATURE_LENGTH)
  signatureFeatures(motion.channels, motion.n, motion.hasGyro ? 1 : 0, raw)
  adapt(raw, motion)
  return raw
}

/** In a mirror the rotation about gravity, the fourth view, has the opposite sense. */
function bothWays({ channels, n, hasGyro }: EvenMotion): { raw: Float64Array; mirrored: Float64Array } {
  const views = new Float64Array(VIEW_SERIES * n)
  signatureViews(channels, n, hasGyro ? 1 : 0, views)
  const raw = new Float64Array(SIGNATURE_LENGTH)
  viewFeatures(views, n, raw)
  const mirrored = new Float64Array(SIGNATURE_LENGTH)
  for (let i = 3 * n; i < 4 * n; i++) views[i] = -views[i]
  viewFeatures(views, n, mirrored)
  return { raw, mirrored }
}
