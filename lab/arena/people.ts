import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { type Activity, captureOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { toSamples, toWindow } from '../attacks/window.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from '../training/recordings.ts'

/** Somebody with windows of 8 s; people of one group were recorded alike and are compared with each other only. */
export type ArenaPerson = { name: string; group: string; windows: ImuSample[][] }

export const ARENA_HZ = 50
const ACTIVITIES: readonly Activity[] = ['gesture', 'hold', 'walk']

/** Built-in people, so that the arena runs anywhere. */
export function syntheticPeople({
  people,
  windows,
  seed,
}: {
  people: number
  windows: number
  seed: number
}): ArenaPerson[] {
  return Array.from({ length: people }, (_, i) => {
    const activity = ACTIVITIES[i % ACTIVITIES.length]
    const person = syntheticPerson(1_000 * seed + i)
    const random = seededRandom(77_000 * seed + i)
    return {
      name: `synthetic ${i}`,
      group: `synthetic ${activity}`,
      windows: Array.from({ length: windows }, () => captureOf(person, random, { activity, rateHz: ARENA_HZ })),
    }
  })
}

type Source = {
  set: string
  group: string
  takes: (recording: Recording) => string
  keep?: (recording: Recording) => boolean
}

const SOURCES: readonly Source[] = [
  { set: 'sp-sw-har', group: 'phone in the pocket', takes: byId, keep: ({ device }) => device === 'phone-pocket' },
  { set: 'sp-sw-har', group: 'watch', takes: byId, keep: ({ device }) => device === 'watch-wrist' },
  { set: 'pocket-gait', group: 'walking, pocket', takes: byId },
  { set: 'sisfall', group: 'walking, waist', takes: byId },
  { set: 'air-letters', group: 'phone in the hand', takes: byTrial },
  { set: 'forearm-gestures', group: 'forearm', takes: byTrial },
]

function byId({ id }: Recording): string {
  return id
}

/** Short takes of one round are joined to windows of 8 s. */
function byTrial({ subject, trial }: Recording): string {
  return `${subject} ${trial}`
}

/** People of recorded sets, with windows evenly drawn over all their takes. */
export function readPeople(motionFolder: string, windows: number): ArenaPerson[] {
  return SOURCES.flatMap((source) => {
    const kept = recordings(motionFolder, source.set).filter(source.keep ?? (() => true))
    const bySubject = Map.groupBy(kept, ({ subject }) => subject)
    return [...bySubject].flatMap(([subject, list]) => {
      const takes = [...Map.groupBy(list, source.takes).values()].map((take) => samplesOfTake(take, source.set))
      const all = takes.flatMap((samples) => cutWindows(samples, 8, 8)).flatMap(toEvenWindows)
      const chosen = evenlyDrawn(all, windows)
      return chosen.length >= 2 ? [{ name: `${source.group} ${subject}`, group: source.group, windows: chosen }] : []
    })
  })
}

/** On the grid on which forgeries come, so that nothing but the motion tells them apart. */
function toEvenWindows(samples: ImuSample[]): ImuSample[][] {
  const window = toWindow(samples, ARENA_HZ)
  return window ? [toSamples(window)] : []
}

function samplesOfTake(take: readonly Recording[], set: string): ImuSample[] {
  const sorted = take.toSorted((a, b) => String(a.label).localeCompare(String(b.label)))
  return joinTakes(sorted.map((recording) => imuSamples(recording, set)))
}

function evenlyDrawn<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)])
}
