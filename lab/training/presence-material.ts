import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { selectPresenceMotion } from '../../packages/engine/src/presence/motion-windows.ts'
import { MIN_CAPTURE_MS } from '../../packages/engine/src/presence/score.ts'
import { personName } from './people.ts'
import { imuSamples, joinTakes, type Recording, recordings, cutWindows } from './recordings.ts'

/** Eight seconds of one person, on the times of the recording. */
export type HumanWindow = { source: string; person: string; samples: ImuSample[] }

const TAKES_OF_DIGITS = 4
const TAKES_OF_ACTIONS = 6
/** Its multiples never come close to each other (Weyl). */
const GOLDEN = 0.618034

/** The sets with both sensors at 50 Hz or more: all that is known of people who move. */
const PRESENCE_SETS = [
  'sp-sw-har',
  'sisfall',
  'pocket-gait',
  'air-letters',
  'android-digits',
  'forearm-gestures',
  'utd-mhad',
  'pads-watch',
  'mobiact',
  'weda-watch',
  'spar-watch',
  'smartfallmm',
  'lumbar-walk',
  'lumbar-turn',
  'pocket-gait-styles',
  'ha24-phone-hand',
]
/** Sets with the sensor in several places. */
const SEVERAL_PLACES = ['sp-sw-har', 'ha24-phone-hand', 'smartfallmm']

/** At most `perSource` windows of every place of the sensor in every set, shared out evenly among its people; only those that can be judged. */
export function humanWindows(windows: Windows, perSource: number): HumanWindow[] {
  const moving = [...windows.values()].map((list) => list.filter(({ samples }) => isJudged(samples)))
  return moving.flatMap((list) => shareOut(list, perSource))
}

/** All windows of every place of the sensor in every set, also of people who rest. */
export type Windows = ReadonlyMap<string, readonly HumanWindow[]>

export function readWindows(motionFolder: string): Windows {
  const all = new Map<string, HumanWindow[]>()
  for (const set of PRESENCE_SETS) {
    for (const { source, person, samples } of takes(recordings(motionFolder, set), set)) {
      const list = all.get(source) ?? []
      for (const window of cutWindows(samples)) list.push({ source, person: personName(set, person), samples: window })
      all.set(source, list)
    }
  }
  return all
}

/** Whether a window gets a score: people at rest are asked to move. */
export function isJudged(samples: readonly ImuSample[]): boolean {
  return selectPresenceMotion(readImu(samples), MIN_CAPTURE_MS).status === 'ok'
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

/** Each person gives as many windows, spread evenly over their own; the next person begins elsewhere, so that all activities are there. */
function shareOut(list: readonly HumanWindow[], limit: number): HumanWindow[] {
  const byPerson = [...Map.groupBy(list, ({ person }) => person).values()]
  const each = Math.ceil(limit / byPerson.length)
  return byPerson.flatMap((own, i) => {
    const count = Math.min(each, own.length)
    const begin = (i * GOLDEN) % 1
    return Array.from({ length: count }, (_, k) => own[Math.floor(((k + begin) * own.length) / count)])
  })
}
