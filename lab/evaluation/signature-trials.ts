import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured } from '../../packages/engine/src/signature/signature.ts'
import type { ImuSample } from '../../packages/engine/src/types.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from '../training/recordings.ts'
import { type Adapt, measureWindow } from '../training/signature-material.ts'

/** A person's part in a trial list, as unscaled features. */
export type Sides = {
  /** What the template of at most five windows is made of. */
  enrol: Measured[]
  /** Windows that are compared one against one. */
  singles: Measured[]
  probes: Measured[]
}

export type TrialList = { name: string; set: string; people: Map<string, Sides> }

/** What is done to a window's samples before anything is measured. */
export type Change = (samples: readonly ImuSample[]) => readonly ImuSample[]

/** Name of the list, set of recordings, seconds between the starts of two windows. */
const LISTS: readonly (readonly [name: string, set: string, hopSeconds: number])[] = [
  ['spsw-phone', 'sp-sw-har', 1.5],
  ['spsw-watch', 'sp-sw-har', 1.5],
  ['gait-same', 'pocket-gait', 4],
  ['gait-crossspeed', 'pocket-gait', 4],
  ['gait-crosspocket', 'pocket-gait', 4],
  ['sisfall-stairs', 'sisfall', 4],
  ['sisfall-crossactivity', 'sisfall', 4],
  ['air-letters', 'air-letters', 4],
  ['forearm', 'forearm-gestures', 4],
]
const JOINED_SETS = ['air-letters', 'forearm-gestures']
const TEMPLATE_WINDOWS = 5
const SINGLES = 12

/** All trial lists of the folder's protocol, every window changed and measured. */
export function trialLists(motionFolder: string, change: Change = (samples) => samples, adapt?: Adapt): TrialList[] {
  const bySet = new Map<string, Map<string, Recording>>()
  return LISTS.map(([name, set, hop]) => {
    if (!bySet.has(set)) bySet.set(set, new Map(recordings(motionFolder, set).map((own) => [own.id, own])))
    const file = join(motionFolder, 'protocol', `verify_${name}_dev.json`)
    const protocol = JSON.parse(readFileSync(file, 'utf8')) as Record<'enrol' | 'probe', Record<string, string[]>>
    const windowsFor = (ids: readonly string[] = []) =>
      units(
        set,
        ids.map((id) => bySet.get(set)?.get(id)).filter((own) => own !== undefined),
      ).map((samples) => cutWindows(samples, 8, hop).flatMap((window) => measureWindow(change(window), adapt) ?? []))
    const people = Object.keys(protocol.enrol).map((person) => {
      const sides = pairSides(windowsFor(protocol.enrol[person]), windowsFor(protocol.probe[person]))
      return [person, sides] as const
    })
    return { name, set, people: new Map(people.filter(([, { enrol }]) => enrol.length > 0)) }
  })
}

function pairSides(enrolled: Measured[][], probed: Measured[][]): Sides {
  const takes = enrolled.filter((windows) => windows.length > 0)
  const first = takes.map((windows) => windows[0])
  const all = takes.flat()
  const enrol = (first.length >= TEMPLATE_WINDOWS ? first : all).slice(0, TEMPLATE_WINDOWS)
  return { enrol, singles: all.slice(0, SINGLES), probes: probed.flat() }
}

/** Recordings as they are, or, where takes are too short, the k-th takes of all labels one after the other. */
function units(set: string, chosen: readonly Recording[]): ImuSample[][] {
  if (!JOINED_SETS.includes(set)) return chosen.map((recording) => imuSamples(recording, set))
  const byTrial = Map.groupBy(chosen, ({ trial }) => trial ?? 0)
  return [...byTrial.values()].map((takes) => {
    const sorted = takes.toSorted((a, b) => String(a.label).localeCompare(String(b.label)))
    return joinTakes(sorted.map((take) => imuSamples(take, set)))
  })
}
