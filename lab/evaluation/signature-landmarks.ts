import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { compareUnder } from '../../packages/engine/src/signature/match.ts'
import { toSignature } from '../../packages/engine/src/signature/signature.ts'
import { recordings } from '../training/recordings.ts'
import { landmarkMaterial, measureHands } from '../training/signature-landmarks.ts'
import type { SignatureWindow } from '../training/signature-material.ts'
import { bodyParts, fitKind } from '../training/signature.ts'
import { eerInterval, type Interval, type Trial } from './figures.ts'
import { modelWith, without } from './signature-folds.ts'

/** The captures for a person's enrollment, and the probes. */
type Sides = { person: string; enrolled: SignatureWindow[]; probes: SignatureWindow[] }

const FOLDS = 3
const TEMPLATE_WINDOWS = 5

/** Identity from landmarks on people left out, five windows against one: bodies in other takes, hands in other gestures. */
export function evaluateLandmarkSignature(motionFolder: string): Record<string, Interval> {
  const windows = landmarkMaterial(motionFolder)
  const people = [...new Set(windows.map(({ person }) => person))]
  const bodies = bodySides(windows.filter(({ set }) => set === 'body-landmarks'))
  const hands = handSides(motionFolder)
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(people.filter((person) => people.indexOf(person) % FOLDS === fold))
    const model = modelWith(fitKind(without(bodyParts(windows), held)))
    const trialsOf = (sides: readonly Sides[]) =>
      trials(
        sides.filter(({ person }) => held.has(person)),
        model,
      )
    return { bodies: trialsOf(bodies), hands: trialsOf(hands) }
  })
  return {
    'body-landmarks': interval(folds.flatMap((fold) => fold.bodies)),
    'shrec17-hands': interval(folds.flatMap((fold) => fold.hands)),
  }
}

/** The first half of a person's takes against the second. */
function bodySides(windows: readonly SignatureWindow[]): Sides[] {
  return [...Map.groupBy(windows, ({ person }) => person)].map(([person, own]) => {
    const takes = [...new Set(own.map(({ unit }) => unit))]
    const early = new Set(takes.slice(0, Math.ceil(takes.length / 2)))
    return {
      person,
      enrolled: own.filter(({ unit }) => early.has(unit)),
      probes: own.filter(({ unit }) => !early.has(unit)),
    }
  })
}

/** As the protocol has it: other gestures than those that were enrolled. */
function handSides(motionFolder: string): Sides[] {
  const file = join(motionFolder, 'protocol', 'verify_hands_dev.json')
  const protocol = JSON.parse(readFileSync(file, 'utf8')) as Record<'enrol' | 'probe', Record<string, string[]>>
  const byId = new Map(recordings(motionFolder, 'shrec17-hands').map((take) => [take.id, take]))
  const windowsOf = (ids: readonly string[] = []) =>
    measureHands(ids.map((id) => byId.get(id)).filter((take) => take !== undefined))
  return Object.keys(protocol.enrol).map((subject) => ({
    person: `shrec17-hands/${subject}`,
    enrolled: windowsOf(protocol.enrol[subject]),
    probes: windowsOf(protocol.probe[subject]),
  }))
}

function trials(sides: readonly Sides[], model: ReturnType<typeof modelWith>): Trial[] {
  const signature = (window: SignatureWindow) => toSignature(model.imu, window, window.missingViews)
  const shown = sides.flatMap(({ person, probes }) =>
    probes.map((probe) => ({ actual: person, probe: signature(probe) })),
  )
  return sides.flatMap(({ person: claimed, enrolled }) => {
    const template = enroll(enrolled.slice(0, TEMPLATE_WINDOWS).map(signature))
    return shown.map(({ actual, probe }) => ({
      claimed,
      actual,
      score: compareUnder(model, template, probe)?.logRatio ?? Number.NEGATIVE_INFINITY,
    }))
  })
}

function interval(all: readonly Trial[]): Interval {
  return eerInterval(all, { random: seededRandom(1) })
}
