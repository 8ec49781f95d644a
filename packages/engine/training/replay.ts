import { seededRandom } from '../src/random.ts'
import { decoded } from '../src/replay/coding.ts'
import { compared, type Evidence } from '../src/replay/comparison.ts'
import { replayDigest } from '../src/replay/digest.ts'
import type { ReplayParameters } from '../src/replay/parameters.ts'
import type { ReplaySeries } from '../src/replay/series.ts'
import { evidenceFeatures } from '../src/replay/similarity.ts'
import type { ImuSample } from '../src/types.ts'
import { ALTERATIONS } from './replay-alterations.ts'
import { type PersonCapture, personCaptures } from './replay-captures.ts'
import { learnProjection } from './replay-hashes.ts'
import { type Example, fitLogistic, logit } from './replay-logistic.ts'
import { rounded } from './rounded.ts'

const FOLDS = 5
const SEARCHES_A_SOURCE = 24
const OWN_CAPTURES = 40
const COPIES_A_SOURCE = 60
const FALSE_ALARMS = 0.01

/** One genuine capture against others of the same person: all evidence of each comparison. */
type Search = { source: string; person: string; comparisons: Evidence[][] }
type Copy = { person: string; evidence: Evidence[] }

/** Hash projection, weights of the evidence, and the threshold found on people left out of the weights. */
export function trainReplay(motionFolder: string): ReplayParameters {
  const random = seededRandom(20)
  const captures = personCaptures(motionFolder)
  const hashes = learnProjection(captures, random)
  const digests = new Map(captures.map((capture) => [capture, coarse(capture.imu)]))
  const searches = genuineSearches(captures, digests, random)
  const copies = alteredCopies(captures, digests, random)
  const { weights, bias } = fitted(searches, copies)
  const logits = heldOutSearches(searches, copies)
  return {
    weights: rounded(weights, 5),
    bias: rounded([bias], 5)[0],
    threshold: rounded([1 / (1 + Math.exp(-threshold(logits)))], 6)[0],
    ...hashes,
  }
}

function coarse(imu: readonly ImuSample[]): ReplaySeries | null {
  const digest = replayDigest({ imu })
  return digest.status === 'ok' ? decoded(digest.bytes) : null
}

type Digests = ReadonlyMap<PersonCapture, ReplaySeries | null>

function genuineSearches(captures: readonly PersonCapture[], digests: Digests, random: () => number): Search[] {
  const searches: Search[] = []
  for (const [source, people] of bySourceAndPerson(captures)) {
    const searchable = [...people].filter(([, own]) => own.length > 2)
    for (let k = 0; k < SEARCHES_A_SOURCE; k++) {
      const [person, own] = searchable[k % searchable.length]
      const probe = own[Math.floor(random() * own.length)]
      const others = shuffled(own, random).filter((other) => other !== probe)
      const comparisons = others.slice(0, OWN_CAPTURES).map((other) => evidenceOf(digests.get(other), digests.get(probe)))
      searches.push({ source, person, comparisons })
    }
  }
  return searches
}

function alteredCopies(captures: readonly PersonCapture[], digests: Digests, random: () => number): Copy[] {
  const copies: Copy[] = []
  const alterations = Object.values(ALTERATIONS)
  for (const [, people] of bySourceAndPerson(captures)) {
    const all = [...people.values()].flat()
    for (let k = 0; k < COPIES_A_SOURCE; k++) {
      const original = all[Math.floor(random() * all.length)]
      const copy = coarse(alterations[k % alterations.length](original.imu, random))
      copies.push({ person: original.person, evidence: evidenceOf(digests.get(original), copy) })
    }
  }
  return copies
}

function bySourceAndPerson(captures: readonly PersonCapture[]): Map<string, Map<string, PersonCapture[]>> {
  const sources = new Map<string, Map<string, PersonCapture[]>>()
  for (const capture of captures) {
    const people = sources.get(capture.source) ?? new Map<string, PersonCapture[]>()
    sources.set(capture.source, people)
    people.set(capture.person, [...(people.get(capture.person) ?? []), capture])
  }
  return sources
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = out[i]
    out[i] = out[j]
    out[j] = kept
  }
  return out
}

function evidenceOf(a: ReplaySeries | null | undefined, b: ReplaySeries | null | undefined): Evidence[] {
  return a && b ? compared(a, b) : []
}

type Fit = { weights: number[]; bias: number }

/** Which alignment is the best depends on the weights, and the weights on the best alignments: a few rounds of both. */
function fitted(searches: readonly Search[], copies: readonly Copy[]): Fit {
  let fit: Fit = { weights: [4, -2, 0.5, 0], bias: 0 }
  const genuine = searches.flatMap(({ comparisons }) => comparisons)
  for (let round = 0; round < 4; round++) {
    const examples: Example[] = [
      ...bestFeatures(genuine, fit).map((features) => ({ features, label: 0 })),
      ...bestFeatures(copies.map(({ evidence }) => evidence), fit).map((features) => ({ features, label: 1 })),
    ]
    fit = fitLogistic(examples)
  }
  return fit
}

function bestFeatures(comparisons: readonly Evidence[][], fit: Fit): number[][] {
  return comparisons
    .filter((evidence) => evidence.length > 0)
    .map((evidence) => evidence.map(evidenceFeatures).reduce((p, q) => (logit(q, fit) > logit(p, fit) ? q : p)))
}

/** The highest logit of each search, by weights fitted without its person. */
function heldOutSearches(searches: readonly Search[], copies: readonly Copy[]): { source: string; logit: number }[] {
  const people = [...new Set([...searches, ...copies].map(({ person }) => person))]
  const foldOf = new Map(people.map((person, i) => [person, i % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isKept = ({ person }: { person: string }) => foldOf.get(person) !== fold
    const fit = fitted(searches.filter(isKept), copies.filter(isKept))
    return searches
      .filter((search) => !isKept(search))
      .map(({ source, comparisons }) => ({
        source,
        logit: Math.max(...bestFeatures(comparisons, fit).map((features) => logit(features, fit))),
      }))
  }).flat()
}

/** The logit above which 1 % of searches lie, every source counting the same. */
function threshold(searches: readonly { source: string; logit: number }[]): number {
  const counts = new Map<string, number>()
  for (const { source } of searches) counts.set(source, (counts.get(source) ?? 0) + 1)
  let alarms = 0
  for (const search of searches.toSorted((p, q) => q.logit - p.logit)) {
    alarms += 1 / ((counts.get(search.source) ?? 1) * counts.size)
    if (alarms > FALSE_ALARMS) return search.logit
  }
  return 0
}
