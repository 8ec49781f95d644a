import { type LandmarkFrame, readFrames, readMembers, readRate } from '../capture.ts'
import { DEFAULT_THRESHOLDS, type RiskLevel } from '../evidence.ts'
import { createPositiveSolver, type Solver } from '../math/linear-algebra.ts'
import { dot } from '../math/statistics.ts'
import { scoreLandmarks } from '../presence/score.ts'
import { normal, type Random, seededRandom } from '../random.ts'
import { enroll, type Enrollment } from '../signature/enrollment.ts'
import { matchScore, SIGNATURE_MODEL } from '../signature/match.ts'
import { type MotionSignature, motionSignature, SIGNATURE_LENGTH } from '../signature/signature.ts'
import { scoreMatchCalibrated } from './apply.ts'
import type { Calibration } from './types.ts'

/**
 * How often each family of attacks passes before and after a calibration, at the risk level where the calibration makes
 * the biggest difference for the worse.
 */
export type CalibrationAttackCheck = {
  worse: boolean
  families: { name: string; before: number; after: number }[]
}

type Rates = { before: number; after: number }
/**
 * What a calibration says about one risk level. Without a threshold of its own the level keeps the shipped one and its
 * rate.
 */
type LevelRates = { level: RiskLevel; threshold: number | null; strangers: Rates }
type CandidateCalibration = { model: Calibration['model']; judgesStrokes: boolean; levels: readonly LevelRates[] }
/**
 * Forged landmarks. Checking whether they look human is expensive, so it is done only for those that match a template.
 */
type Forgery = { signature: MotionSignature; isHuman: () => boolean }
type Suite = { enrolled: Enrollment[]; forgeries: { name: string; made: Forgery[] }[] }

const LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high']
const PEOPLE = 12
const TEMPLATE = 3
const FORGERIES = 3
const HUMAN_FROM = 0.5
/** Change of a share that so few people can cause by chance. */
const CHANCE = 0.05

/**
 * Computes how often strangers and forged landmarks pass before and after a calibration, and whether any of these rates
 * becomes `worse` by more than chance. The stranger rates are those that the calibration measured; forgeries, drawn
 * from `seed`, are compared with synthetic people and must also pass the presence score. A calibration of strokes is
 * checked against strangers only.
 */
export function calibrationAttackCheck(calibration: Calibration, options?: { seed?: number }): CalibrationAttackCheck {
  const tried = readCalibration(calibration)
  const strangers = { name: 'strangers', ...selectWorst(tried.levels.map((told) => told.strangers)) }
  const families = [strangers, ...(tried.judgesStrokes ? [] : compareForgeries(tried, options?.seed ?? 1))]
  return { worse: families.some(({ before, after }) => after > before + CHANCE), families }
}

/**
 * Compares forgeries before and after. They exist for landmarks only. For strokes a calibration changes just the
 * threshold, whose effect the comparisons with strangers already show.
 */
function compareForgeries({ model, levels }: CandidateCalibration, seed: number): CalibrationAttackCheck['families'] {
  const { enrolled, forgeries } = loadSuite(seed)
  return forgeries.map(({ name, made }) => {
    const matches = scoreForgeries(enrolled, made, model)
    return { name, ...selectWorst(levels.map((told) => computeForgeryRates(told, matches))) }
  })
}

function readCalibration(calibration: unknown): CandidateCalibration {
  const { featureMode, applicable, model, thresholds, shippedFars, operatingPoints } = readMembers(calibration)
  const points: readonly unknown[] = Array.isArray(operatingPoints) ? operatingPoints : []
  const levels = LEVELS.map((level): LevelRates => {
    const threshold = readRate(readMembers(thresholds)[level])
    const point = readMembers(points.find((one) => readMembers(one).threshold === threshold))
    const before = readRate(readMembers(shippedFars)[level]) ?? 0
    const after = applicable && threshold !== null ? (readRate(point.realisedFar) ?? 1) : before
    return { level, threshold, strangers: { before, after } }
  })
  return { model: model as Calibration['model'], judgesStrokes: featureMode === 'strokes', levels }
}

function selectWorst(rates: readonly Rates[]): Rates {
  return rates.reduce((most, one) => (one.after - one.before > most.after - most.before ? one : most))
}

/** The score of a forgery against one template; `calibrated` is null if the shipped model still applies. */
type Match = { shipped: number; calibrated: number | null; isHuman: () => boolean }

function scoreForgeries(
  enrolled: readonly Enrollment[],
  made: readonly Forgery[],
  model: CandidateCalibration['model'],
): Match[] {
  return enrolled.flatMap((template) =>
    made.map(({ signature, isHuman }) => ({
      shipped: matchScore(template, signature),
      calibrated: model === null ? null : scoreMatchCalibrated(model, template, signature),
      isHuman,
    })),
  )
}

function computeForgeryRates({ level, threshold }: LevelRates, matches: readonly Match[]): Rates {
  const shareOf = (isPassed: (match: Match) => boolean) =>
    matches.filter((match) => isPassed(match) && match.isHuman()).length / matches.length
  const passesShipped = ({ shipped }: Match) => shipped >= DEFAULT_THRESHOLDS[level]
  return {
    before: shareOf(passesShipped),
    after: shareOf((match) =>
      threshold === null || match.calibrated === null ? passesShipped(match) : match.calibrated >= threshold,
    ),
  }
}

let suite: (Suite & { seed: number }) | null = null

