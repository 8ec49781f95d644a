import type { ImuSample } from '../../packages/engine/src/capture.ts'
import {
  type Detector,
  computeDetectorAnswers,
  computeHumanness,
  PRESENCE,
  type Ranking,
  type Spread,
} from '../../packages/engine/src/presence/model.ts'
import { presenceScore } from '../../packages/engine/src/presence/score.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { DELIVERIES, type DeliveryName } from '../training/deliveries.ts'
import { type Part, partOfPerson } from '../training/people.ts'
import { deliverWindow, type Example } from '../training/presence-examples.ts'
import { type HumanWindow, isJudged, type Windows } from '../training/presence-material.ts'
import {
  computeSpreads,
  type CrossFit,
  type Fit,
  fitDetectors,
  inUnits,
  isHuman,
  rankPeople,
  type Window,
} from '../training/presence-model.ts'
import { type Interval, shareIntervalOver } from './figures.ts'

/** Which captures of moving people are refused as not alive, of one source as it is delivered in one way. */
export type RefusedPeople = {
  place: string
  source: string
  delivery: DeliveryName
  people: Record<Part, number>
  /** By the shipped model, which has seen these people. */
  seen: Interval
  /** By a model that has seen other sets only, or other people where no other set has this place. */
  leftOut: Record<Part, Interval>
  without: 'set' | 'people'
  /** Share of captures that get no score: they come too slowly. */
  unjudged: number
}

/** Share of all windows of a source in which people hardly move: they are asked to move more. */
export type RestingShares = Readonly<Record<string, number>>

/** The placement of each source's sensor. */
const PLACES: Readonly<Record<string, string>> = {
  'sp-sw-har phone-pocket': 'phone in the pocket',
  'pocket-gait': 'phone in the pocket',
  'pocket-gait-styles': 'phone in the pocket',
  mobiact: 'phone in the pocket',
  'ha24-phone-hand phone-in-hand': 'phone in the hand',
  'air-letters': 'phone in the hand, writing',
  'android-digits': 'phone in the hand, writing',
  'sp-sw-har watch-wrist': 'watch',
  'ha24-phone-hand watch-wrist': 'watch',
  'smartfallmm wrist-band': 'watch',
  'pads-watch': 'watch',
  'weda-watch': 'watch',
  'spar-watch': 'watch',
  'utd-mhad': 'wrist or thigh',
  'forearm-gestures': 'forearm',
  sisfall: 'waist',
  'smartfallmm hip-band': 'waist',
  'lumbar-walk': 'lower back',
  'lumbar-turn': 'lower back',
}
const LINE_SHARE = 0.05
const ROUNDS = 200

type Judge = (window: Window) => boolean

/** Refused people of every source and delivery, by the shipped model and by models that have not seen them. */
export function measureRefusedPeople(
  people: readonly HumanWindow[],
  taught: readonly Window[],
  learned: Learned,
): RefusedPeople[] {
  const sources = [...Map.groupBy([...people.entries()], ([, { source }]) => source)]
  const judges = new Map<string, Judge>([['people', judgeWithoutPerson(taught, learned)]])
  return sources.flatMap(([source, own]) => {
    const place = PLACES[source] ?? source
    const set = setOf(source)
    const hasOtherSet = sources.some(([other]) => PLACES[other] === place && setOf(other) !== set)
    const without = hasOtherSet ? set : 'people'
    const refuses = judges.get(without) ?? judgeWithoutSet(set, taught, learned)
    judges.set(without, refuses)
    return DELIVERY_NAMES.map((delivery) => {
      const windows = own.flatMap(([seed, window]) => deliverWindow(window, { delivery, seconds: 8, seed }))
      return {
        place,
        source,
        delivery,
        people: { fit: ofPart(windows, 'fit').people, validation: ofPart(windows, 'validation').people },
        seen: shareRefused(windows, refusesShipped(learned.fit)),
        leftOut: {
          fit: shareRefused(ofPart(windows, 'fit').windows, refuses),
          validation: shareRefused(ofPart(windows, 'validation').windows, refuses),
        },
        without: hasOtherSet ? 'set' : 'people',
        unjudged: 1 - windows.length / own.length,
      } as const
    })
  })
}

