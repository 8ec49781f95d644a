import {
  type Detector,
  computeDetectorAnswers,
  computeHumanness,
  type Spread,
} from '../../packages/engine/src/presence/model.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { ATTACK_FAMILIES } from '../attacks/index.ts'
import type { DeliveryName } from '../training/deliveries.ts'
import { momentsOfRows } from '../training/discriminants.ts'
import { landmarkTakes } from '../training/landmark-material.ts'
import { attackExamples, type Example, humanExamples } from '../training/presence-examples.ts'
import { humanWindows, readWindows } from '../training/presence-material.ts'
import {
  type Against,
  crossFitted,
  type Fit,
  fitDetector,
  assignFolds,
  humanRows,
  humanWeights,
  inUnits,
  isHuman,
  computeSpreads,
  computeUnits,
  type Window,
} from '../training/presence-model.ts'
import { LANDMARK_FIT, landmarkWindows, SENSOR_FIT, WINDOWS_A_FAMILY } from '../training/presence.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { type Interval, shareFrom, shareIntervalOver, thresholdAtBpcer } from './figures.ts'
import { shareBelowLine } from './presence-line.ts'
import {
  measureResting,
  measureRefusedPeople,
  type RefusedPeople,
  type RestingShares,
  type TenRecordings,
  tryTenRecordings,
} from './presence-people.ts'

/** Attacks let through where 5 % and where 1 % of people are refused. */
type Passed = { at5: Interval; at1: Interval; windows: number }

export type PresenceFigures = {
  people: number
  /** Families the detectors were trained against, on other people. */
  seen: Record<string, Passed>
  /** The same families when no detector had ever met them, on other people. */
  unseen: Record<string, Passed>
  /** A person's own motion once more: challenge and memory must stop it, the score cannot. */
  replays: Record<string, Passed>
  worst: { seen: string; unseen: string }
  /** Share of people refused at the common 5 % line, by source, by device and by age. */
  refused: Record<string, number>
  /** Share of captures that the shipped line, which is to refuse one in twenty, refuses on people it was not set on. */
  belowHalf: Interval
}

const FOLDS = 5
const ROUNDS = 200
const WINDOWS_A_SOURCE = 160

export type SensorFigures = PresenceFigures & {
  refusedPeople: readonly RefusedPeople[]
  resting: RestingShares
  ten: readonly TenRecordings[]
}

/** Presence against forgeries, leaving out whole people and whole families of attacks at once, and who is refused where. */
export function evaluatePresence(motionFolder: string): { sensors: SensorFigures; landmarks: PresenceFigures } {
  const recorded = readWindows(motionFolder)
  const people = humanWindows(recorded, WINDOWS_A_SOURCE)
  const families = ATTACK_FAMILIES.map(({ name }) => name)
  const examples = [...humanExamples(people, 8), ...attackExamples(people, WINDOWS_A_FAMILY, families)]
  const landmarks = landmarkWindows(landmarkTakes(motionFolder, 150))
  const trained = new Set(SENSOR_FIT.kinds.flatMap(({ families: own }) => own))
  const taught = examples.filter((window) => isHuman(window) || trained.has(window.family))
  const refusedPeople = measureRefusedPeople(people, taught, {
    crossFit: crossFitted(taught, SENSOR_FIT),
    fit: SENSOR_FIT,
  })
  const sensors = {
    ...sensorFigures(examples),
    refusedPeople,
    resting: measureResting(recorded),
    ten: tryTenRecordings(recorded),
  }
  return { sensors, landmarks: figures(landmarks, LANDMARK_FIT) }
}

function sensorFigures(examples: readonly Example[]): PresenceFigures {
  return figures(examples, SENSOR_FIT, ({ delivery }) => delivery === 'recorded')
}

type Chosen<W> = (window: W) => boolean

/** Everything from cross-fitted detectors; people and forgeries are counted on the `counted` windows. */
export function figures<W extends Window & { delivery?: DeliveryName }>(
  windows: readonly W[],
  fit: Fit,
  counted: Chosen<W> = () => true,
): PresenceFigures {
  const models = foldModels(windows, fit)
  const trained = fit.kinds.flatMap(({ families }) => families)
  const all = [...new Set(windows.map(({ family }) => family))].filter((family) => family !== 'human')
  const score = (without: string | null) => scoreFamilies(windows, models, fit, without)
  const withAll = score(null)
  const passed = (family: string, scores: readonly number[]) => countPassed(windows, scores, family, counted)
  const seen = Object.fromEntries(all.filter((f) => trained.includes(f)).map((f) => [f, passed(f, withAll)]))
  const unseen = Object.fromEntries(all.filter((f) => trained.includes(f)).map((f) => [f, passed(f, score(f))]))
  const replays = Object.fromEntries(all.filter((f) => !trained.includes(f)).map((f) => [f, passed(f, withAll)]))
  return {
    people: new Set(windows.filter(isHuman).map(({ person }) => person)).size,
    seen,
    unseen,
    replays,
    worst: { seen: findWorst(seen), unseen: findWorst(unseen) },
    refused: measureRefused(windows, withAll, counted),
    belowHalf: shareBelowLine(
      windows.flatMap((window, i) => {
        const isCounted = isHuman(window) && counted(window)
        return isCounted
          ? [{ person: window.person, fold: models.folds.get(window.person) ?? 0, score: withAll[i] }]
          : []
      }),
    ),
  }
}

