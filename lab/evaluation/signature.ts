import { seededRandom } from '../../packages/engine/src/random.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { type Adapt, sensorMaterial } from '../training/signature-material.ts'
import { BAND_RATES, type BandPoint, detBand } from './det-band.ts'
import { eer, eerInterval, type Interval, quantile, shareFrom, type Trial } from './figures.ts'
import { atRate, roundAsInBrowsers, withoutGyroscope } from './signature-changes.ts'
import { type Fold, peopleLeftOut, type Scored, scoreTrials, setsLeftOut, listTrials } from './signature-folds.ts'
import { evaluateLandmarkSignature } from './signature-landmarks.ts'
import { withAxisMeans, withoutLevels } from './signature-mounting.ts'
import { type Change, type TrialList, trialLists } from './signature-trials.ts'

const CHANGES: Readonly<Record<string, Change>> = {
  'rounded as in browsers': roundAsInBrowsers,
  'rounded, 60 Hz': (samples) => roundAsInBrowsers(atRate(samples, 60)),
  '50 Hz': (samples) => atRate(samples, 50),
  '100 Hz': (samples) => atRate(samples, 100),
}
const FAR_TARGETS = [0.1, 0.01]
/** Fewer people cannot set a threshold for anybody else. */
const FAR_PEOPLE = 10
/** Adult and elderly people of the set that tells. */
const AGES = { 'young, 19 to 30': 'SA', 'old, 60 to 75': 'SE' }
const ROTATION_VIEWS = [2, 3]

/** Identity figures on people (and, where said, whole data sets) that the models were not trained on; shares of 1. */
export function evaluateSignature(motionFolder: string) {
  const windows = sensorMaterial(motionFolder)
  const folds = peopleLeftOut(windows)
  const lists = trialLists(motionFolder)
  const results = lists.map((list) => scoreTrials(list, folds))
  const stairs = results.find(({ name }) => name === 'sisfall-stairs') as Scored
  return {
    identity: table(results),
    unseenSet: unseen(lists, setsLeftOut(windows)),
    changed: Object.fromEntries(
      Object.entries(CHANGES).map(([name, change]) => [name, templateEers(trialLists(motionFolder, change), folds)]),
    ),
    withoutGyroscope: templateEers(trialLists(motionFolder, withoutGyroscope), folds, ROTATION_VIEWS),
    byAge: Object.fromEntries(
      Object.entries(AGES).map(([age, prefix]) => [age, interval(stairs.template.filter(among(prefix)))]),
    ),
    falseAccepts: Object.fromEntries(FAR_TARGETS.map((target) => [target, measureRealized(results, target)])),
    mounting: {
      'axis means added': evaluateAdapted(motionFolder, withAxisMeans),
      'levels of acceleration left out': evaluateAdapted(motionFolder, withoutLevels),
    },
    landmarks: evaluateLandmarkSignature(motionFolder),
  }
}

function table(results: readonly Scored[]) {
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

function unseen(lists: readonly TrialList[], folds: readonly Fold[]) {
  const results = lists.map((list) => scoreTrials(list, folds))
  const values = results.map(({ template }) => plainEer(template))
  return { ...table(results), mean: values.reduce((sum, value) => sum + value, 0) / values.length }
}

function templateEers(lists: readonly TrialList[], folds: readonly Fold[], missingViews: readonly number[] = []) {
  return Object.fromEntries(
    lists.map((list) => {
      const trials = folds.flatMap((fold) => listTrials(list, fold, missingViews, ({ enrol }) => [enrol]))
      return [list.name, plainEer(trials)]
    }),
  )
}

/** The same with features changed in training and trials alike. */
function evaluateAdapted(motionFolder: string, adapt: Adapt) {
  const lists = trialLists(motionFolder, undefined, adapt)
  return templateEers(lists, peopleLeftOut(sensorMaterial(motionFolder, adapt)))
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

function among(prefix: string) {
  return ({ claimed, actual }: Trial) => claimed.startsWith(prefix) && actual.startsWith(prefix)
}

/**
 * Realized by targeted share of false accepts, list by list and their mean: everybody's impostors are held against the
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
