import { seededRandom } from '../src/random.ts'
import { enroll } from '../src/signature/enrollment.ts'
import { comparedUnder } from '../src/signature/match.ts'
import { measured } from '../src/signature/signature.ts'
import { bodyParts, fitKind } from '../training/signature.ts'
import { landmarkMaterial } from '../training/signature-landmarks.ts'
import type { SignatureWindow } from '../training/signature-material.ts'
import { eerInterval, type Interval, type Trial } from './figures.ts'
import { modelWith, without } from './signature-folds.ts'

const FOLDS = 3
const TEMPLATE_WINDOWS = 5

/** Identity from landmarks on people left out: other takes of the person, five windows against one. */
export function evaluateLandmarkSignature(motionFolder: string): Record<string, Interval> {
  const windows = landmarkMaterial(motionFolder)
  const people = [...new Set(windows.map(({ person }) => person))]
  const trials = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(people.filter((_, i) => i % FOLDS === fold))
    return heldTrials(windows, held)
  }).flat()
  const bySet = Map.groupBy(trials, ({ claimed }) => claimed.slice(0, claimed.indexOf('/')))
  return Object.fromEntries([...bySet].map(([set, own]) => [set, eerInterval(own, { random: seededRandom(1) })]))
}

function heldTrials(windows: readonly SignatureWindow[], held: ReadonlySet<string>): Trial[] {
  const model = modelWith(fitKind('body-1', without(bodyParts(windows), held)))
  const signature = ({ raw, missingViews }: SignatureWindow) => measured(model.imu, raw, missingViews)
  const own = [
    ...Map.groupBy(
      windows.filter(({ person }) => held.has(person)),
      ({ person }) => person,
    ),
  ]
  const sides = own.map(([person, all]) => {
    const units = [...new Set(all.map(({ unit }) => unit))]
    const early = new Set(units.slice(0, Math.ceil(units.length / 2)))
    const enrolled = all.filter(({ unit }) => early.has(unit)).slice(0, TEMPLATE_WINDOWS)
    return {
      person,
      template: enroll(enrolled.map(signature)),
      probes: all.filter(({ unit }) => !early.has(unit)).map(signature),
    }
  })
  return sides.flatMap(({ person: claimed, template }) =>
    sides
      .filter(({ person }) => setOf(person) === setOf(claimed))
      .flatMap(({ person: actual, probes }) =>
        probes.map((probe) => ({
          claimed,
          actual,
          score: comparedUnder(model, template, probe)?.logRatio ?? Number.NEGATIVE_INFINITY,
        })),
      ),
  )
}

function setOf(person: string): string {
  return person.slice(0, person.indexOf('/'))
}
