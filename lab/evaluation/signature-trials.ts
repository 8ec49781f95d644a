import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { MeasuredFeatures } from '../../packages/engine/src/signature/signature.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from '../training/recordings.ts'
import { measureWindow } from '../training/signature-material.ts'

/** A person's part in a trial list, as unscaled features. */
export type Sides = {
  /** The windows of the template: at most five, from the first to the last. */
  enrol: MeasuredFeatures[]
  /** Windows that are compared one against one. */
  singles: MeasuredFeatures[]
  probes: MeasuredFeatures[]
}

export type TrialList = { name: string; set: string; people: Map<string, Sides> }

/** Changes a window's samples before measuring. */
export type Change = (samples: readonly ImuSample[]) => readonly ImuSample[]

/** A list of the protocol, the set it is of, another set that holds some of its recordings, and the seconds from window to window. */
type List = { name: string; set: string; hopSeconds?: number; alsoIn?: string }

/** The lists that every change of the samples is measured on. */
const FIRST_LISTS: readonly List[] = [
  { name: 'spsw-phone', set: 'sp-sw-har', hopSeconds: 1.5 },
  { name: 'spsw-watch', set: 'sp-sw-har', hopSeconds: 1.5 },
  { name: 'gait-same', set: 'pocket-gait' },
  { name: 'gait-crossspeed', set: 'pocket-gait' },
  { name: 'gait-crosspocket', set: 'pocket-gait' },
  { name: 'sisfall-stairs', set: 'sisfall' },
  { name: 'sisfall-crossactivity', set: 'sisfall' },
  { name: 'air-letters', set: 'air-letters' },
  { name: 'forearm', set: 'forearm-gestures' },
]
const LATER_LISTS: readonly List[] = [
  { name: 'mobiact-walk', set: 'mobiact' },
  { name: 'mobiact-stairs', set: 'mobiact' },
  { name: 'wisdm-phone', set: 'wisdm51' },
  { name: 'wisdm-watch', set: 'wisdm51' },
  { name: 'pads-sametask', set: 'pads-watch' },
  { name: 'pads-sametask-healthy', set: 'pads-watch' },
  { name: 'weda-walk', set: 'weda-watch' },
  { name: 'lumbar-walk', set: 'lumbar-walk' },
  { name: 'styles-crossday', set: 'pocket-gait-styles', alsoIn: 'pocket-gait' },
]
const JOINED_SETS = ['air-letters', 'forearm-gestures', 'pocket-gait-styles']
const HOP_SECONDS = 4
const TEMPLATE_WINDOWS = 5
const SINGLES = 12

/** The trial lists of the folder's protocol, every window measured. */
export function trialLists(motionFolder: string): TrialList[] {
  const read = createReader(motionFolder)
  return [...FIRST_LISTS, ...LATER_LISTS].map((list) => readList(motionFolder, list, read))
}

/** The first lists with every window changed before it is measured. */
export function changedLists(motionFolder: string, change: Change): TrialList[] {
  const read = createReader(motionFolder)
  return FIRST_LISTS.map((list) => readList(motionFolder, list, read, change))
}

type Read = (set: string) => ReadonlyMap<string, Recording>

/** Reads a set once. */
function createReader(motionFolder: string): Read {
  const bySet = new Map<string, Map<string, Recording>>()
  return (set) => {
    const known = bySet.get(set) ?? new Map(recordings(motionFolder, set).map((own) => [own.id, own]))
    bySet.set(set, known)
    return known
  }
}

function readList(motionFolder: string, list: List, read: Read, change: Change = (samples) => samples): TrialList {
  const { name, set, alsoIn, hopSeconds = HOP_SECONDS } = list
  const file = join(motionFolder, 'protocol', `verify_${name}_dev.json`)
  const protocol = JSON.parse(readFileSync(file, 'utf8')) as Record<'enrol' | 'probe', Record<string, string[]>>
  const find = (id: string) => read(set).get(id) ?? (alsoIn === undefined ? undefined : read(alsoIn).get(id))
  const windowsFor = (ids: readonly string[] = []) =>
    units(
      set,
      ids.map(find).filter((own) => own !== undefined),
    ).flatMap((samples) => cutWindows(samples, 8, hopSeconds).flatMap((window) => measureWindow(change(window)) ?? []))
  const people = Object.keys(protocol.enrol).map((person) => {
    const all = windowsFor(protocol.enrol[person])
    const sides = { enrol: spread(all), singles: all.slice(0, SINGLES), probes: windowsFor(protocol.probe[person]) }
    return [person, sides] as const
  })
  return { name, set, people: new Map(people.filter(([, { enrol }]) => enrol.length > 0)) }
}

/** Five windows from the first to the last. */
function spread(windows: readonly MeasuredFeatures[]): MeasuredFeatures[] {
  if (windows.length <= TEMPLATE_WINDOWS) return [...windows]
  const step = (windows.length - 1) / (TEMPLATE_WINDOWS - 1)
  return Array.from({ length: TEMPLATE_WINDOWS }, (_, i) => windows[Math.round(i * step)])
}

/** Recordings as they are, or, where takes are too short, the k-th takes of all labels one after the other. */
function units(set: string, chosen: readonly Recording[]): ImuSample[][] {
  if (!JOINED_SETS.includes(set)) return chosen.map((recording) => imuSamples(recording, set))
  const byTrial = Map.groupBy(chosen, ({ trial, style, label, date }) =>
    set === 'pocket-gait-styles' ? `${style ?? label} ${date}` : String(trial ?? 0),
  )
  return [...byTrial.values()].map((takes) => {
    const sorted = takes.toSorted((a, b) => String(a.label).localeCompare(String(b.label)))
    return joinTakes(sorted.map((take) => imuSamples(take, set)))
  })
}