/** Returns the people and forgeries for a seed, cached. */
function loadSuite(seed: number): Suite {
  if (suite?.seed !== seed) suite = { seed, ...createSuite(seed) }
  return suite
}

function createSuite(seed: number): Suite {
  const random = seededRandom(seed)
  const person = createPopulation(random)
  const people = Array.from({ length: PEOPLE }, () => person())
  const made = (forge: Forge) => Array.from({ length: FORGERIES }, () => toForgery(forge(random)))
  return {
    enrolled: people.map((drawn) => enroll(Array.from({ length: TEMPLATE }, drawn))),
    forgeries: [
      { name: 'noise', made: made(createNoiseFrames) },
      { name: 'frozen', made: made(createFrozenFrames) },
      { name: 'copies', made: made(createCopiedFrames) },
    ],
  }
}

function toForgery(frames: readonly LandmarkFrame[]): Forgery {
  const signature = motionSignature({ frames })
  let known: boolean | undefined
  const isHuman = () => (known ??= signature.status === 'ok' && scoreLandmarks(readFrames(frames)).score >= HUMAN_FROM)
  return { signature, isHuman }
}

type Forge = (random: Random) => LandmarkFrame[]
type Place = { x: number; y: number; z: number }

const FRAMES = 240
/** A standing body in the order of the research upload, alternating left and right. */
const BODY: readonly Place[] = [
  [0, 1.62],
  [0, 1.5],
  [0, 1.2],
  [0.2, 1.47],
  [-0.2, 1.47],
  [0.25, 1.2],
  [-0.25, 1.2],
  [0.25, 0.95],
  [-0.25, 0.95],
  [0.1, 0.95],
  [-0.1, 0.95],
  [0.1, 0.5],
  [-0.1, 0.5],
  [0.1, 0.08],
  [-0.1, 0.08],
  [0, 0.96],
  [0, 1.35],
  [0, 1.72],
].map(([x, y]) => ({ x, y, z: 0 }))

function createFrozenFrames(): LandmarkFrame[] {
  return createFrames(() => BODY)
}

/** Returns frames in which every joint trembles independently. */
function createNoiseFrames(random: Random): LandmarkFrame[] {
  const size = 0.005 + 0.05 * random()
  return createFrames(() => BODY.map((place) => addTremor(place, size, random)))
}

/** Returns frames in which all joints share one random walk. */
function createCopiedFrames(random: Random): LandmarkFrame[] {
  let at = { x: 0, y: 0, z: 0 }
  const size = 0.005 + 0.03 * random()
  return createFrames(() => {
    at = addTremor(at, size, random)
    return BODY.map(({ x, y, z }) => ({ x: x + at.x, y: y + at.y, z: z + at.z }))
  })
}

function createFrames(joints: () => readonly Place[]): LandmarkFrame[] {
  return Array.from({ length: FRAMES }, (_, i) => ({ t: (i * 1000) / 30, joints: joints() }))
}

function addTremor({ x, y, z }: Place, size: number, random: Random): Place {
  return { x: x + size * normal(random), y: y + size * normal(random), z: z + size * normal(random) }
}

/** Returns a new signature of one synthetic person on each call. */
type SignatureSource = () => MotionSignature

/** Variance of a scaled feature over people and their windows. */
const FEATURE_VARIANCE = 0.8

/**
 * Returns a function that draws a new synthetic person from the shipped signature model on each call. A person is
 * itself a function that returns another of their signatures on each call. `beside` scales the variation in the
 * dimensions that the matcher ignores.
 */
export function createPopulation(random: Random, beside = 1): () => SignatureSource {
  const [{ projection, unit, centre, between, within }] = SIGNATURE_MODEL.body.matchers
  const rows = projection.map((row, k) => Float64Array.from(row, (value) => value * unit[k]))
  const solve = createGramSolver(rows)
  const own = within.map((variance) => Math.max(0.1, FEATURE_VARIANCE - variance))
  return () => {
    const place = between.map((variance, k) => centre[k] + Math.sqrt(variance) * normal(random))
    const aside = own.map((variance) => Math.sqrt(variance) * normal(random))
    return () => {
      const wanted = place.map((value) => value + normal(random))
      const free = Float64Array.from(
        within,
        (variance, j) => beside * (aside[j] + Math.sqrt(variance) * normal(random)),
      )
      return createSignature(computeNearestVector(rows, solve, wanted, free))
    }
  }
}

function createSignature(vector: Float64Array): MotionSignature {
  return { vector: Array.from(vector), version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok', reason: null }
}

function createGramSolver(rows: readonly Float64Array[]): Solver {
  const k = rows.length
  const gram = new Float64Array(k * k)
  rows.forEach((row, i) => {
    rows.forEach((other, j) => {
      gram[i * k + j] = dot(row, other)
    })
  })
  return createPositiveSolver(gram, k, 1e-9)
}

/** Returns the vector nearest to `free` that the rows project to `wanted`. */
function computeNearestVector(
  rows: readonly Float64Array[],
  solve: Solver,
  wanted: readonly number[],
  free: Float64Array,
) {
  const lacking = solve(rows.map((row, k) => wanted[k] - dot(row, free)))
  const out = new Float64Array(SIGNATURE_LENGTH)
  for (let j = 0; j < out.length; j++) out[j] = rows.reduce((sum, row, k) => sum + row[j] * lacking[k], free[j])
  return out
}
