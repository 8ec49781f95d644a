import { type ScreeningView, judgeSubjects } from '../../packages/engine/src/calibration/screening.ts'
import { type Subject, selectSubjects } from '../../packages/engine/src/calibration/subjects.ts'
import { createComparer, multiply } from '../../packages/engine/src/calibration/two-covariances.ts'
import type { StoredSession } from '../../packages/engine/src/calibration/types.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import type { Matcher } from '../../packages/engine/src/signature/match.ts'
import { SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { LARGEST_WEIGHT } from '../training/signature-fit.ts'
import { fitMatcher } from '../training/signature.ts'

const BODY = { views: [0, 1, 2, 3], coordinates: 48, largest: LARGEST_WEIGHT }

/**
 * Of the sessions of honest people, how many are taken for poison? Half of the people train the model that looks, as the
 * shipped one was trained on people whom a service never sees; the sessions of the other half are looked at. Both ways,
 * for several ways of parting them.
 */
export function honestOutliers(
  kept: readonly StoredSession[],
  splits: number,
  random: Random,
): { share: number; most: number } {
  const shares = Array.from({ length: splits }, () => {
    const people = [...new Set(kept.map(({ person }) => person))].filter(() => random() < 0.5)
    const [one, other] = [true, false].map((isIn) => kept.filter(({ person }) => people.includes(person) === isIn))
    return [countLeftOut(one, other), countLeftOut(other, one)]
  }).flat()
  return { share: shares.reduce((sum, share) => sum + share, 0) / shares.length, most: Math.max(...shares) }
}

function countLeftOut(learned: readonly StoredSession[], seen: readonly StoredSession[]): number {
  const examples = learned.map(({ person, features }, i) => ({
    place: 'bodies',
    setting: 'bodies',
    person: person ?? '',
    unit: `${i}`,
    vector: Array.from(features),
  }))
  const { subjects } = selectSubjects(seen, SIGNATURE_LENGTH)
  const matcher = fitMatcher(examples, BODY)
  return judgeSubjects(subjects, [() => toView(matcher, subjects)]).outliers / seen.length
}

function toView(
  { projection, unit, centre, between }: Matcher,
  subjects: readonly Subject[],
): ScreeningView<Float64Array> {
  const rows = Float64Array.from(projection.flatMap((row, k) => row.map((value) => value * unit[k])))
  const place = (window: Float32Array) =>
    multiply(rows, projection.length, window, SIGNATURE_LENGTH).map((value, k) => value - centre[k])
  const compare = createComparer({ between: Float64Array.from(between), k: between.length }, 1)
  return { windows: subjects.map(({ windows }) => windows.map(place)), compare }
}
