import {
  toCoordinates,
  findSetting,
  type Matcher,
  SIGNATURE_MODEL,
  type SignatureKind,
  type SignatureModel,
  type StatisticsModel,
} from '../../packages/engine/src/signature/match.ts'
import {
  listDimensions,
  type Scale,
  scaleFeatures,
  SIGNATURE_LENGTH,
} from '../../packages/engine/src/signature/signature.ts'
import { STATISTICS_LENGTH } from '../../packages/engine/src/signature/statistics.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import { fitCalibration } from './signature-calibration.ts'
import { fitCoordinates, LARGEST_WEIGHT, type Precision } from './signature-fit.ts'
import { landmarkMaterial } from './signature-landmarks.ts'
import { type SignatureWindow, sensorMaterial } from './signature-material.ts'
import { computeMoments, type Example, type Labelled, type Moments } from './signature-moments.ts'
import { computePlaceMoments } from './signature-places.ts'

/** Share of a person's scatter that more windows of the same minute do not average away. */
export const PERSISTENT = 0.3
/** The average person counts for so many windows when an enrollment's own variance is judged. */
export const SCATTER_PRIOR = 30
const NOISE = { persistent: PERSISTENT, scatterPrior: SCATTER_PRIOR }
/** Windows of each place that the population's quantiles are taken of, so that no set outweighs the others. */
const SCALE_WINDOWS = 150
/** Of a hundred people one may be farther from every known setting. */
const NEAR_SHARE = 0.99

const STATISTICS: Precision = { coordinates: 64, largest: 31 }

/** Windows that a matcher of these views learns from. */
export type Part = Precision & { views: readonly number[]; windows: readonly SignatureWindow[] }

/** Parts of one kind of capture, how their moments are taken, and the scale if it is not to be learned. */
export type Material = {
  version: string
  parts: readonly Part[]
  momentsOf: (examples: readonly Labelled[], d: number) => Moments
  scale?: Scale
}

/** The features and their comparison; `splitSignature` splits them into two sections. */
export function trainSignature(motionFolder: string): SignatureModel {
  return {
    ...NOISE,
    imu: trainSensors(motionFolder),
    body: calibrateKind(bodyParts(landmarkMaterial(motionFolder))),
  }
}

/** The model by file: scales alone, which every page needs that scans, and what compares. */
export function splitSignature({ imu, body, ...noise }: SignatureModel): Readonly<Record<string, unknown>> {
  const [sensors, bodies] = [splitKind(imu), splitKind(body)]
  return {
    signature: { imu: sensors.scale, body: bodies.scale },
    'signature-matching': { ...noise, imu: sensors.matching, body: bodies.matching },
  }
}

function splitKind({ version, median, spread, statistics, ...matchers }: SignatureKind) {
  if (!statistics) return { scale: { version, median, spread }, matching: matchers }
  const { median: middle, spread: width, ...matching } = statistics
  return {
    scale: { version, median, spread, statistics: { median: middle, spread: width } },
    matching: { ...matchers, statistics: matching },
  }
}

/** Learned from motion sensors alone. */
export function trainSensors(motionFolder: string): SignatureKind {
  return calibrateKind(sensorParts(sensorMaterial(motionFolder)))
}

/** With and without a gyroscope. The scale stays the published one: enrollments hold vectors in it. */
export function sensorParts(windows: readonly SignatureWindow[]): Material {
  const { version, median, spread } = SIGNATURE_MODEL.imu
  return {
    version,
    parts: [
      { windows, views: [0, 1, 2, 3], coordinates: 64, largest: 31 },
      { windows, views: [0, 1], coordinates: 40, largest: 31 },
    ],
    momentsOf: computePlaceMoments,
    scale: { median, spread },
  }
}

/** Whole bodies, and hands alone. */
export function bodyParts(windows: readonly SignatureWindow[]): Material {
  const bodies = windows.filter(({ missingViews }) => missingViews.length === 0)
  return {
    version: SIGNATURE_MODEL.body.version,
    parts: [
      { windows: bodies, views: [0, 1, 2, 3], coordinates: 48, largest: LARGEST_WEIGHT },
      { windows, views: [0], coordinates: 24, largest: LARGEST_WEIGHT },
    ],
    momentsOf: computeMoments,
  }
}

/** Scales, and a matcher for each part, before calibration. */
export function fitKind(material: Material): SignatureKind {
  const { version, parts } = material
  for (const { windows } of parts) {
    requireEnough(`signature ${version}`, 'people', new Set(windows.map(({ person }) => person)).size, 2)
  }
  const scale = material.scale ?? populationScale(parts)
  return { version, ...scale, ...fitOn(material, scaleWindows(parts, scale)) }
}

type Fitted = Pick<SignatureKind, 'matchers' | 'statistics'>

/** What is learned of the examples of each part; of statistics where the first part has them. */
function fitOn({ parts, momentsOf }: Material, { examples, statistics }: Scaled): Fitted {
  const matchers = parts.map((part, i): Matcher => fitMatcher(examples[i], part, momentsOf))
  if (!statistics) return { matchers }
  const plain = examples[0].map((example) => ({ ...example, vector: example.statistics }))
  const { space } = fitCoordinates(momentsOf(plain, STATISTICS_LENGTH), STATISTICS)
  return { matchers, statistics: { ...statistics, ...space, calibration: [1, 0] } }
}

