import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '../../apps/server/test/cluster.ts'
import { DEFECTS, type Defect } from './defects.ts'
import { type DefectRow, type HistoryRow, replacePart, writeDefects, writeHistories } from './report.ts'
import { type Outcome, run } from './run.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'measurements', 'histories.md')
/** A defect that so many operations do not show counts as not found. */
const MOST_FOR_A_DEFECT = 20_000
/** Most of the time goes into starting processes. */
const DEFECTS_AT_ONCE = 4
/** So that few operations are counted which came after the one that showed the defect. */
const SMALL_WAVES = { subjects: 1, rounds: 30 }

/*
 * npm run histories                                     all of it: one process, four processes, every planted defect
 * npm run histories -- --seed 17 --processes 4          one wave again, as the report of a violation says
 * npm run histories -- --defect 'an invite lets in two' what is reported of a defect
 * npm run histories -- --part histories | defects       the one or the other
 * --operations N, half of them on one process; --write puts the tables into docs/internals/measurements/histories.md
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    processes: { type: 'string', default: '1' },
    defect: { type: 'string' },
    part: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const cluster = await startCluster()
try {
  if (values.seed !== undefined) await playAgain(cluster, Number(values.seed))
  else if (values.defect !== undefined) await showDefect(cluster, values.defect)
  else {
    if (values.part !== 'defects') await runHistories(cluster)
    if (values.part !== 'histories') await runDefects(cluster)
  }
} finally {
  await cluster.stop()
}

async function playAgain(place: Cluster, seed: number): Promise<void> {
  report(await run(place, { processes: Number(values.processes), operations: 1, seed }))
}

async function showDefect(place: Cluster, name: string): Promise<void> {
  const defect = DEFECTS.find((one) => one.name === name)
  if (!defect) throw new Error(`there is no such defect; there are: ${DEFECTS.map((one) => one.name).join(', ')}`)
  const { found, operations } = await run(place, { ...waysOf(defect), defect, size: SMALL_WAVES })
  console.log(found ? `found after ${operations} operations\n${found.words}` : `not found in ${operations} operations`)
}

async function runHistories(place: Cluster): Promise<void> {
  const rows: HistoryRow[] = []
  for (const processes of [1, 4]) rows.push(await measure(place, processes))
  tell('histories', writeHistories(rows))
  if (rows.some(({ violations }) => violations > 0)) process.exitCode = 1
}

async function runDefects(place: Cluster): Promise<void> {
  const rows: DefectRow[] = []
  const waiting = [...DEFECTS.entries()]
  const lines = Array.from({ length: DEFECTS_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      rows[next[0]] = await plant(place, next[1])
  })
  // All of them end before the database does, also when one could not be planted.
  const failure = (await Promise.allSettled(lines)).find((line) => line.status === 'rejected')
  if (failure) throw new Error('a defect could not be played', { cause: failure.reason })
  tell('defects', writeDefects(rows, MOST_FOR_A_DEFECT))
  if (rows.some(({ area }) => area === null)) process.exitCode = 1
}

function tell(part: 'histories' | 'defects', table: string): void {
  console.log(table)
  if (!values.write) return
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : undefined
  writeFileSync(PAGE, replacePart(page, part, table))
}

async function measure(place: Cluster, processes: number): Promise<HistoryRow> {
  const began = Date.now()
  const outcome = await run(place, {
    processes,
    operations: Number(values.operations) / 2,
    seed: 1,
    tell: tellEvery(10_000),
  })
  report(outcome)
  const seconds = (Date.now() - began) / 1000
  return { processes, operations: outcome.operations, seconds, violations: outcome.found ? 1 : 0 }
}

async function plant(place: Cluster, defect: Defect): Promise<DefectRow> {
  const { operations, found } = await run(place, { ...waysOf(defect), defect, isShort: true, size: SMALL_WAVES })
  console.log(`planted: ${defect.name}: ${found ? `found after ${operations}` : 'NOT FOUND'}`)
  return { name: defect.name, processes: waysOf(defect).processes, operations, area: found?.area ?? null }
}

function waysOf({ isRace }: Defect): { processes: number; operations: number; seed: number } {
  return { processes: isRace ? 4 : 1, operations: MOST_FOR_A_DEFECT, seed: 1 }
}

function report({ operations, found }: Outcome): void {
  console.log(found ? `violated by seed ${found.seed}:\n${found.words}` : `${operations} operations, no violation`)
  if (found) process.exitCode = 1
}

function tellEvery(step: number): (operations: number) => void {
  let told = 0
  return (operations) => {
    if (operations - told < step) return
    told = operations
    console.log(`${operations} operations`)
  }
}
