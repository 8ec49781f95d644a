import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { integer, normal, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import {
  isSameStroke,
  KNOWN_STROKES_OF_A_REPLAY,
  rememberStroke,
  strokeComparer,
} from '../../packages/engine/src/strokes/memory.ts'
import type { StrokeMotion } from '../../packages/engine/src/strokes/series.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { type PersonStroke, readStrokes } from '../training/stroke-takes.ts'
import { browserNoise, isLearnedFrom } from '../training/strokes.ts'
import { exactShare } from './binomial.ts'
import { fillMemory, type StrokeMemory, searchStroke } from './stroke-memory.ts'

const STROKES = 6
const CAPTURES_EACH = 5
const MOST_HONEST_EACH = 20
const SPEEDS = [0.8, 0.85, 0.9, 0.94, 1, 1.06, 1.1, 1.15, 1.2]
const FEWER_SPEEDS = [0.8, 1, 1.2]

type Alter = (imu: readonly ImuSample[], random: Random) => ImuSample[]
type Changed = { name: string; alter: Alter; speeds: readonly number[] }

/** Changes of strokes besides their speed; all are rounded as browsers do. */
const CHANGES: readonly Changed[] = [
  { name: 'noise of 0.04', speeds: SPEEDS, alter: (imu, random) => browserNoise(imu, 0.04, random) },
  { name: 'noise of 0.1', speeds: FEWER_SPEEDS, alter: (imu, random) => browserNoise(imu, 0.1, random) },
  ...[1300, 900].map((keptMs) => ({
    name: `cut ${keptMs} ms after the onset, joined to rest, noise of 0.04`,
    speeds: FEWER_SPEEDS,
    alter: (imu: readonly ImuSample[], random: Random) => browserNoise(joinToRest(imu, keptMs, random), 0.04, random),
  })),
]

/** Takes of people, the place of each being its number, in a memory that is filled up with strangers. */
type Taken = { strokes: PersonStroke[]; memory: StrokeMemory; random: Random }

/** The people from whom hashes and threshold were learned, or the others. */
export function readTaken(motionFolder: string, { learned }: { learned: boolean }): Taken {
  const random = seededRandom(61)
  const all = readStrokes(motionFolder)
  const [strokes, strangers] = [learned, !learned].map((half) => all.filter((one) => isLearnedFrom(one) === half))
  const motions = [strokes, strangers].map((half) => half.map(({ motion }) => motion))
  return { strokes, memory: fillMemory(motions[0], motions[1], random), random }
}

/** Counts the repeated captures that are found, by change and speed. */
export function evaluateReplayedStrokes(taken: Taken): object[] {
  return CHANGES.flatMap((change) => change.speeds.map((speed) => replay(taken, change, speed)))
}

/** Captures of six takes of one person each, so many of every set. */
function replay(taken: Taken, { name, alter: change }: Changed, speed: number): object {
  const known = Object.values(Object.groupBy(taken.strokes, ({ source }) => source)).flatMap((set = []) =>
    Array.from({ length: CAPTURES_EACH }, () => drawCapture(set, taken.random).map(isFound)),
  )
  function isFound({ shownAgain }: PersonStroke): boolean {
    const alter = (imu: readonly ImuSample[]) => change(imu, taken.random)
    return searchStroke(taken.memory, shownAgain({ speed: 1 / speed, alter }), new Set()).isKnown
  }
  const captures = (reused: number) => known.map((six) => isRefused(six.slice(0, reused)))
  return {
    change: name,
    speed,
    strokes: formatCount(known.flat()),
    allReused: formatCount(captures(STROKES)),
    threeReused: formatCount(captures(3)),
    twoReused: formatCount(captures(2)),
  }
}

function drawCapture(set: readonly PersonStroke[], random: Random): PersonStroke[] {
  const { person } = set[integer(random, set.length)]
  const own = shuffle(
    set.filter((stroke) => stroke.person === person),
    random,
  )
  return own.slice(0, STROKES)
}

function isRefused(known: readonly boolean[]): boolean {
  return known.filter(Boolean).length >= KNOWN_STROKES_OF_A_REPLAY
}

function formatCount(outcomes: readonly boolean[]): string {
  const count = outcomes.filter(Boolean).length
  const { low, high } = exactShare(count, outcomes.length)
  return `${count} of ${outcomes.length} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %)`
}

/** Honest captures that are refused: takes six by six against everything else that is remembered, one's own, others' and blends. */
export function evaluateHonestStrokes(taken: Taken): object {
  const candidates: number[] = []
  const known = honestCaptures(taken).map((capture) =>
    capture.map((place) => {
      const found = searchStroke(taken.memory, taken.strokes[place].motion, new Set(capture))
      candidates.push(found.candidates)
      return found.isKnown
    }),
  )
  return {
    people: new Set(taken.strokes.map(({ person }) => person)).size,
    takes: taken.strokes.length,
    remembered: taken.memory.digests.length,
    sharesAHashMean: candidates.reduce((sum, one) => sum + one, 0) / candidates.length,
    strokes: formatCount(known.flat()),
    refused: formatCount(known.map(isRefused)),
    refusedComparedWithAllOwn: measureRefusedByOwn(taken, (motion) => motion),
    refusedComparedWithAllOwnWithoutGyroscope: measureRefusedByOwn(taken, ({ channels }) => ({
      channels: channels.slice(0, 3),
    })),
  }
}

/** The same without hashes: each stroke is compared with all of the person's other takes. */
function measureRefusedByOwn(taken: Taken, seen: (motion: StrokeMotion) => StrokeMotion): string {
  const { strokes } = taken
  const digests = strokes.map(({ motion }) => rememberStroke(seen(motion)).bytes)
  const known = honestCaptures(taken).map((capture) => {
    const others = strokes.flatMap(({ person }, place) =>
      person === strokes[capture[0]].person && !capture.includes(place) ? [digests[place]] : [],
    )
    return capture.map((place) => {
      const similarityTo = strokeComparer(seen(strokes[place].motion))
      return others.some((digest) => isSameStroke(similarityTo(digest)))
    })
  })
  return `${formatCount(known.map(isRefused))}; strokes ${formatCount(known.flat())}`
}

function honestCaptures({ strokes }: Taken): number[][] {
  const random = seededRandom(62)
  const people = Object.values(Object.groupBy([...strokes.keys()], (place) => strokes[place].person))
  return people.flatMap((own = []) => {
    const drawn = shuffle(own, random)
    return Array.from({ length: Math.min(MOST_HONEST_EACH, Math.floor(drawn.length / STROKES)) }, (_, i) =>
      drawn.slice(STROKES * i, STROKES * (i + 1)),
    )
  })
}

const KEPT_BEFORE_MS = 100
const FADE_MS = 100

/** Only what lies around the stroke, faded into the first sample held with a little noise. */
function joinToRest(imu: readonly ImuSample[], keptMs: number, random: Random): ImuSample[] {
  const [rest] = imu
  const away = ({ ax, ay, az }: ImuSample) => Math.hypot(ax - rest.ax, ay - rest.ay, az - rest.az)
  const most = Math.max(...imu.map(away))
  const onset = imu.find((sample) => away(sample) > 0.25 * most)?.t ?? rest.t
  return imu.map(({ t, ax, ay, az, rx, ry = 0, rz = 0 }) => {
    const edge = Math.min(t - onset + KEPT_BEFORE_MS, keptMs - (t - onset))
    const share = Math.min(1, Math.max(0, edge / FADE_MS))
    const mixed = (value: number, still: number) => share * value + (1 - share) * (still + 0.05 * normal(random))
    const turning = rx === undefined ? {} : { rx: mixed(rx, 0), ry: mixed(ry, 0), rz: mixed(rz, 0) }
    return { t, ax: mixed(ax, rest.ax), ay: mixed(ay, rest.ay), az: mixed(az, rest.az), ...turning }
  })
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const keyed = list.map((item) => ({ item, key: random() }))
  return keyed.toSorted((p, q) => p.key - q.key).map(({ item }) => item)
}

if (import.meta.main) {
  const folder = process.argv[2] ?? MOTION_FOLDER
  const taken = readTaken(folder, { learned: process.argv[3] === 'learned' })
  const parts = [evaluateHonestStrokes, evaluateReplayedStrokes].filter(({ name }) =>
    name.includes(process.argv[4] ?? ''),
  )
  for (const evaluate of parts) console.log(JSON.stringify(evaluate(taken), null, 1))
}
