import { meanVector } from '../../packages/engine/src/math/statistics.ts'

/** Scaled features and whose they are. */
export type Example = {
  place: string
  setting: string
  person: string
  unit: string
  vector: readonly number[]
  statistics: readonly number[]
}

/** Features alone, and whose they are. */
export type Labelled = Omit<Example, 'statistics'>

/** Second moments of features by where they come from; matrices row by row. */
export type Moments = {
  mean: Float64Array
  /** Windows of one person in one setting. */
  within: Float64Array
  /** People in one setting. */
  between: Float64Array
  /** The change of a person between activities beyond the common change. */
  personByActivity: Float64Array
  /** The change between activities that all people share. */
  activity: Float64Array
  /** Settings. */
  shared: Float64Array
  /** Middles of places. */
  places: Float64Array[]
}

/** One person in one setting. */
export type Cell = Pick<Labelled, 'place' | 'setting' | 'person'> & {
  units: number
  windows: number
  mean: Float64Array
  scatter: Float64Array | null
}

/** Fewer windows of a person say nothing about how they scatter. */
const MIN_WINDOWS = 3

/** Moments in which every person counts the same in each setting, however many windows there are. */
export function computeMoments(examples: readonly Labelled[], d: number): Moments {
  const cells = computeCells(examples, d)
  const settings = Map.groupBy(cells, ({ setting }) => setting)
  const centres = new Map([...settings].map(([name, own]) => [name, meanOfCells(own, d)]))
  const offsetOf = (cell: Cell) => difference(cell.mean, centres.get(cell.setting) as Float64Array)
  const within = average(
    cells.filter(({ windows }) => windows >= MIN_WINDOWS).flatMap(({ scatter }) => scatter ?? []),
    d,
  )
  const mean = meanVector([...centres.values()], d)
  return {
    mean,
    within,
    between: betweenPeople([...settings.values()], offsetOf, within, d),
    personByActivity: new Float64Array(d * d),
    activity: new Float64Array(d * d),
    shared: covarianceOf([...centres.values()], d),
    places: [],
  }
}

/** Every person in every setting; the scatter is null of a single window. */
export function computeCells(examples: readonly Labelled[], d: number): Cell[] {
  const groups = Map.groupBy(examples, ({ setting, person }) => `${setting}|${person}`)
  return [...groups.values()].map((own) => computeCell(own, d))
}

function computeCell(own: readonly Labelled[], d: number): Cell {
  const { place, setting, person } = own[0]
  const mean = meanVector(
    own.map(({ vector }) => vector),
    d,
  )
  const units = new Set(own.map(({ unit }) => unit)).size
  const cell = { place, setting, person, units, windows: own.length, mean }
  if (own.length < 2) return { ...cell, scatter: null }
  const scatter = new Float64Array(d * d)
  for (const { vector } of own) addOuter(scatter, difference(vector, mean), 1 / (own.length - 1))
  return { ...cell, scatter }
}

export function meanOfCells(cells: readonly Cell[], d: number): Float64Array {
  return meanVector(
    cells.map(({ mean }) => mean),
    d,
  )
}

/** Covariance of vectors around their mean. */
export function covarianceOf(vectors: readonly Float64Array[], d: number): Float64Array {
  const mean = meanVector(vectors, d)
  const total = new Float64Array(d * d)
  for (const vector of vectors) addOuter(total, difference(vector, mean), 1 / Math.max(1, vectors.length - 1))
  return total
}

/** Covariance of people's true means: that of their measured means less what few recordings scatter. */
function betweenPeople(
  settings: readonly (readonly Cell[])[],
  offsetOf: (cell: Cell) => Float64Array,
  within: Float64Array,
  d: number,
): Float64Array {
  const total = new Float64Array(d * d)
  let people = 0
  let excess = 0
  for (const cells of settings) {
    if (cells.length < 2) continue
    for (const cell of cells) {
      addOuter(total, offsetOf(cell), cells.length / (cells.length - 1))
      excess += 1 / Math.max(2, cell.units)
    }
    people += cells.length
  }
  return total.map((value, at) => (people > 0 ? (value - excess * within[at]) / people : 0))
}

export function difference(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: a.length }, (_, j) => a[j] - b[j])
}

export function addOuter(total: Float64Array, a: Float64Array, weight: number): void {
  const d = a.length
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) total[i * d + j] += weight * a[i] * a[j]
}

/** Mean of matrices; zeros where there are none. */
export function average(matrices: readonly Float64Array[], d: number): Float64Array {
  const total = new Float64Array(d * d)
  for (const matrix of matrices) for (let at = 0; at < total.length; at++) total[at] += matrix[at]
  return total.map((value) => value / Math.max(1, matrices.length))
}
