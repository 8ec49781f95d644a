import { scoreMatchCalibrated } from '../../packages/engine/src/calibration/apply.ts'
import { computeCalibration, runToEnd } from '../../packages/engine/src/calibration/calibrate.ts'
import { createMaterial, addSession, type Material } from '../../packages/engine/src/calibration/material.ts'
import { readSettings } from '../../packages/engine/src/calibration/settings.ts'
import { mergeNames } from '../../packages/engine/src/calibration/subjects.ts'
import type { Calibration, StoredSession, OperatingPoint } from '../../packages/engine/src/calibration/types.ts'
import { integer, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { SIGNATURE_MODEL } from '../../packages/engine/src/signature/match.ts'
import { type MotionSignature, SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { type Part, partOf } from '../training/people.ts'
import { MOTION_FOLDER, recordings } from '../training/recordings.ts'
import { intervalOver } from './figures.ts'
import { honestOutliers } from './honest-outliers.ts'

const SPLITS = 40
const HALVINGS = 20
const TEMPLATES = [1, 3]
/** Share of the people that a calibration learns from; the others are strangers to it. */
const LEARNED_SHARE = 0.8
const POISONED = [0.05, 0.2]

type Ratio = { target: number; meanRatio: number; low: number; high: number; supported: number }
type Shift = { poison: string; share: number; level: string; threshold: number | null; inside: boolean }

type Realized = { templateWindows: number; ratios: Ratio[] }

/** Measures a calibration on real bodies of the fit part with people left out, and the effect of poisoned uploads. */
export function evaluateCalibrationOnFit(motionFolder: string): {
  whole: Omit<Calibration, 'model' | 'plots'>
  realised: Realized[]
  honestOutliers: ReturnType<typeof honestOutliers>
  poisoned: Shift[]
} {
  const material = bodies(motionFolder, 'fit')
  const { model: _model, plots: _plots, ...whole } = runCalibration(material, material.kept)
  return {
    whole,
    realised: TEMPLATES.map((count) => measureRealized(material, count)),
    honestOutliers: honestOutliers(material.kept, HALVINGS, seededRandom(43)),
    poisoned: measurePoisonedShifts(material),
  }
}

/** The same, and how a calibration on all of the fit part holds on the people of the validation part. */
export function evaluateCalibration(
  motionFolder: string,
): ReturnType<typeof evaluateCalibrationOnFit> & { validation: Realized[] } {
  const [fit, unseen] = [bodies(motionFolder, 'fit'), bodies(motionFolder, 'validation')]
  const calibration = runCalibration(fit, fit.kept)
  const validation = TEMPLATES.map((count) => {
    const scores = strangers(unseen, unseen.kept, { calibration, count, random: seededRandom(47) })
    return { templateWindows: count, ratios: calibration.operatingPoints.map((point) => toUnseenRatio(point, scores)) }
  })
  return { ...evaluateCalibrationOnFit(motionFolder), validation }
}

/** All sessions of a part of the people; the set itself holds some people under two names, which sharing a session gives away. */
function bodies(motionFolder: string, part: Part): Material {
  const material = createMaterial()
  const settings = readSettings(undefined)
  for (const { id, subject, skel, rate_cam = 30 } of recordings(motionFolder, 'body-landmarks')) {
    if (partOf('body-landmarks', subject) !== part) continue
    const channels = skel?.channels ?? []
    const frames = Array.from(channels[0] ?? [], (_, i) => ({
      t: (i * 1000) / rate_cam,
      joints: Array.from({ length: 18 }, (_unused, j) => ({
        x: channels[3 * j][i],
        y: channels[3 * j + 1][i],
        z: channels[3 * j + 2][i],
      })),
    }))
    addSession(material, { id, person: subject, source: null, frames }, settings)
  }
  return material
}

function runCalibration(material: Material, kept: StoredSession[], targetFars?: number[]): Calibration {
  return runToEnd(computeCalibration({ ...material, kept }, readSettings(targetFars && { targetFars })))
}

/** False accepts among people left out, over the target, for many ways of leaving people out. */
function measureRealized(material: Material, count: number): Realized {
  const random = seededRandom(41)
  const runs = Array.from({ length: SPLITS }, () => {
    const people = shuffle([...new Set(material.kept.map(({ person }) => person))], random)
    const learned = new Set(people.slice(0, Math.round(LEARNED_SHARE * people.length)))
    const calibration = runCalibration(
      material,
      material.kept.filter(({ person }) => learned.has(person)),
    )
    const others = material.kept.filter(({ person }) => !learned.has(person))
    return { calibration, scores: strangers(material, others, { calibration, count, random }) }
  })
  return { templateWindows: count, ratios: toRatios(runs) }
}

/** Of one calibration: false accepts over the target, with an interval that draws the people who were compared. */
function toUnseenRatio({ targetFar, threshold }: OperatingPoint, scores: readonly Weighed[]): Ratio {
  const unknown = { target: targetFar, meanRatio: Number.NaN, low: Number.NaN, high: Number.NaN, supported: 0 }
  if (threshold === null) return unknown
  const people = [...new Set(scores.flatMap(({ claimed, actual }) => [claimed, actual]))]
  const ratioOf = (drawn: readonly string[]) => {
    const times = Map.groupBy(drawn, (person) => person)
    const count = (person: string) => times.get(person)?.length ?? 0
    const weighed = scores.map((one) => ({ ...one, weight: one.weight * count(one.claimed) * count(one.actual) }))
    return share(weighed, threshold) / targetFar
  }
  const { value, low, high } = intervalOver(people, ratioOf, { random: seededRandom(1) })
  return { target: targetFar, meanRatio: value, low, high, supported: 1 }
}

/** Over the runs that support a target: false accepts over it, on average and for the middle eight of ten runs. */
function toRatios(runs: readonly { calibration: Calibration; scores: Weighed[] }[]): Ratio[] {
  return readSettings(undefined).targetFars.map((target, i) => {
    const supported = runs.filter(({ calibration }) => calibration.operatingPoints[i]?.supported)
    const ratios = supported
      .map(({ calibration, scores }) => share(scores, calibration.operatingPoints[i].threshold ?? 1) / target)
      .toSorted((a, b) => a - b)
    const at = (part: number) => ratios[Math.min(ratios.length - 1, Math.floor(part * ratios.length))] ?? Number.NaN
    const meanRatio = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    return { target, meanRatio, low: at(0.1), high: at(0.9), supported: supported.length }
  })
}

type Under = { calibration: Calibration; count: number; random: Random }

/** Every session against templates of all other people, weighed so that each pair of people counts once. */
function strangers(
  { linked }: Material,
  kept: readonly StoredSession[],
  { calibration, count, random }: Under,
): Weighed[] {
  const people = [...Map.groupBy(kept, ({ person }) => person ?? '').entries()]
  return people.flatMap(([claimed, own]) =>
    people
      .filter(([actual]) => actual !== claimed && !linked.has(mergeNames(actual, claimed)))
      .flatMap(([actual, theirs]) =>
        theirs.map((probe) => {
          const from = integer(random, own.length)
          const chosen = Array.from({ length: Math.min(count, own.length) }, (_, k) => own[(from + k) % own.length])
          const score = scoreMatchCalibrated(calibration.model, enroll(chosen.map(signature)), signature(probe)) ?? 0
          return { claimed, actual, score, weight: 1 / theirs.length }
        }),
      ),
  )
}

type Weighed = { claimed: string; actual: string; score: number; weight: number }

function share(scores: readonly Weighed[], threshold: number): number {
  const sum = (list: readonly Weighed[]) => list.reduce((total, { weight }) => total + weight, 0)
  return sum(scores.filter(({ score }) => score >= threshold)) / sum(scores)
}

function signature({ features }: StoredSession): MotionSignature {
  const vector = Array.from(features.subarray(0, SIGNATURE_LENGTH))
  return { vector, version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok', reason: null }
}

type Poison = (
  kept: readonly StoredSession[],
  count: number,
  random: Random,
) => { honest: StoredSession[]; poison: StoredSession[] }

const POISONS: Readonly<Record<string, Poison>> = {
  'one person, a new name for every session': (kept, count, random) => sybil(kept, count, { each: 1, random }),
  'one person, a new name for two sessions': (kept, count, random) => sybil(kept, count, { each: 2, random }),
  'one person, a new name for five sessions': (kept, count, random) => sybil(kept, count, { each: 5, random }),
  'two people under each name': (kept, count, random) => mixPoison(kept, count, { each: 2, random }),
  'seven people under each name': (kept, count, random) => mixPoison(kept, count, { each: 7, random }),
  'many people under one name': (kept, count, random) => mixPoison(kept, count, { each: count, random }),
}

type Names = { each: number; random: Random }

/** Adds sessions to people who have many: one between each two. */
function sybil(
  kept: readonly StoredSession[],
  count: number,
  { each, random }: Names,
): { honest: StoredSession[]; poison: StoredSession[] } {
  const rich = [...Map.groupBy(kept, ({ person }) => person).values()].filter((own) => own.length >= 10)
  const own = rich[integer(random, rich.length)]
  const poison = Array.from({ length: count }, (_, i) => {
    const [one, other] = [own[integer(random, own.length)], own[integer(random, own.length)]]
    const features = one.features.map((value, j) => 0.7 * value + 0.3 * other.features[j])
    return { person: `name ${Math.floor(i / each)}`, source: null, features }
  })
  return { honest: [...kept], poison }
}

function mixPoison(
  kept: readonly StoredSession[],
  count: number,
  { each, random }: Names,
): { honest: StoredSession[]; poison: StoredSession[] } {
  const order = shuffle(kept, random)
  const poison = order.slice(0, count).map((one, i) => ({ ...one, person: `name ${Math.floor(i / each)}` }))
  return { honest: order.slice(count), poison }
}

/** Does each threshold stay within the interval that it has without the poison? */
function measurePoisonedShifts(material: Material): Shift[] {
  return Object.entries(POISONS).flatMap(([name, make], i) =>
    POISONED.flatMap((part) => {
      const { honest, poison } = make(material.kept, Math.round(part * material.kept.length), seededRandom(50 + i))
      const before = runCalibration(material, honest)
      const after = runCalibration(material, [...honest, ...poison])
      return before.operatingPoints.map(({ level, thresholdInterval }, k) => {
        const { threshold } = after.operatingPoints[k]
        const [low, high] = thresholdInterval ?? [0, 1]
        const inside = threshold === null || (threshold >= low && threshold <= high)
        return { poison: name, share: part, level: level ?? '', threshold, inside }
      })
    }),
  )
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

// Run alone, it doesn't use the validation people; npm run evaluate does, and logs it.
if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? MOTION_FOLDER
  console.log(JSON.stringify(evaluateCalibrationOnFit(folder), null, 1))
}
