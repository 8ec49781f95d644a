import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { type DetPoint, detPoints, eerInterval, type Interval, shareFrom, type Trial } from '../evaluation/figures.ts'
import type { ArenaPerson } from './people.ts'

export type GroupFigures = {
  group: string
  people: number
  genuine: number
  impostor: number
  eer: Interval
  /** At the score of 0.5, where the engine itself is undecided. */
  fmrAtHalf: number
  fnmrAtHalf: number
  /** False non-matches where 1 % of others is let through; null with too few trials to say so. */
  fnmrAtFmr1: number | null
  det: DetPoint[]
}

export type IdentityInputs<Signature, Template> = {
  people: readonly ArenaPerson[]
  signature: (imu: readonly ImuSample[]) => Signature
  enroll: (signatures: readonly Signature[]) => Template
  match: (template: Template, signature: Signature) => number
  seed: number
}

/** Fewer impostor trials than this cannot show a rate of 1 % (3 / 0.01). */
const LEAST_FOR_ONE_PERCENT = 300

/** The first half of each person's windows enrolls; every later window is compared with all people in the group. */
export function measureIdentity<Signature, Template>(inputs: IdentityInputs<Signature, Template>): GroupFigures[] {
  return [...Map.groupBy(inputs.people, ({ group }) => group)].flatMap(([group, people]) => {
    if (people.length < 2) return []
    const trials = runTrials(people, inputs)
    const genuine = trials.filter(({ claimed, actual }) => claimed === actual).map(({ score }) => score)
    const impostor = trials.filter(({ claimed, actual }) => claimed !== actual).map(({ score }) => score)
    const det = detPoints(genuine, impostor)
    const supported = impostor.length >= LEAST_FOR_ONE_PERCENT
    return [
      {
        group,
        people: people.length,
        genuine: genuine.length,
        impostor: impostor.length,
        eer: eerInterval(trials, { random: seededRandom(inputs.seed) }),
        fmrAtHalf: shareFrom(impostor, 0.5),
        fnmrAtHalf: 1 - shareFrom(genuine, 0.5),
        fnmrAtFmr1: supported ? (det.find(({ fmr }) => fmr <= 0.01)?.fnmr ?? 1) : null,
        det,
      },
    ]
  })
}

function runTrials<Signature, Template>(
  people: readonly ArenaPerson[],
  { signature, enroll, match }: IdentityInputs<Signature, Template>,
): Trial[] {
  const halves = people.map(({ name, windows }) => {
    const half = Math.ceil(windows.length / 2)
    const signatures = windows.map(signature)
    return { name, template: enroll(signatures.slice(0, half)), probes: signatures.slice(half) }
  })
  return halves.flatMap(({ name: claimed, template }) =>
    halves.flatMap(({ name: actual, probes }) =>
      probes.map((probe) => ({ claimed, actual, score: match(template, probe) })),
    ),
  )
}