type FoldModel = { spreads: Spread[]; detectors: Map<string, Detector>; without: Map<string, Detector | null> }

/** For each fold the detectors of the other people, with every family and with each one left out. */
function foldModels(windows: readonly Window[], fit: Fit): { folds: Map<string, number>; models: FoldModel[] } {
  const folds = assignFolds(windows, FOLDS)
  const models = Array.from({ length: FOLDS }, (_, k) => {
    const others = windows.filter(({ person }) => folds.get(person) !== k)
    const spreads = computeSpreads(others.filter(isHuman))
    const humans = humanRows(others, spreads, fit)
    const against: Against = { humans, moments: momentsOfRows(humans), spreads, fit }
    const detectors = new Map(
      fit.kinds.flatMap((kind) => fitDetector(kind, others, against).map((d) => [kind.kind, d])),
    )
    const without = new Map(
      fit.kinds.flatMap((kind) =>
        kind.families.map((family) => {
          const families = kind.families.filter((other) => other !== family)
          return [`${kind.kind}/${family}`, fitDetector({ ...kind, families }, others, against)[0] ?? null] as const
        }),
      ),
    )
    return { spreads, detectors, without }
  })
  return { folds, models }
}

function scoreFamilies(
  windows: readonly Window[],
  { folds, models }: ReturnType<typeof foldModels>,
  fit: Fit,
  leftOut: string | null,
): number[] {
  const chosen = models.map(({ detectors, without }) =>
    [...detectors].flatMap(([kind, detector]) => {
      const other = without.get(`${kind}/${leftOut}`)
      return other === undefined ? [detector] : other === null ? [] : [other]
    }),
  )
  const isAsked = (window: Window): boolean => leftOut === null || window.family === leftOut || isHuman(window)
  const answers = windows.map((window) => {
    const fold = folds.get(window.person) ?? 0
    return isAsked(window) ? computeDetectorAnswers(fit.scale(window, models[fold].spreads), chosen[fold]) : []
  })
  const units = computeUnits(
    answers.filter((_, i) => isHuman(windows[i])),
    humanWeights(windows.filter(isHuman)),
  )
  return answers.map((own) => computeHumanness(inUnits(own, units)))
}

type Person = { human: number[]; attack: number[] }

function countPassed<W extends Window>(
  windows: readonly W[],
  scores: readonly number[],
  family: string,
  counted: Chosen<W>,
): Passed {
  const people = new Map<string, Person>()
  let count = 0
  for (const [i, window] of windows.entries()) {
    if (!isHuman(window) && window.family !== family) continue
    const person = people.get(window.person) ?? { human: [], attack: [] }
    people.set(window.person, person)
    if (!isHuman(window)) count++
    if (!isHuman(window)) person.attack.push(scores[i])
    else if (counted(window)) person.human.push(scores[i])
  }
  const at = (bpcer: number): Interval => {
    const apcer = (drawn: readonly Person[]): number => {
      const attack = drawn.flatMap((person) => person.attack)
      return attack.length === 0
        ? 0
        : shareFrom(
            attack,
            thresholdAtBpcer(
              drawn.flatMap((person) => person.human),
              bpcer,
            ),
          )
    }
    return shareIntervalOver([...people.values()], apcer, { random: seededRandom(5), rounds: ROUNDS })
  }
  return { at5: at(0.05), at1: at(0.01), windows: count }
}

function findWorst(passed: Readonly<Record<string, Passed>>): string {
  return Object.entries(passed).reduce((worst, entry) => (entry[1].at5.value > worst[1].at5.value ? entry : worst))[0]
}

function measureRefused<W extends Window & { delivery?: DeliveryName }>(
  windows: readonly W[],
  scores: readonly number[],
  counted: Chosen<W>,
): Record<string, number> {
  const humans = windows
    .map((window, i) => ({ ...window, score: scores[i], isCounted: counted(window) }))
    .filter(isHuman)
  const line = thresholdAtBpcer(
    humans.filter(({ isCounted }) => isCounted).map(({ score }) => score),
    0.05,
  )
  const groups = Map.groupBy(
    humans.flatMap((human) => groupWindows(human).map((group) => ({ group, score: human.score }))),
    ({ group }) => group,
  )
  return Object.fromEntries(
    [...groups].map(([group, list]) => [group, list.filter(({ score }) => score < line).length / list.length]),
  )
}

function groupWindows({
  source,
  person,
  delivery,
}: {
  source: string
  person: string
  delivery?: DeliveryName
}): string[] {
  const age = /sisfall\/S([AE])/.exec(person)?.[1]
  return [
    source,
    ...(delivery === undefined ? [] : [delivery, `${source}, ${delivery}`]),
    ...(age === undefined ? [] : [age === 'A' ? 'aged 19 to 30' : 'aged 60 to 75']),
  ]
}

if (import.meta.main) {
  const folder = process.argv[2] ?? MOTION_FOLDER
  console.log(JSON.stringify(evaluatePresence(folder), null, 1))
}
