import { meanVector } from '../../packages/engine/src/math/statistics.ts'
import {
  addOuter,
  average,
  type Cell,
  computeCells,
  covarianceOf,
  difference,
  type Labelled,
  meanOfCells,
  type Moments,
} from './signature-moments.ts'

// Moments of motion sensors: every place (the pocket of one set, the wrist of another) counts the same, so that a set of 281
// people does not outweigh the others.

/** A person's windows in one setting count for at most so many. */
const MOST_WINDOWS = 6

type PlaceMoments = {
  centre: Float64Array
  within: Float64Array | null
  between: Float64Array | null
  personByActivity: Float64Array | null
  activity: Float64Array | null
}

/** Means over places of what was learned in each. */
export function computePlaceMoments(examples: readonly Labelled[], d: number): Moments {
  const places = [...Map.groupBy(computeCells(examples, d), ({ place }) => place).values()].map((own) =>
    describePlace(own, d),
  )
  const meanOf = (member: Exclude<keyof PlaceMoments, 'centre'>) =>
    average(
      places.flatMap((place) => place[member] ?? []),
      d,
    )
  const centres = places.map(({ centre }) => centre)
  return {
    mean: meanVector(centres, d),
    within: meanOf('within'),
    between: meanOf('between'),
    personByActivity: meanOf('personByActivity'),
    activity: meanOf('activity'),
    shared: covarianceOf(centres, d),
    places: centres,
  }
}

function describePlace(cells: readonly Cell[], d: number): PlaceMoments {
  const settings = [...Map.groupBy(cells, ({ setting }) => setting).values()]
  // With a single person, her share can't be separated from the activity's.
  const several = settings.filter((own) => own.length > 1)
  const centres = (several.length > 0 ? several : settings).map((own) => meanOfCells(own, d))
  const offsets = several.flatMap((own, i) =>
    own.map((cell) => ({ ...cell, offset: difference(cell.mean, centres[i]), people: own.length })),
  )
  const within = scatterWithin(cells, d)
  const changes = [...Map.groupBy(offsets, ({ person }) => person).values()].filter((own) => own.length > 1)
  return {
    centre: meanVector(centres, d),
    within,
    between: within && offsets.length > 0 ? scatterBetween(offsets, within, d) : null,
    personByActivity:
      changes.length === 0
        ? null
        : average(
            changes.map((own) =>
              covarianceOf(
                own.map(({ offset }) => offset),
                d,
              ),
            ),
            d,
          ),
    activity: several.length > 1 ? covarianceOf(centres, d) : null,
  }
}

function scatterWithin(cells: readonly Cell[], d: number): Float64Array | null {
  const total = new Float64Array(d * d)
  let weights = 0
  for (const { scatter, windows } of cells) {
    if (!scatter) continue
    const weight = Math.min(windows - 1, MOST_WINDOWS)
    for (let at = 0; at < total.length; at++) total[at] += weight * scatter[at]
    weights += weight
  }
  return weights === 0 ? null : total.map((value) => value / weights)
}

type Offset = { offset: Float64Array; people: number; windows: number }

/** Covariance of people's true means: that of their measured means less what few windows scatter. */
function scatterBetween(offsets: readonly Offset[], within: Float64Array, d: number): Float64Array {
  const total = new Float64Array(d * d)
  let excess = 0
  for (const { offset, people, windows } of offsets) {
    addOuter(total, offset, people / (people - 1))
    excess += 1 / Math.max(2, windows)
  }
  return total.map((value, at) => (value - excess * within[at]) / offsets.length)
}
