import type { Example } from './signature-fit.ts'

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
  /** Settings. */
  shared: Float64Array
}

/** One person in one setting. */
type Cell = { setting: string; person: string; units: number; mean: Float64Array; scatter: Float64Array | null }

// Sets that recorded one person in one place doing several things.
const ACTIVITY_SETS = ['pocket-gait/', 'sisfall/']

/** Moments in which every person counts the same in each setting, however many windows there are. */
export function momentsOf(examples: readonly Example[], d: number): Moments {
  const cells = [...grouped(examples, ({ setting, person }) => `${setting}|${person}`).values()].map((own) =>
    cellOf(own, d),
  )
  const settings = grouped(cells, ({ setting }) => setting)
  const centres = new Map([...settings].map(([name, own]) => [name, meanOf(own.map(({ mean }) => mean), d)]))
  const offsetOf = (cell: Cell) => difference(cell.mean, centres.get(cell.setting) as Float64Array)
  const within = averaged(
    cells.map(({ scatter }) => scatter).filter((scatter) => scatter !== null),
    d,
  )
  const mean = meanOf([...centres.values()], d)
  return {
    mean,
    within,
    between: betweenPeople([...settings.values()], offsetOf, within, d),
    personByActivity: halfDifferences([...grouped(cells.filter(inActivities), setAndPerson).values()], offsetOf, d),
    activity: halfDifferences(
      ACTIVITY_SETS.map((set) => [...centres].filter(([name]) => name.startsWith(set)).map(([, centre]) => centre)),
      (centre) => centre,
      d,
    ),
    shared: averaged([...centres.values()].map((centre) => outer(difference(centre, mean))), d, 1),
  }
}

function inActivities({ setting }: Cell): boolean {
  return ACTIVITY_SETS.some((set) => setting.startsWith(set))
}

function setAndPerson({ person }: Cell): string {
  return person
}

function cellOf(own: readonly Example[], d: number): Cell {
  const mean = meanOf(own.map(({ vector }) => vector), d)
  const scatter = own.length < 3 ? null : averaged(own.map(({ vector }) => outer(difference(vector, mean))), d, 1)
  return {
    setting: own[0].setting,
    person: own[0].person,
    units: new Set(own.map(({ unit }) => unit)).size,
    mean,
    scatter,
  }
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

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function meanOf(vectors: readonly ArrayLike<number>[], d: number): Float64Array {
  const mean = new Float64Array(d)
  for (const vector of vectors) for (let j = 0; j < d; j++) mean[j] += vector[j] / vectors.length
  return mean
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
function averaged(matrices: readonly Float64Array[], d: number, lost = 0): Float64Array {
  const total = new Float64Array(d * d)
  for (const matrix of matrices) for (let at = 0; at < total.length; at++) total[at] += matrix[at]
  return total.map((value) => value / Math.max(1, matrices.length - lost))
}