const DELIVERY_NAMES = Object.keys(DELIVERIES) as DeliveryName[]

/** The shares of people at rest, of all windows that were recorded. */
export function measureResting(windows: Windows): RestingShares {
  const shares = [...windows].map(([source, list]) => {
    const judged = list.filter(({ samples }) => isJudged(samples)).length
    return [source, 1 - judged / list.length] as const
  })
  return Object.fromEntries(shares)
}

function ofPart(windows: readonly Example[], part: Part): { windows: Example[]; people: number } {
  const own = windows.filter(({ person }) => partOfPerson(person) === part)
  return { windows: own, people: new Set(own.map(({ person }) => person)).size }
}

function shareRefused(windows: readonly Window[], isRefused: Judge): Interval {
  const people = [...Map.groupBy(windows, ({ person }) => person).values()].map((own) => own.map(isRefused))
  const share = (drawn: readonly boolean[][]) => {
    const all = drawn.flat()
    return all.filter(Boolean).length / all.length
  }
  if (people.length === 0) return { value: Number.NaN, low: Number.NaN, high: Number.NaN }
  return shareIntervalOver(people, share, { random: seededRandom(8), rounds: ROUNDS })
}

function refusesShipped(fit: Fit): Judge {
  const { detectors, people } = PRESENCE
  const line = findLine(people.humanness)
  return (window) => computeHumanness(computeDetectorAnswers(fit.scale(window, people.spreads), detectors)) < line
}

type Learned = { crossFit: CrossFit; fit: Fit }

/** Detectors of other people, and a line that these people did not set. */
function judgeWithoutPerson(taught: readonly Window[], { crossFit, fit }: Learned): Judge {
  const humans = taught.filter(isHuman)
  const scores = humans.map((window) => crossFit.humanness(window))
  const lines = new Map<number, number>()
  const lineWithout = (fold: number): number => {
    const others = humans.flatMap((window, i) =>
      crossFit.fold(window.person) === fold ? [] : [{ window, score: scores[i] }],
    )
    return findLine(
      rankPeople(
        others.map(({ window }) => window),
        others.map(({ score }) => score),
        fit.rankShare,
      ),
    )
  }
  return (window) => {
    const fold = crossFit.fold(window.person)
    const line = lines.get(fold) ?? lineWithout(fold)
    lines.set(fold, line)
    return crossFit.humanness(window) < line
  }
}

/** Detectors of other sets and other people, and a line of these. */
function judgeWithoutSet(set: string, taught: readonly Window[], { crossFit, fit }: Learned): Judge {
  const own = new Set(taught.filter(({ source }) => setOf(source) === set).map(({ person }) => person))
  const others = taught.filter(({ source, person }) => setOf(source) !== set && !own.has(person))
  const humans = others.filter(isHuman)
  const spreads: readonly Spread[] = computeSpreads(humans)
  const detectors: readonly Detector[] = fitDetectors(others, spreads, fit)
  const line = findLine(
    rankPeople(
      humans,
      humans.map((window) => crossFit.humanness(window)),
      fit.rankShare,
    ),
  )
  return (window) =>
    computeHumanness(inUnits(computeDetectorAnswers(fit.scale(window, spreads), detectors), crossFit.units)) < line
}

function findLine({ shares, values }: Ranking): number {
  return values[shares.indexOf(LINE_SHARE)]
}

function setOf(source: string): string {
  return source.split(' ')[0]
}

/** Of ten recordings that come in one way, how many get each answer. */
export type TenRecordings = { delivery: DeliveryName | 'at rest'; answers: Readonly<Record<string, number>> }

/** The sets with the phone in the hand, as in the product. */
const IN_HAND = ['ha24-phone-hand phone-in-hand', 'air-letters']
const EACH = 5

