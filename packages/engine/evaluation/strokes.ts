import { join } from 'node:path'
import { generateChallenge } from '../src/challenge/generate.ts'
import { integer, type Random, seededRandom } from '../src/random.ts'
import { strokeComparer } from '../src/strokes/comparison.ts'
import { rememberStroke, type StrokeDigest, strokeProbes } from '../src/strokes/memory.ts'
import { type StrokeMotion, strokeMotions } from '../src/strokes/motion.ts'
import { STROKES_LEARNED } from '../src/strokes/parameters.ts'
import { type Splice, type StolenScan, splicedStrokes, strokesOf, syntheticPerson } from '../src/synthetic/index.ts'
import { recordedStrokes } from '../training/stroke-takes.ts'
import { isLearnedFrom } from '../training/strokes.ts'

const STROKES = 6
const REMEMBERED = [10, 100, 1000]
const QUERIES = 40
const THRESHOLDS = [0.86, 0.88, 0.9, STROKES_LEARNED.threshold, 0.94]

/** Of a new stroke: how like the likest of the remembered ones that share a hash with it is, and of all of them. */
type Found = { byHash: number; byAll: number }

/** Where captures of one person stand against that person's other strokes: shares of captures with two known strokes or more. */
export function evaluateStrokes(motionFolder: string, { learned }: { learned: boolean }): object {
  const random = seededRandom(61)
  const recorded = Object.entries(
    Object.groupBy(
      recordedStrokes(motionFolder).filter((stroke) => isLearnedFrom(stroke) === learned),
      ({ source }) => source,
    ),
  ).map(([source, strokes = []]) => {
    const people = Object.values(Object.groupBy(strokes, ({ person }) => person)).map((own = []) =>
      own.map(({ motion }) => motion),
    )
    return {
      source,
      people: people.length,
      ...honest(
        people.filter((own) => own.length > 2 * STROKES),
        random,
      ),
    }
  })
  return { recorded, synthetic: synthetic(learned ? 300 : 301, random) }
}

type Person = readonly StrokeMotion[]

function honest(people: readonly Person[], random: Random): object {
  const refused: Record<string, number> = {}
  for (let q = 0; q < QUERIES && people.length > 0; q++) {
    const own = shuffled(people[q % people.length], random)
    const [shown, others] = [own.slice(0, STROKES), own.slice(STROKES).map(rememberStroke)]
    const comparers = shown.map(strokeComparer)
    for (const count of REMEMBERED) {
      if (count > 100 && others.length < 150) continue
      const found = comparers.map((similarityTo) => highest(others.slice(0, count), similarityTo))
      count1(refused, count, found)
    }
  }
  return { captures: QUERIES, refused }
}

function count1(refused: Record<string, number>, count: number, found: readonly number[]): void {
  for (const threshold of THRESHOLDS) {
    const key = `${count} remembered, ${threshold}`
    refused[key] = (refused[key] ?? 0) + (found.filter((one) => one >= threshold).length >= 2 ? 1 : 0)
  }
}

function highest(digests: readonly StrokeDigest[], similarityTo: (digest: Uint8Array) => number): number {
  return Math.max(0, ...digests.map(({ bytes }) => similarityTo(bytes)))
}

const PEOPLE = 6
const SCANS = 20
const SPLICES: Splice[] = [2, 3, 6].flatMap((reused) =>
  [1, 1.05, 0.9, 1.2, 0.8].map((speed) => ({ reused, speed, noise: 0.03 })),
)

function synthetic(first: number, random: Random): object {
  const people = Array.from({ length: PEOPLE }, (_, i) =>
    Array.from({ length: SCANS }, () => scanOf(first + 2 * i, random)),
  )
  const motions = people.map((scans) => scans.map(({ imu, challenge }) => strokeMotions(imu, challenge)))
  const index = indexOf(motions.flat(2).map(rememberStroke))
  const spliced: Record<string, string> = {}
  for (const splice of [...SPLICES, { reused: 6, speed: 1, noise: 0.1 }]) {
    const found = people.flatMap((stolen, i) =>
      [0, 1].map(() => {
        const own = scanOf(first + 2 * i, random)
        const imu = splicedStrokes(own, stolen, { splice, random })
        return strokeMotions(imu, own.challenge).map((motion) => search(index, motion))
      }),
    )
    spliced[JSON.stringify(splice)] = THRESHOLDS.map((threshold) => {
      const known = found.map((strokes) => strokes.filter(({ byHash }) => byHash >= threshold).length)
      const all = found.map((strokes) => strokes.filter(({ byAll }) => byAll >= threshold).length)
      const two = (counts: number[]) => counts.filter((count) => count >= 2).length
      return `${threshold}: ${two(known)} (${two(all)} without hashes)`
    }).join(', ')
  }
  return {
    honest: honest(
      motions.map((scans) => scans.flat()),
      random,
    ),
    answersEach: 2 * PEOPLE,
    spliced,
  }
}

function scanOf(seed: number, random: Random): StolenScan {
  const challenge = generateChallenge(random)
  return { challenge, imu: strokesOf(syntheticPerson(seed), challenge.strokes, random) }
}

type Index = { digests: StrokeDigest[]; under: Map<number, number[]> }

function indexOf(digests: StrokeDigest[]): Index {
  const under = new Map<number, number[]>()
  digests.forEach(({ hashes }, place) => {
    for (const hash of hashes) under.set(hash, [...(under.get(hash) ?? []), place])
  })
  return { digests, under }
}

function search({ digests, under }: Index, motion: StrokeMotion): Found {
  const similarityTo = strokeComparer(motion)
  const places = new Set(strokeProbes(motion).flatMap(({ hash }) => under.get(hash) ?? []))
  return {
    byHash: highest(
      [...places].map((place) => digests[place]),
      similarityTo,
    ),
    byAll: highest(digests, similarityTo),
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = integer(random, i + 1)
    const kept = out[i]
    out[i] = out[j]
    out[j] = kept
  }
  return out
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'motion')
  for (const learned of [true, false]) console.log(JSON.stringify(evaluateStrokes(folder, { learned }), null, 1))
}
