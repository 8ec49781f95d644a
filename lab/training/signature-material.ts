import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { signatureFeatures } from '../../packages/engine/src/kernel/signature-features.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { type MeasuredFeatures, SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { measureStatistics } from '../../packages/engine/src/signature/statistics.ts'
import { toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from './recordings.ts'

/** The unscaled features of one window, and whose it is. */
export type SignatureWindow = MeasuredFeatures & {
  set: string
  /** Where the sensor was; a place has a middle of its own. */
  place: string
  /** The place and what was done there; people are compared within it. */
  setting: string
  person: string
  /** The recording or joined takes the window was cut from. */
  unit: string
  /** Views that the capture does not have. */
  missingViews: readonly number[]
}

/** Takes of these sets are too short for a window; the k-th takes of all gestures are joined. */
const GESTURE_SETS = ['air-letters', 'forearm-gestures', 'utd-mhad']
/** Five steps each; the takes of one style are joined. */
const STYLE_SET = 'pocket-gait-styles'
const SETS = [
  'sp-sw-har',
  'pocket-gait',
  'sisfall',
  'mobiact',
  'wisdm51',
  'pads-watch',
  'weda-watch',
  'spar-watch',
  'lumbar-walk',
  'lumbar-turn',
  'umafall',
  'smartfallmm',
  'ha24-phone-hand',
  ...GESTURE_SETS,
  STYLE_SET,
]
/** In the order of the alphabet and shuffled, so that no window's mixture of gestures passes for the person. */
const ORDERS = 3
const MIN_MS = 4_000

/** Windows of all recordings that have motion sensors and names. */
export function sensorMaterial(motionFolder: string): SignatureWindow[] {
  return SETS.flatMap((set) => units(motionFolder, set).flatMap((unit) => windowsOfUnit(set, unit)))
}

type Unit = Pick<SignatureWindow, 'place' | 'setting' | 'person' | 'unit'> & { samples: ImuSample[] }

function units(motionFolder: string, set: string): Unit[] {
  const all = recordings(motionFolder, set)
  if (!GESTURE_SETS.includes(set) && set !== STYLE_SET) return all.map((own) => toUnit(set, own, own.id, [own]))
  const orders = set === STYLE_SET ? 1 : ORDERS
  return [...groupTakes(set, all)].flatMap(([name, takes]) =>
    Array.from({ length: orders }, (_, order) => toUnit(set, takes[0], `${name}#${order}`, arrange(takes, order))),
  )
}

function toUnit(set: string, recording: Recording, unit: string, takes: readonly Recording[]): Unit {
  const place = placeOf(set, recording)
  const samples = takes.map((take) => imuSamples(take, set))
  return {
    place,
    setting: `${place}/${activityOf(set, recording)}`,
    person: personOf(set, recording),
    unit,
    samples: samples.length === 1 ? samples[0] : joinTakes(samples),
  }
}

function placeOf(set: string, { device, label }: Recording): string {
  if (set === 'utd-mhad') return `${set}/${Number(label?.slice(1)) <= 21 ? 'wrist' : 'thigh'}`
  return device === undefined ? set : `${set}/${device}`
}

function activityOf(set: string, { label, pocket, style }: Recording): string {
  if (set === STYLE_SET) return String(style)
  return GESTURE_SETS.includes(set) ? 'gestures' : `${label ?? ''} ${pocket ?? ''}`
}

/** Some people of one set are in another, under the same names. */
function personOf(set: string, { subject }: Recording): string {
  return set === STYLE_SET && subject.startsWith('g') ? `pocket-gait/${subject}` : `${set}/${subject}`
}

function groupTakes(set: string, all: readonly Recording[]): Map<string, Recording[]> {
  return Map.groupBy(all, (own) => {
    const kind = set === STYLE_SET ? `${own.style} ${own.date}` : (own.trial ?? 0)
    return `${own.subject}|${placeOf(set, own)}|${kind}`
  })
}

/** The takes in alphabetical order, or shuffled. */
function arrange(takes: readonly Recording[], order: number): Recording[] {
  const sorted = takes.toSorted((a, b) => String(a.label).localeCompare(String(b.label)))
  return order === 0 ? sorted : shuffle(sorted, order)
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

const HOP_SECONDS: Readonly<Record<string, number>> = { 'sp-sw-har': 1.5 }

function windowsOfUnit(set: string, { samples, ...origin }: Unit): SignatureWindow[] {
  return cutWindows(samples, 8, HOP_SECONDS[set] ?? 4).flatMap((window) => {
    const measured = measureWindow(window)
    return measured?.statistics ? [{ set, ...origin, ...measured, missingViews: [] }] : []
  })
}

/** Unscaled features of a window, or null where it is too short. */
export function measureWindow(window: readonly ImuSample[]): MeasuredFeatures | null {
  const motion = toEvenMotion(readImu(window), MIN_MS)
  if (motion.status !== 'ok') return null
  const { channels, n, hasGyro } = motion
  const raw = new Float64Array(SIGNATURE_LENGTH)
  signatureFeatures(channels, n, hasGyro ? 1 : 0, raw)
  return { raw, statistics: hasGyro ? measureStatistics(channels, n) : null }
}
