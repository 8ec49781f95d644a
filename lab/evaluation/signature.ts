import { seededRandom } from '../../packages/engine/src/random.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { sensorMaterial } from '../training/signature-material.ts'
import { BAND_RATES, type BandPoint, detBand } from './det-band.ts'
import { eer, eerInterval, type Interval, quantile, shareFrom, type Trial } from './figures.ts'
import { atRate, roundAsInBrowsers, withoutGyroscope } from './signature-changes.ts'
import {
  type Fold,
  fitPeopleLeftOut,
  listTrials,
  type Scored,
  scoreTrials,
  setsLeftOut,
  validationPeople,
} from './signature-folds.ts'
import { evaluateLandmarkSignature } from './signature-landmarks.ts'
import { type Change, changedLists, type TrialList, trialLists } from './signature-trials.ts'

const CHANGES: Readonly<Record<string, Change>> = {
  'rounded as in browsers': roundAsInBrowsers,
  'rounded, 60 Hz': (samples) => roundAsInBrowsers(atRate(samples, 60)),
  '50 Hz': (samples) => atRate(samples, 50),
  '100 Hz': (samples) => atRate(samples, 100),
}
const FAR_TARGETS = [0.1, 0.01]
/** Fewer people can't set a threshold for others. */
const FAR_PEOPLE = 10
/** Adult and elderly people of the set that tells. */
const AGES = { 'young, 19 to 30': 'SA', 'old, 60 to 75': 'SE' }
const ROTATION_VIEWS = [2, 3]
/** Enrolled and shown doing something else, somewhere else or on another day. */
const CROSSED = /-cross/

/** Five windows in the template against one: the error with its interval, and its curve. */
export type ListFigures = { people: number; template: Interval; single: Interval; band: BandPoint[] }

/**
 * Identity figures as shares of 1: of validation people under a model of all fit people; of fit people, each left out by a
 * third; and of people of whole data sets that were left out.
 */
export function evaluateSignature(motionFolder: string) {
  const windows = sensorMaterial(motionFolder)
  const lists = trialLists(motionFolder)
  const [validation, fit] = [[validationPeople(windows)], fitPeopleLeftOut(windows)]
  const ofFit = lists.map((list) => scoreTrials(list, fit))
  const ofValidation = lists.map((list) => scoreTrials(list, validation))
  return {
    identity: table(ofValidation),
    fit: table(ofFit),
    unseenSet: unseen(lists, (sets) => setsLeftOut(windows, sets)),
    changed: Object.fromEntries(
      Object.entries(CHANGES).map(([name, change]) => [name, templateEers(changedLists(motionFolder, change), fit)]),
    ),
    withoutGyroscope: templateEers(changedLists(motionFolder, withoutGyroscope), fit, ROTATION_VIEWS),
    byAge: splitByAge([...ofFit, ...ofValidation]),
    byHealth: splitByHealth(lists, [...ofFit, ...ofValidation]),
    falseAccepts: Object.fromEntries(FAR_TARGETS.map((target) => [target, measureRealized(ofFit, target)])),
    landmarks: evaluateLandmarkSignature(motionFolder),
  }
}

function table(results: readonly Scored[]): Record<string, ListFigures> {
  return Object.fromEntries(
    results.map(({ name, template, single }) => [
      name,
      {
        people: new Set(template.map(({ actual }) => actual)).size,
        template: interval(template),
        single: interval(single),
        band: drawBand(template),
      },
    ]),
  )
}

/** Lists of one activity, of sets that the model never saw. */
function unseen(lists: readonly TrialList[], foldsOf: (sets: string[]) => Fold[]) {
  const own = lists.filter(({ name }) => !CROSSED.test(name))
  const folds = foldsOf([...new Set(own.map(({ set }) => set))])
  const results = own.map((list) => scoreTrials(list, folds))
  const values = results.map(({ template }) => plainEer(template))
  return { lists: table(results), mean: values.reduce((sum, value) => sum + value, 0) / values.length }
}

/** People left out of either part who are of one age; both ends of a comparison. */
function splitByAge(results: readonly Scored[]): Record<string, Interval> {
  const stairs = results.filter(({ name }) => name === 'sisfall-stairs').flatMap(({ template }) => template)
  return Object.fromEntries(
    Object.entries(AGES).map(([age, prefix]) => [age, interval(stairs.filter(among((id) => id.startsWith(prefix))))]),
  )
}

/** Healthy people are those of the list of their own; both ends of a comparison. */
function splitByHealth(lists: readonly TrialList[], results: readonly Scored[]): Record<string, Interval> {
  const healthy = lists.find(({ name }) => name === 'pads-sametask-healthy')?.people ?? new Map()
  const all = results.filter(({ name }) => name === 'pads-sametask').flatMap(({ template }) => template)
  return {
    'healthy people': interval(all.filter(among((id) => healthy.has(id)))),
    patients: interval(all.filter(among((id) => !healthy.has(id)))),
  }
}

function templateEers(lists: readonly TrialList[], folds: readonly Fold[], missingViews: readonly number[] = []) {
  return Object.fromEntries(
    lists.map((list) => {
      const trials = folds.flatMap((fold) => listTrials(list, fold, missingViews, ({ enrol }) => [enrol]))
      return [list.name, plainEer(trials)]
    }),
  )
}

function drawBand(trials: readonly Trial[]): BandPoint[] {
  return detBand(trials, BAND_RATES, { random: seededRandom(1) })
}

function interval(trials: readonly Trial[]): Interval {
  return eerInterval(trials, { random: seededRandom(1) })
}

function plainEer(trials: readonly Trial[]): number {
  const scores = (isGenuine: boolean) =>
    trials.filter(({ claimed, actual }) => (claimed === actual) === isGenuine).map(({ score }) => score)
  return eer(scores(true), scores(false))
}

function among(belongs: (person: string) => boolean) {
  return ({ claimed, actual }: Trial) => belongs(claimed) && belongs(actual)
}

/**
 * Realized by targeted share of false accepts, list by list and their mean: all people's impostors are compared with the
 * threshold that all the other people's impostors give. Null where too few people are there to set one.
 */
function measureRealized(results: readonly Scored[], target: number) {
  const ratios = results.map(
    ({ name, template }) => [name, crossFittedRatio(template.filter(isImpostor), target)] as const,
  )
  const known = ratios.map(([, ratio]) => ratio).filter((ratio) => ratio !== null)
  return { ...Object.fromEntries(ratios), mean: known.reduce((sum, ratio) => sum + ratio, 0) / known.length }
}

function isImpostor({ claimed, actual }: Trial): boolean {
  return claimed !== actual
}

function crossFittedRatio(trials: readonly Trial[], target: number): number | null {
  const people = [...new Set(trials.map(({ claimed }) => claimed))]
  if (people.length < FAR_PEOPLE) return null
  const shares = people.map((person) => {
    const others = trials.filter(({ claimed, actual }) => claimed !== person && actual !== person)
    const own = trials.filter(({ claimed }) => claimed === person)
    return shareFrom(
      own.map(({ score }) => score),
      quantile(
        others.map(({ score }) => score),
        1 - target,
      ),
    )
  })
  return shares.reduce((sum, share) => sum + share, 0) / (shares.length * target)
}

if (import.meta.main) {
  const folder = process.argv[2] ?? MOTION_FOLDER
  console.log(
    JSON.stringify(
      evaluateSignature(folder),
      (_, value) => (typeof value === 'number' ? Number(value.toFixed(4)) : value),
      1,
    ),
  )
}