/** The matcher of signatures that have these views, from examples of many people. */
export function fitMatcher(
  examples: readonly Labelled[],
  { views, ...precision }: Omit<Part, 'windows'>,
  momentsOf: Material['momentsOf'] = computeMoments,
): Matcher {
  const dimensions = listDimensions(views)
  const chosen = examples.map((example) => ({
    ...example,
    vector: dimensions.map((dimension) => example.vector[dimension]),
  }))
  const { space, within } = fitCoordinates(momentsOf(chosen, dimensions.length), precision)
  const matcher: Matcher = { views: [...views], ...space, within, calibration: [1, 0] }
  return space.settings ? { ...matcher, near: farthest(matcher, examples) } : matcher
}

/** All examples of all parts, and the scale of the statistics if there are any. */
type Scaled = { examples: Example[][]; statistics: Pick<StatisticsModel, 'median' | 'spread'> | null }

function scaleWindows(parts: readonly Part[], scale: Scale): Scaled {
  const statistics = parts[0].windows.some((window) => window.statistics) ? statisticsScale(parts[0].windows) : null
  return { statistics, examples: parts.map(({ windows }) => windows.map((own) => toExample(own, scale, statistics))) }
}

function toExample(window: SignatureWindow, scale: Scale, plain: Scale | null): Example {
  const { place, setting, person, unit, raw, statistics } = window
  return {
    place,
    setting,
    person,
    unit,
    vector: scaleFeatures(raw, scale),
    statistics: statistics && plain ? scaleFeatures(statistics, plain) : [],
  }
}

/** The kind with its lines to log odds: of the vector alone, and of both where there are statistics. */
function calibrateKind(material: Material): SignatureKind {
  const kind = fitKind(material)
  const scaled = scaleWindows(material.parts, kind)
  const folds = splitPeople(scaled, (part) => fitOn(material, part))
  const matchers = kind.matchers.map((matcher, i) => ({
    ...matcher,
    calibration: fitCalibration(folds, { matcher: i, withStatistics: false }, NOISE),
  }))
  if (!kind.statistics) return { ...kind, matchers }
  const calibration = fitCalibration(folds, { matcher: 0, withStatistics: true }, NOISE)
  return { ...kind, matchers, statistics: { ...kind.statistics, calibration } }
}

const FOLDS = 3

/** A third of the people of each part by turns, and what is learned of the others. */
function splitPeople({ examples, statistics }: Scaled, fit: (scaled: Scaled) => Fitted) {
  const foldOf = examples.map((own) => {
    const people = new Set(own.map(({ person }) => person))
    return new Map([...people].map((person, i) => [person, i % FOLDS]))
  })
  const inFold = (fold: number, isHeld: boolean) =>
    examples.map((own, part) => own.filter(({ person }) => (foldOf[part].get(person) === fold) === isHeld))
  return Array.from({ length: FOLDS }, (_, fold) => ({
    fitted: fit({ examples: inFold(fold, false), statistics }),
    held: inFold(fold, true),
  }))
}

/** The distance from the nearest setting that covers nearly all people in the examples. */
function farthest(matcher: Matcher, examples: readonly Labelled[]): number {
  const cells = [...Map.groupBy(examples, ({ setting, person }) => `${setting}|${person}`).values()]
  const distances = cells.map((own) => {
    const mean = own[0].vector.map((_, j) => own.reduce((sum, { vector }) => sum + vector[j], 0) / own.length)
    return findSetting(matcher, toCoordinates(matcher, mean)).distance
  })
  const sorted = Float64Array.from(distances).toSorted()
  return roundToDigits([sorted[Math.floor(NEAR_SHARE * (sorted.length - 1))]], 4)[0]
}

/** Median and half the distance of the 16 % and 84 % quantiles of each dimension, over the windows that have it. */
function populationScale(parts: readonly Part[]): Scale {
  return scaleOf(SIGNATURE_LENGTH, (j) => {
    const part = parts.findLast(({ views }) => views.includes(j % 4)) as Part
    return Float64Array.from(drawWindows(part.windows), ({ raw }) => raw[j])
  })
}

function statisticsScale(windows: readonly SignatureWindow[]): Scale {
  const drawn = drawWindows(windows)
  return scaleOf(STATISTICS_LENGTH, (j) => Float64Array.from(drawn, ({ statistics }) => statistics?.[j] ?? 0))
}

function scaleOf(length: number, columnOf: (dimension: number) => Float64Array): Scale {
  const columns = Array.from({ length }, (_, j) => columnOf(j).toSorted())
  const at = (column: Float64Array, share: number) => column[Math.floor(share * column.length)]
  return {
    median: roundToDigits(columns.map((column) => at(column, 0.5))),
    spread: roundToDigits(columns.map((column) => Math.max((at(column, 0.84) - at(column, 0.16)) / 2, 1e-6))),
  }
}

function drawWindows(windows: readonly SignatureWindow[]): SignatureWindow[] {
  return [...Map.groupBy(windows, ({ place }) => place).values()].flatMap((own) =>
    Array.from({ length: SCALE_WINDOWS }, (_, k) => own[Math.floor((k * own.length) / SCALE_WINDOWS)]),
  )
}
