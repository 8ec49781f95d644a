import { type CameraSample, type ImuSample, readCamera, readImu } from '../../packages/engine/src/capture.ts'
import { compareWindow } from '../../packages/engine/src/coupling/features.ts'
import {
  type CouplingParameters,
  type Equipment,
  type Tree,
  computeTreesLogit,
  type WindowModel,
} from '../../packages/engine/src/coupling/score.ts'
import { listCommonStreams } from '../../packages/engine/src/coupling/streams.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { boostTrees } from './boosted-trees.ts'
import {
  toCameraSamples,
  readCoupledTakes,
  type PairKind,
  toSensorSamples,
  type TakePair,
  takePairs,
} from './coupling-pairs.ts'
import { logisticLine } from './logistic-line.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import type { Recording } from './recordings.ts'

/** A judged pair: its features, how it is related, and whose take each side is. */
export type ComparedPair = { values: Float64Array; kind: PairKind; sensor: string; seen: string }

export type Plan = { gyro: boolean; depth: boolean; others: number; rounds: number }

// What a kind counts in all; another take of the same movement is the hardest to tell and counts most.
const COUNTS: Readonly<Record<PairKind, number>> = {
  matched: 1,
  'other-take': 0.5,
  'other-person': 0.3,
  'other-action': 0.2,
}
const BOOSTING = { rate: 0.06, ridge: 5, columns: 0.5, seed: 7 }
const APART_KEPT = 120
/** Where in a tree its answers stand. */
const ANSWERS = new Set([4, 5, 8, 9])

/** The usual phone has both; the others get fewer pairs and fewer trees, so that the file stays small. */
export const PLANS: Readonly<Record<Equipment, Plan>> = {
  gyroDepth: { gyro: true, depth: true, others: 3, rounds: 360 },
  gyroFlat: { gyro: true, depth: false, others: 1, rounds: 140 },
  accelerationDepth: { gyro: false, depth: true, others: 1, rounds: 80 },
  accelerationFlat: { gyro: false, depth: false, others: 1, rounds: 80 },
}

export function trainCoupling(motionFolder: string): CouplingParameters {
  const takes = readCoupledTakes(motionFolder)
  return {
    gyroDepth: trainModel(takes, PLANS.gyroDepth),
    gyroFlat: trainModel(takes, PLANS.gyroFlat),
    accelerationDepth: trainModel(takes, PLANS.accelerationDepth),
    accelerationFlat: trainModel(takes, PLANS.accelerationFlat),
  }
}

function trainModel(takes: readonly Recording[], plan: Plan): WindowModel {
  return fitCouplingModel(comparePairs(planPairs(takes, plan), plan), plan.rounds)
}

/** The pairs a model is learned from. */
export function planPairs(takes: readonly Recording[], { others }: Plan): TakePair[] {
  return takePairs(takes, { random: seededRandom(2), others })
}

/** Pairs as far as they can be judged, seen with this equipment. */
export function comparePairs(
  pairs: readonly TakePair[],
  { gyro, depth }: { gyro: boolean; depth: boolean },
): ComparedPair[] {
  return pairs.flatMap(({ imu, camera, kind }) => {
    const samples = toSensorSamples(imu)
    const track = toCameraSamples(camera, samples[samples.length - 1].t)
    const streams = listCommonStreams(
      readImu(gyro ? samples : samples.map(withoutGyro)),
      readCamera(depth ? track : track.map(withoutDepth)),
    )
    if (streams.status !== 'ok') return []
    return [{ values: compareWindow(streams.windows[0]).values, kind, sensor: imu.subject, seen: camera.subject }]
  })
}

export function withoutGyro({ t, ax, ay, az }: ImuSample): ImuSample {
  return { t, ax, ay, az }
}

export function withoutDepth({ t, x, y }: CameraSample): CameraSample {
  return { t, x, y }
}

/** Trees on all pairs; what they say becomes log odds and ranks by what trees learned without each person say of that person. */
export function fitCouplingModel(pairs: readonly ComparedPair[], rounds: number): WindowModel {
  requireEnough('coupling', 'people', people(pairs).length, 2)
  const held = people(pairs).flatMap((person) => {
    const trees = growTrees(
      pairs.filter(({ sensor, seen }) => sensor !== person && seen !== person),
      rounds,
    )
    return pairs
      .filter(({ sensor }) => sensor === person)
      .map((pair) => ({ kind: pair.kind, sum: computeTreesLogit(trees, pair.values) }))
  })
  const [slope, offset] = roundToDigits(platt(held))
  const apart = strangers(held).map((sum) => slope * sum + offset)
  return { trees: growTrees(pairs, rounds), slope, offset, apart: roundToDigits(pickQuantiles(apart), 3) }
}

type HeldOut = { kind: PairKind; sum: number }

function people(pairs: readonly ComparedPair[]): string[] {
  return [...new Set(pairs.map(({ sensor }) => sensor))]
}

function growTrees(pairs: readonly ComparedPair[], rounds: number): WindowModel['trees'] {
  const shares = new Map<PairKind, number>()
  for (const { kind } of pairs) shares.set(kind, (shares.get(kind) ?? 0) + 1)
  const matched = shares.get('matched') ?? 1
  const trees = boostTrees(
    {
      width: pairs[0].values.length,
      x: pairs.map(({ values }) => values),
      isHuman: Uint8Array.from(pairs, ({ kind }) => (kind === 'matched' ? 1 : 0)),
      weight: Float64Array.from(pairs, ({ kind }) => (COUNTS[kind] * matched) / (shares.get(kind) ?? 1)),
    },
    { ...BOOSTING, rounds },
  )
  return trees.map(inThousandths)
}

/** The answers of a tree as whole thousandths: all trees together change by less than 0.01, and the file by a third. */
function inThousandths(tree: Tree): Tree {
  return tree.map((value, i) => (ANSWERS.has(i) ? Math.round(1000 * Number(value.toFixed(3))) : value))
}

/**
 * Platt's scaling (1999), matched takes against other movements. Other takes of the same movement are left out:
 * an exact repetition of a movement isn't an everyday alternative, and even odds against it would refuse many honest people.
 */
function platt(held: readonly HeldOut[]): readonly [slope: number, offset: number] {
  const counted = held.filter(({ kind }) => kind !== 'other-take')
  const matched = counted.filter(({ kind }) => kind === 'matched').length
  return logisticLine(
    counted.map(({ kind, sum: value }) => {
      const isPositive = kind === 'matched'
      return { value, isPositive, weight: isPositive ? 1 : matched / (counted.length - matched) }
    }),
  )
}

function strangers(held: readonly HeldOut[]): number[] {
  return held
    .filter(({ kind }) => kind === 'other-person' || kind === 'other-action')
    .map(({ sum }) => sum)
    .toSorted((a, b) => a - b)
}

/** Evenly spread quantiles, the largest included: what has never been reached by strangers must stay rare. */
function pickQuantiles(sorted: readonly number[]): number[] {
  return Array.from({ length: APART_KEPT }, (_, k) => sorted[Math.ceil(((k + 1) * sorted.length) / APART_KEPT) - 1])
}
