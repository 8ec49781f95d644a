import { dot } from '../../packages/engine/src/math/statistics.ts'
import { type Detector, WEIGHT_UNIT } from '../../packages/engine/src/presence/model.ts'
import { appendSquares, type Moments, momentsOfRows, quantiles, type Row, separate, whole } from './discriminants.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import { simulatedWindows } from './simulation-hands.ts'
import { peopleWindows } from './simulation-people.ts'
import type { SimulationWindow } from './simulation-windows.ts'

/** Simulations count by their scatter, too: what a search finds lies at its edge, not in its middle. */
const SIMULATED_SHARE = 3
/** The share that may be refused beside those of the presence score, in the setting that has it hardest when its set is left out. */
const REFUSED_SHARE = 0.04
/** Where this share of the hardest setting lies below, a detector stands at -1: so they can be compared with each other. */
const UNIT_SHARE = 0.01
/** So many that whole numbers of the unit of weights are fine enough. */
const FINENESS = 10

/** The model of `simulation`. */
export function trainSimulation(motionFolder: string): Detector[] {
  return fitSimulations(peopleWindows(motionFolder), simulatedWindows())
}

/** One discriminant between people and each kind of simulation; each setting and each family of a kind counts the same. */
export function fitSimulations(
  people: readonly SimulationWindow[],
  simulated: readonly SimulationWindow[],
): Detector[] {
  const kinds = groupKinds(simulated)
  const { units, line } = drawLine(people, kinds)
  const human = momentsOfRows(toRows(people))
  return kinds.map(({ kind, rows }, k) => {
    const { weights, middle } = fitScorer(human, rows)
    return toDetector(kind, { weights, bias: -middle - line * units[k] }, FINENESS / units[k])
  })
}

type Kind = { kind: string; rows: readonly Row[] }

function groupKinds(simulated: readonly SimulationWindow[]): Kind[] {
  return [...Map.groupBy(simulated, kindOf)].map(([kind, windows]) => ({ kind, rows: toRows(windows) }))
}

type Line = { units: number[]; line: number; least: number[] }

/** The unit of each detector, the line for the least of them, and that least for each window, by detectors that never saw its set. */
function drawLine(people: readonly SimulationWindow[], kinds: readonly Kind[]): Line {
  const scores = scoreLeftOut(
    people,
    kinds.map(({ rows }) => rows),
  )
  const units = kinds.map((_, k) => {
    const own = scores.map((all) => all[k])
    return -findHardest(people, own, UNIT_SHARE)
  })
  const least = scores.map((own) => Math.min(...own.map((score, k) => score / units[k])))
  return { units, line: findHardest(people, least, REFUSED_SHARE), least }
}

/** The share of windows refused in each setting, by detectors that never saw its set. */
export function measureRefusals(
  people: readonly SimulationWindow[],
  simulated: readonly SimulationWindow[],
): Record<string, { windows: number; people: number; refused: number }> {
  const { line, least } = drawLine(people, groupKinds(simulated))
  const settings = Map.groupBy(people.keys(), (i) => people[i].family)
  const entries = [...settings].map(([setting, own]) => {
    const refused = own.filter((i) => least[i] < line).length / own.length
    return [setting, { windows: own.length, people: new Set(own.map((i) => people[i].person)).size, refused }]
  })
  return Object.fromEntries(entries)
}

/** Scores a window with scorers that weren't trained on its set. */
function scoreLeftOut(people: readonly SimulationWindow[], kinds: readonly (readonly Row[])[]): number[][] {
  const sets = [...new Set(people.map(setOf))]
  requireEnough('simulation', 'sets of recordings', sets.length, 2)
  const scorers = new Map(
    sets.map((set) => {
      const human = momentsOfRows(toRows(people.filter((one) => setOf(one) !== set)))
      return [set, kinds.map((rows) => fitScorer(human, rows))]
    }),
  )
  return people.map((window) => {
    const v = appendSquares(window.u)
    return (scorers.get(setOf(window)) ?? []).map(({ weights, middle }) => dot(weights, v) - middle)
  })
}

/** The lowest of the values at which a setting comes to this share. */
function findHardest(people: readonly SimulationWindow[], values: readonly number[], share: number): number {
  const settings = Map.groupBy(people.keys(), (i) => people[i].family)
  const reached = [...settings.values()].map((own) => {
    const weighed = own.map((i) => ({ value: values[i], weight: 1 }))
    return quantiles(weighed, [share])[0]
  })
  return Math.min(...reached)
}

/** People stand at 0 in their middle, simulations at -1. */
type Scorer = { weights: Float64Array; middle: number }

function fitScorer(human: Moments, rows: readonly Row[]): Scorer {
  const simulated = momentsOfRows(rows, human)
  const raw = separate(human, simulated, SIMULATED_SHARE)
  const unit = 1 / (dot(raw, human.mean) - dot(raw, simulated.mean))
  const weights = raw.map((value) => unit * value)
  return { weights, middle: dot(weights, human.mean) }
}

function toDetector(kind: string, { weights, bias }: { weights: Float64Array; bias: number }, unit: number): Detector {
  const half = weights.length / 2
  return {
    kind,
    bias: roundToDigits([unit * bias], 5)[0],
    linear: whole(weights.subarray(0, half), unit / WEIGHT_UNIT),
    square: whole(weights.subarray(half), unit / WEIGHT_UNIT),
  }
}

function setOf({ family }: SimulationWindow): string {
  return family.split(' ')[0]
}

function kindOf({ family }: SimulationWindow): string {
  return family.split(',')[0]
}

/** The same weight for every setting or family, and in it for every person. */
function toRows(windows: readonly SimulationWindow[]): Row[] {
  const families = Map.groupBy(windows, ({ family }) => family)
  return [...families.values()].flatMap((own) => {
    const people = [...Map.groupBy(own, ({ person }) => person).values()]
    return people.flatMap((some) => some.map(({ u }) => ({ u, weight: 1 / (people.length * some.length) })))
  })
}
