import { parseArgs } from 'node:util'
import { readCamera, readImu } from '../../packages/engine/src/capture.ts'
import {
  type CouplingParameters,
  type CouplingScore,
  type Equipment,
  judgeCoupling,
  type WindowModel,
} from '../../packages/engine/src/coupling/score.ts'
import { type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { readCoupledTakes, type PairKind } from '../training/coupling-pairs.ts'
import { type ComparedPair, comparePairs, fitCouplingModel, PLANS, planPairs } from '../training/coupling.ts'
import { MOTION_FOLDER, type Recording } from '../training/recordings.ts'
import {
  ATTACKS,
  CHANGES,
  type Change,
  type CouplingTrial,
  joinTrials,
  type ListedPair,
  readPairs,
  takeTrial,
} from './coupling-trials.ts'
import { auc, type Interval, intervalOver, shareFrom } from './figures.ts'

/** AUC of matched takes against each kind of other takes. */
type Kinds = Record<Exclude<PairKind, 'matched'>, Interval>

export type CouplingFigures = {
  oneTake: Kinds
  tenSeconds: Kinds
  /** AUC of each person left out, one take: other action, other person, other take. */
  people: Record<string, Record<Exclude<PairKind, 'matched'>, number>>
  /** Share of honest takes, and of joined ones, that score under 0.5. */
  refusedTakes: Interval
  refusedTenSeconds: Interval
  /** AUC against other people's takes under changes of both kinds of trials. */
  changes: Record<string, Interval>
  /** Share of attacks that reach 0.5. */
  attacks: Record<string, Interval>
  /** Median lag of matched takes in ms, and the share of strangers with p ≤ 0.05. */
  medianLagMs: number
  strangersBelow5Percent: number
}

type Scored = { person: string; kind: PairKind; score: number; lagMs: number; p: number }

const OTHERS = ['other-action', 'other-person', 'other-take'] as const
const ROUNDS = 400
// Every so many takes are enough for what happens to captures and for attacks.
const SPARSE = 3

/** Every figure is of people whose takes the model was not learned from; intervals draw people. */
export function evaluateCoupling(motionFolder: string): CouplingFigures {
  const takes = readCoupledTakes(motionFolder)
  const pairs = readPairs(motionFolder, takes)
  const judge = judgeWithoutEach(takes)
  const single = pairs.map((pair) => judge(takeTrial(pair), pair.kind))
  const joined = (['matched', ...OTHERS] as const).flatMap((kind) =>
    joinTrials(pairs, kind, seededRandom(3)).map((trial) => judge(trial, kind)),
  )
  return {
    oneTake: splitByKind(single),
    tenSeconds: splitByKind(joined),
    people: Object.fromEntries(
      listPeople(single).map((person) => [person, computeAucs(single.filter((s) => s.person === person))]),
    ),
    refusedTakes: measureRefused(single),
    refusedTenSeconds: measureRefused(joined),
    changes: changeFigures(pairs, judge),
    attacks: attackFigures(pairs, judge),
    medianLagMs: middle(single.filter(({ kind }) => kind === 'matched').map(({ lagMs }) => lagMs)),
    strangersBelow5Percent: share(
      single.filter(({ kind }) => kind === 'other-person' || kind === 'other-action'),
      ({ p }) => p <= 0.05,
    ),
  }
}

type Judge = (trial: CouplingTrial, kind: PairKind) => Scored

/** Parameters learned without each person, and the trials of that person's sensor judged by them. */
function judgeWithoutEach(takes: readonly Recording[]): Judge {
  const compared = mapEquipment((equipment) => comparePairs(planPairs(takes, PLANS[equipment]), PLANS[equipment]))
  const people = [...new Set(takes.map(({ subject }) => subject))]
  const models = new Map(
    people.map((person) => [
      person,
      mapEquipment((equipment) => without(compared[equipment], person, PLANS[equipment].rounds)),
    ]),
  )
  return ({ people: [person], imu, camera }, kind) => {
    const result: CouplingScore = judgeCoupling(
      models.get(person) as CouplingParameters,
      readImu(imu),
      readCamera(camera),
    )
    return { person, kind, score: result.score, lagMs: result.lagMs, p: result.p }
  }
}

function mapEquipment<Value>(make: (equipment: Equipment) => Value): Record<Equipment, Value> {
  return {
    gyroDepth: make('gyroDepth'),
    gyroFlat: make('gyroFlat'),
    accelerationDepth: make('accelerationDepth'),
    accelerationFlat: make('accelerationFlat'),
  }
}

function without(pairs: readonly ComparedPair[], person: string, rounds: number): WindowModel {
  return fitCouplingModel(
    pairs.filter(({ sensor, seen }) => sensor !== person && seen !== person),
    rounds,
  )
}

function splitByKind(scored: readonly Scored[]): Kinds {
  return {
    'other-action': aucInterval(scored, 'other-action'),
    'other-person': aucInterval(scored, 'other-person'),
    'other-take': aucInterval(scored, 'other-take'),
  }
}

function computeAucs(scored: readonly Scored[]): Record<Exclude<PairKind, 'matched'>, number> {
  return {
    'other-action': computeAuc(scored, 'other-action'),
    'other-person': computeAuc(scored, 'other-person'),
    'other-take': computeAuc(scored, 'other-take'),
  }
}

function computeAuc(scored: readonly Scored[], other: PairKind): number {
  const of = (kind: PairKind) => scored.filter((s) => s.kind === kind).map(({ score }) => score)
  return auc(of('matched'), of(other))
}

function aucInterval(scored: readonly Scored[], other: PairKind): Interval {
  return byPeople(scored, (drawn) => computeAuc(drawn, other))
}

function measureRefused(scored: readonly Scored[]): Interval {
  const matched = scored.filter(({ kind }) => kind === 'matched')
  return byPeople(matched, (drawn) => share(drawn, ({ score }) => score < 0.5))
}

function byPeople(scored: readonly Scored[], figure: (drawn: readonly Scored[]) => number): Interval {
  const groups = listPeople(scored).map((person) => scored.filter((s) => s.person === person))
  return intervalOver(groups, (drawn) => figure(drawn.flat()), { random: seededRandom(4), rounds: ROUNDS })
}

function changeFigures(pairs: readonly ListedPair[], judge: Judge): Record<string, Interval> {
  const sparse = pairs
    .filter((_, i) => i % (4 * SPARSE) < 4)
    .filter(({ kind }) => kind === 'matched' || kind === 'other-person')
  const figure = (change: Change) => {
    const random: Random = seededRandom(5)
    return aucInterval(
      sparse.map((pair) => judge(change(takeTrial(pair), random), pair.kind)),
      'other-person',
    )
  }
  return Object.fromEntries(Object.entries(CHANGES).map(([name, change]) => [name, figure(change)]))
}

function attackFigures(pairs: readonly ListedPair[], judge: Judge): Record<string, Interval> {
  const sparse = pairs.filter(({ kind }) => kind === 'other-person').filter((_, i) => i % SPARSE === 0)
  return Object.fromEntries(
    Object.entries(ATTACKS).map(([name, attack]) => {
      const random = seededRandom(6)
      const scored = sparse.map(({ imu, camera }) => judge(attack(imu, camera, random), 'other-person'))
      return [
        name,
        byPeople(scored, (drawn) =>
          shareFrom(
            drawn.map(({ score }) => score),
            0.5,
          ),
        ),
      ]
    }),
  )
}

function listPeople(scored: readonly Scored[]): string[] {
  return [...new Set(scored.map(({ person }) => person))]
}

function share<Value>(values: readonly Value[], holds: (value: Value) => boolean): number {
  return values.filter(holds).length / values.length
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { motion: { type: 'string' } } })
  const folder = values.motion ?? MOTION_FOLDER
  console.log(JSON.stringify(evaluateCoupling(folder), null, 1))
}
