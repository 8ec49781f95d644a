/** Microseconds per call, by name. */
export type Timings<Name extends string> = Record<Name, number>

const ROUNDS = 101
const BATCH_MS = 5

/**
 * Times several functions against each other: a short batch of each in turn, many times over, and the first quartile
 * of the batches, so that a busy moment of the machine falls on all of them alike and hardly counts.
 */
export function compare<Name extends string>(tasks: Record<Name, () => unknown>): Timings<Name> {
  const names = Object.keys(tasks) as Name[]
  const batches = new Map(names.map((name) => [name, batchSize(tasks[name])]))
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) times.get(name)?.push(timeBatch(tasks[name], batches.get(name) ?? 1))
  }
  return Object.fromEntries(names.map((name) => [name, firstQuartile(times.get(name) ?? [])])) as Timings<Name>
}

/** Prints rows under their headings, numbers to the right. */
export function printTable(headings: string[], rows: (string | number)[][]): void {
  const cells = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  for (const row of cells) {
    const padded = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(padded.join('   '))
  }
}

// Enough calls to warm the compiler up and to fill a batch.
function batchSize(task: () => unknown): number {
  let calls = 0
  const end = performance.now() + 300
  while (performance.now() < end) {
    task()
    calls++
  }
  return Math.max(1, Math.round((calls * BATCH_MS) / 300))
}

function timeBatch(task: () => unknown, calls: number): number {
  const start = performance.now()
  for (let call = 0; call < calls; call++) task()
  return ((performance.now() - start) * 1000) / calls
}

function firstQuartile(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN
}