/** Returns the engine's results for five unmodified recordings of each set with the phone in the hand, and for ten at rest. */
export function tryTenRecordings(windows: Windows): TenRecordings[] {
  const inHand = IN_HAND.flatMap((source) => windows.get(source) ?? [])
  const moving = IN_HAND.flatMap((source) => takeEvenly((windows.get(source) ?? []).filter(isMoving), EACH))
  const resting = takeEvenly(
    inHand.filter((window) => !isMoving(window)),
    IN_HAND.length * EACH,
  )
  const answer = (delivery: TenRecordings['delivery'], captures: readonly (readonly ImuSample[])[]): TenRecordings => {
    const words = captures
      .map((imu) => presenceScore({ imu }))
      .map(({ score, reason }) => reason ?? (score >= 0.5 ? 'alive' : 'not alive'))
    return {
      delivery,
      answers: Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, own]) => [word, own.length])),
    }
  }
  return [
    ...DELIVERY_NAMES.map((delivery) =>
      answer(
        delivery,
        moving.map(({ samples }, i) => DELIVERIES[delivery](samples, seededRandom(i))),
      ),
    ),
    answer(
      'at rest',
      resting.map(({ samples }) => samples),
    ),
  ]
}

function isMoving({ samples }: HumanWindow): boolean {
  return isJudged(samples)
}

function takeEvenly<Item>(list: readonly Item[], count: number): Item[] {
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, k) => list[Math.floor(((k + 0.5) * list.length) / count)],
  )
}

/** The source where most people of a part are refused; undefined of no rows. */
export function findWorstRefusal(rows: readonly RefusedPeople[], part: Part): RefusedPeople | undefined {
  return rows
    .filter(({ leftOut }) => !Number.isNaN(leftOut[part].value))
    .toSorted((one, other) => other.leftOut[part].value - one.leftOut[part].value)[0]
}

/** Writes refusals by placement, as Markdown that is also readable in terminals. */
export function writeRefusedPeople({ refusedPeople, resting, ten }: Refusals): string {
  const scored = refusedPeople.filter(({ unjudged }) => unjudged < 1)
  const slow = [...new Set(refusedPeople.filter(({ unjudged }) => unjudged === 1).map(({ delivery }) => delivery))]
  const rows = scored.map((row) => {
    const { fit, validation } = row.leftOut
    const people = `${row.people.fit} + ${row.people.validation}`
    return `| ${row.place} | ${row.source} | ${row.delivery} | ${people} | ${formatPercent(row.seen)} | ${row.without} | ${formatPercent(fit)} | ${formatPercent(validation)} |`
  })
  return [
    '| place | set | delivery | people, fit + validation | shipped model (seen) | left out | left out: fit | left out: validation |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Gets no score in any source, since it comes too slowly: ${slow.join(', ')}.`,
    '',
    `At rest, and asked to move more, of all windows recorded: ${describeResting(resting)}.`,
    '',
    'Ten recordings with the phone in the hand, by the shipped model (seen):',
    '',
    ...ten.map(({ delivery, answers }) => `- ${delivery}: ${describeAnswers(answers)}`),
  ].join('\n')
}

type Refusals = {
  refusedPeople: readonly RefusedPeople[]
  resting: RestingShares
  ten: readonly TenRecordings[]
}

/** A share in %, with its interval. */
export function formatPercent({ value, low, high }: Interval): string {
  const percent = (share: number) => (100 * share).toFixed(1)
  return Number.isNaN(value) ? '–' : `${percent(value)} (${percent(low)}–${percent(high)})`
}

function describeResting(resting: RestingShares): string {
  const some = Object.entries(resting).filter(([, share]) => share >= 0.005)
  return some.map(([source, share]) => `${source} ${(100 * share).toFixed(0)} %`).join(', ')
}

function describeAnswers(answers: TenRecordings['answers']): string {
  return Object.entries(answers)
    .map(([answer, count]) => `${count} ${answer}`)
    .join(', ')
}
