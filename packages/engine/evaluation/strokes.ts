import { join } from 'node:path'
import { integer, normal, type Random, seededRandom } from '../src/random.ts'
import { isSameStroke, strokeComparer } from '../src/strokes/comparison.ts'
import { KNOWN_STROKES_OF_A_REPLAY, rememberStroke } from '../src/strokes/memory.ts'
import type { StrokeMotion } from '../src/strokes/motion.ts'
import type { ImuSample } from '../src/types.ts'
import { type PersonStroke, recordedStrokes } from '../training/stroke-takes.ts'
import { browserNoise, isLearnedFrom } from '../training/strokes.ts'
import { exactShare } from './binomial.ts'
import { filledMemory, type StrokeMemory, searchStroke } from './stroke-memory.ts'

const STROKES = 6
const CAPTURES_EACH = 10
const SPEEDS = [0.8, 0.85, 0.9, 0.94, 1, 1.06, 1.1, 1.15, 1.2]

type Alter = (imu: readonly ImuSample[], random: Random) => ImuSample[]

/** What is done to strokes besides their speed; all of it is rounded as browsers do. */
const CHANGES: Readonly<Record<string, Alter>> = {
  'noise of 0.04': (imu, random) => browserNoise(imu, 0.04, random),
  'cut, joined to rest, noise of 0.04': (imu, random) => browserNoise(joinedToRest(imu, random), 0.04, random),
  'noise of 0.1': (imu, random) => browserNoise(imu, 0.1, random),
}

/** Takes of people from whom nothing was learned (or, to choose on, of the others), the place of each being its number. */
type Taken = { strokes: PersonStroke[]; memory: StrokeMemory; random: Random }

/** How many of the captures shown again are found, by speed and change, and how many honest ones are refused. */
export function evaluateStrokes(motionFolder: string, { learned }: { learned: boolean }): object {
  const random = seededRandom(61)
  const strokes = recordedStrokes(motionFolder).filter((stroke) => isLearnedFrom(stroke) === learned)
  const people = Object.values(Object.groupBy(strokes, ({ person }) => person))
  const lists = people.map((own = []) => own.map(({ motion }) => motion))
  const taken = { strokes: people.flatMap((own = []) => own), memory: filledMemory(lists, random), random }
  return {
    people: people.length,
    takes: strokes.length,
    remembered: taken.memory.digests.length,
    replayed: Object.keys(CHANGES).flatMap((change) => SPEEDS.map((speed) => replayed(taken, change, speed))),
    honest: honest(taken),
    honestWithoutGyroscope: refusedByOwn(taken, (motion) => ({ channels: motion.channels.slice(0, 3) })),
  }
}

/** Captures of six takes of one person each, so many of every set. */
function replayed(taken: Taken, change: string, speed: number): object {
  const known = Object.values(Object.groupBy(taken.strokes, ({ source }) => source)).flatMap((set = []) =>
    Array.from({ length: CAPTURES_EACH }, () => drawCapture(set, taken.random).map(isFound)),
  )
  function isFound({ shownAgain }: PersonStroke): boolean {
    const alter = (imu: readonly ImuSample[]) => CHANGES[change](imu, taken.random)
    return searchStroke(taken.memory, shownAgain({ speed: 1 / speed, alter }), new Set()).isKnown
  }
  const captures = (reused: number) => known.map((six) => isRefused(six.slice(0, reused)))
  return {
    change,
    speed,
    strokes: counted(known.flat()),
    allReused: counted(captures(STROKES)),
    threeReused: counted(captures(3)),
    twoReused: counted(captures(2)),
  }
}

function drawCapture(set: readonly PersonStroke[], random: Random): PersonStroke[] {
  const { person } = set[integer(random, set.length)]
  const own = shuffled(
    set.filter((stroke) => stroke.person === person),
    random,
  )
  return own.slice(0, STROKES)
}

function isRefused(known: readonly boolean[]): boolean {
  return known.filter(Boolean).length >= KNOWN_STROKES_OF_A_REPLAY
}

function counted(outcomes: readonly boolean[]): string {
  const count = outcomes.filter(Boolean).length
  const { low, high } = exactShare(count, outcomes.length)
  return `${count} of ${outcomes.length} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %)`
}

/** All takes once, six by six, against everything else that is remembered: own takes, others' and blends. */
function honest(taken: Taken): object {
  const captures = honestCaptures(taken)
  const candidates: number[] = []
  const known = captures.map((capture) =>
    capture.map((place) => {
      const found = searchStroke(taken.memory, taken.strokes[place].motion, new Set(capture))
      candidates.push(found.candidates)
      return found.isKnown
    }),
  )
  return {
    candidatesMean: candidates.reduce((sum, one) => sum + one, 0) / candidates.length,
    strokes: counted(known.flat()),
    refused: counted(known.map(isRefused)),
    comparedWithAllOwn: refusedByOwn(taken, (motion) => motion),
  }
}

/** The same without hashes: each stroke is compared with all of the person's other takes. */
function refusedByOwn(taken: Taken, seen: (motion: StrokeMotion) => StrokeMotion): string {
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
  return `${counted(known.map(isRefused))}; strokes ${counted(known.flat())}`
}

function honestCaptures({ strokes }: Taken): number[][] {
  const random = seededRandom(62)
  const people = Object.values(Object.groupBy([...strokes.keys()], (place) => strokes[place].person))
  return people.flatMap((own = []) => {
    const drawn = shuffled(own, random)
    return Array.from({ length: Math.floor(drawn.length / STROKES) }, (_, i) =>
      drawn.slice(STROKES * i, STROKES * (i + 1)),
    )
  })
}

const CUT_MS = { before: 100, after: 900 }
const FADE_MS = 100

/** Only the second around the strongest moment, faded into the first sample held still, as hands do not hold it. */
function joinedToRest(imu: readonly ImuSample[], random: Random): ImuSample[] {
  const size = ({ ax, ay, az }: ImuSample) => Math.hypot(ax - imu[0].ax, ay - imu[0].ay, az - imu[0].az)
  const most = Math.max(...imu.map(size))
  const onset = imu.find((sample) => size(sample) > 0.25 * most)?.t ?? imu[0].t
  const { rx: _x, ry: _y, rz: _z, t: _t, ...held } = imu[0]
  return imu.map((sample) => {
    const edge = Math.min(sample.t - onset + CUT_MS.before, CUT_MS.after - (sample.t - onset))
    const share = Math.min(1, Math.max(0, edge / FADE_MS))
    const mixed = (value: number, rest: number) => share * value + (1 - share) * (rest + 0.05 * normal(random))
    const { t, ax, ay, az, rx, ry = 0, rz = 0 } = sample
    const turning = rx === undefined ? {} : { rx: mixed(rx, 0), ry: mixed(ry, 0), rz: mixed(rz, 0) }
    return { t, ax: mixed(ax, held.ax), ay: mixed(ay, held.ay), az: mixed(az, held.az), ...turning }
  })
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const keyed = list.map((item) => ({ item, key: random() }))
  return keyed.toSorted((p, q) => p.key - q.key).map(({ item }) => item)
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'motion')
  const learned = process.argv[3] === 'learned'
  console.log(JSON.stringify(evaluateStrokes(folder, { learned }), null, 1))
}
