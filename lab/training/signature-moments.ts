import { meanVector } from '../../packages/engine/src/math/statistics.ts'
/** A scaled signature and whose it is. */
export type Example = {
  setting: string
  person: string
  unit: string
  vector: readonly number[]
  /** The same motion seen in a mirror, where that makes a difference. */
  mirrored?: readonly number[] | undefined
}

/** Second moments of signatures by where they come from; matrices row by row. */
export type Moments = {
  mean: Float64Array
  /** Windows of one person in one setting. */
  within: Float64Array
  /** People in one setting. */
  between: Float64Array
  /** What a person changes from one activity to another beyond what everybody changes. */
  personByActivity: Float64Array
  /** What everybody changes from one activity to another. */
  activity: Float64Array
  /** What changes when the motion is mirrored, as in the other pocket or hand. */
  mirror: Float64Array
  /** Settings. */
  shared: Float64Array
}

/** One person in one setting. */
type Cell = { setting: string; person: string; units: number; mean: Float64Array; scatter: Float64Array | null }

/** Fewer windows of a person say nothing about how they scatter. */
const MIN_WINDOWS = 3
/** Every third window is enough for what a mirror changes. */
const MIRROR_STEP = 3
// Sets that recorded one person in one place doing several things.
const ACTIVITY_SETS = ['pocket-gait/', 'sisfall/']

/** Moments in which every person counts the same in each setting, however many windows there are. */
export function computeMoments(examples: readonly Example[], d: number): Moments {
  const cells = [...Map.groupBy(examples, ({ setting, person }) => `${setting}|${person}`).values()].map((own) =>
    computeCell(own, d),
  )
  const settings = Map.groupBy(cells, ({ setting }) => setting)
  const centres = new Map(
    [...settings].map(([name, own]) => [
      name,
      meanVector(
        own.map(({ mean }) => mean),
        d,
      ),
    ]),
  )
  const offsetOf = (cell: Cell) => difference(cell.mean, centres.get(cell.setting) as Float64Array)
  const within = average(
    cells.map(({ scatter }) => scatter).filter((scatter) => scatter !== null),
    d,
  )
  const mean = meanVector([...centres.values()], d)
  return {
    mean,
    within,
    between: betweenPeople([...settings.values()], offsetOf, within, d),
    personByActivity: halfDifferences(
      [...Map.groupBy(cells.filter(inActivities), ({ person }) => person).values()],
      offsetOf,
      d,
    ),
    activity: halfDifferences(
      ACTIVITY_SETS.map((set) => [...centres].filter(([name]) => name.startsWith(set)).map(([, centre]) => centre)),
      (centre) => centre,
      d,
    ),
    mirror: mirrorMoments(examples, d),
    shared: average(
      [...centres.values()].map((centre) => outer(difference(centre, mean))),
      d,
      1,
    ),
  }
}

function inActivities({ setting }: Cell): boolean {
  return ACTIVITY_SETS.some((set) => setting.startsWith(set))
}

function computeCell(own: readonly Example[], d: number): Cell {
  const { setting, person } = own[0]
  const mean = meanVector(
    own.map(({ vector }) => vector),
    d,
  )
  const units = new Set(own.map(({ unit }) => unit)).size
  if (own.length < MIN_WINDOWS) return { setting, person, units, mean, scatter: null }
  const scatter = new Float64Array(d * d)
  for (const { vector } of own) addOuter(scatter, difference(vector, mean), 1 / (own.length - 1))
  return { setting, person, units, mean, scatter }
}

function mirrorMoments(examples: readonly Example[], d: number): Float64Array {
  const total = new Float64Array(d * d)
  const seen = examples.filter(({ mirrored }, i) => mirrored && i % MIRROR_STEP === 0)
  for (const { vector, mirrored } of seen) {
    addOuter(total, difference(vector, mirrored as readonly number[]), 0.5 / seen.length)
  }
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

/** Half the mean outer product of differences of two members of a group: the covariance of one member. */
function halfDifferences<Item>(
  families: readonly (readonly Item[])[],
  of: (item: Item) => Float64Array,
  d: number,
): Float64Array {
  const total = new Float64Array(d * d)
  let pairs = 0
  for (const items of families) {
    for (const [i, first] of items.entries()) {
      for (const second of items.slice(i + 1)) {
        addOuter(total, difference(of(first), of(second)), 0.5)
        pairs++
      }
    }
  }
  return total.map((value) => value / Math.max(1, pairs))
}

function difference(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: a.length }, (_, j) => a[j] - b[j])
}

function outer(a: Float64Array): Float64Array {
  const product = new Float64Array(a.length * a.length)
  addOuter(product, a, 1)
  return product
}

function addOuter(total: Float64Array, a: Float64Array, weight: number): void {
  const d = a.length
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) total[i * d + j] += weight * a[i] * a[j]
}

/** Mean of matrices, with so many lost degrees of freedom. */
function average(matrices: readonly Float64Array[], d: number, lost = 0): Float64Array {
  const total = new Float64Array(d * d)
  for (const matrix of matrices) for (let at = 0; at < total.length; at++) total[at] += matrix[at]
  return total.map((value) => value / Math.max(1, matrices.length - lost))
}
