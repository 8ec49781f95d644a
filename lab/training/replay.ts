import { seededRandom } from '../../packages/engine/src/random.ts'
import { type Evidence, type ReplayParameters, SHARED_SENSORS } from '../../packages/engine/src/replay/comparison.ts'
import { listEvidenceFeatures } from '../../packages/engine/src/replay/similarity.ts'
import { roundToDigits } from './model-file.ts'
import { landmarkCaptures, personCaptures } from './replay-captures.ts'
import { learnProjection } from './replay-hashes.ts'
import { fitLogistic, type Logistic, logit } from './replay-logistic.ts'
import {
  makeAlteredCopies,
  type Copy,
  genuineSearches,
  groupBy,
  type Remembered,
  toStoredSeriesList,
  type Search,
  withSeries,
} from './replay-searches.ts'

const FOLDS = 5
const COPIES_EACH = 4
const FULL_SEARCHES = { searches: 24, own: 40 }
const FEWER_SEARCHES = { searches: 12, own: 25 }
const LANDMARK_SEARCHES = { searches: 200, own: 40 }
const ACCELERATION_ONLY = 0b0011
const WITHOUT_GRAVITY = 0b0110
const FALSE_ALARMS = 0.01

/** Hash projection, weights of the evidence, and thresholds found on people left out of the weights. */
export function trainReplay(motionFolder: string): ReplayParameters {
  const captures = personCaptures(motionFolder)
  const hashes = learnProjection(captures, seededRandom(20))
  const searches = searchesOfAllSensors(
    toStoredSeriesList(captures),
    toStoredSeriesList(landmarkCaptures(motionFolder)),
  )
  const copies = makeAlteredCopies(captures, COPIES_EACH, seededRandom(22))
  return { ...decision(searches, copies), ...hashes }
}

/** Searches with all sensors, and with each combination of fewer sensors that devices have. */
export function searchesOfAllSensors(memory: readonly Remembered[], landmarks: readonly Remembered[]): Search[] {
  const random = seededRandom(21)
  return [
    ...genuineSearches(memory, FULL_SEARCHES, random),
    ...[ACCELERATION_ONLY, WITHOUT_GRAVITY].flatMap((kept) =>
      genuineSearches(
        memory.map((capture) => withSeries(capture, kept)),
        FEWER_SEARCHES,
        random,
      ),
    ),
    ...genuineSearches(landmarks, LANDMARK_SEARCHES, random),
  ]
}

export type Decision = Pick<ReplayParameters, 'weights' | 'bias' | 'allowances' | 'threshold'>

/** Weights from all people, thresholds from people who were left out of them. */
export function decision(searches: readonly Search[], copies: readonly Copy[]): Decision {
  const { weights, bias } = fitSearches(searches, copies)
  const bySensors = groupBy(searchHeldOut(searches, copies), ({ sensors }) => sensors)
  const limits = SHARED_SENSORS.map((sensors) => computeLimit(bySensors.get(sensors) ?? []))
  const allowances = roundToDigits(limits.map((limit) => limit - limits[0]))
  const [threshold] = roundToDigits([1 / (1 + Math.exp(-limits[0]))])
  return {
    weights: roundToDigits(weights, 5),
    bias: roundToDigits([bias], 5)[0],
    allowances: {
      full: allowances[0],
      acceleration: allowances[1],
      partial: allowances[2],
      landmarks: allowances[3],
    },
    threshold,
  }
}

/** Which alignment is the best depends on the weights, and the weights on the best alignments: a few rounds of both. */
function fitSearches(searches: readonly Search[], copies: readonly Copy[]): Logistic {
  let fit: Logistic = { weights: [4, -2, 0.5], bias: 0 }
  const genuine = searches.filter(({ sensors }) => sensors === 'full').flatMap(({ comparisons }) => comparisons)
  const forged = copies.map(({ evidence }) => evidence).filter((evidence) => evidence[0]?.sensors === 'full')
  for (let round = 0; round < 4; round++) {
    fit = fitLogistic([
      ...bestFeatures(genuine, fit).map((features) => ({ features, label: 0 })),
      ...bestFeatures(forged, fit).map((features) => ({ features, label: 1 })),
    ])
  }
  return fit
}

function bestFeatures(comparisons: readonly Evidence[][], fit: Logistic): number[][] {
  return comparisons
    .filter((evidence) => evidence.length > 0)
    .map((evidence) => evidence.map(listEvidenceFeatures).reduce((p, q) => (logit(q, fit) > logit(p, fit) ? q : p)))
}

type Outcome = { source: string; sensors: string; highest: number }

/** The highest logit of each search, by weights fitted without its person. */
function searchHeldOut(searches: readonly Search[], copies: readonly Copy[]): Outcome[] {
  const people = [...new Set([...searches, ...copies].map(({ person }) => person))]
  const foldOf = new Map(people.map((person, i) => [person, i % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isKept = ({ person }: { person: string }) => foldOf.get(person) !== fold
    const fit = fitSearches(searches.filter(isKept), copies.filter(isKept))
    return searches
      .filter((search) => !isKept(search))
      .map(({ source, sensors, comparisons }) => ({
        source,
        sensors,
        highest: Math.max(-20, ...bestFeatures(comparisons, fit).map((features) => logit(features, fit))),
      }))
  }).flat()
}

/** The logit above which 1 % of searches lie, every source counting the same. */
function computeLimit(outcomes: readonly Outcome[]): number {
  const sources = groupBy(outcomes, ({ source }) => source)
  let alarms = 0
  for (const { source, highest } of outcomes.toSorted((p, q) => q.highest - p.highest)) {
    alarms += 1 / ((sources.get(source)?.length ?? 1) * sources.size)
    if (alarms > FALSE_ALARMS) return highest
  }
  return 0
}
