import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureArena } from './arena.ts'
import { arenaDrawing } from './drawing.ts'
import { loadInjections } from './harness/load.ts'
import { runInjections } from './harness/run.ts'
import { readPeople, syntheticPeople } from './people.ts'
import { SHIPPED_INJECTIONS } from './shipped.ts'
import { arenaTable } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    motion: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    injections: { type: 'boolean', default: false },
    only: { type: 'string' },
    trials: { type: 'string', default: '40' },
    cap: { type: 'string', default: '120' },
    starts: { type: 'string', default: '10' },
  },
})
const say = (message: string) => console.error(message)
const seed = readWhole('seed', values.seed, 0)
const folder = values.out ?? join('reports', 'arena')

if (positionals.length > (values.injections ? 1 : 0)) throw new Error(`too many arguments: ${positionals.join(' ')}`)
if (values.injections) await runShippedOrDropped(positionals[0])
else runFamilies()

/** The injections that ship, or those of a folder beside the rows that are there. */
async function runShippedOrDropped(dropped: string | undefined): Promise<void> {
  const [trials, cap] = [readWhole('trials', values.trials, 1), readWhole('cap', values.cap, 1)]
  const starts = readWhole('starts', values.starts, 1)
  const shipped = SHIPPED_INJECTIONS.map(({ name }) => name)
  const injections = dropped === undefined ? SHIPPED_INJECTIONS : await loadInjections(dropped, shipped)
  const isPartial = dropped !== undefined || values.only !== undefined
  runInjections({
    injections,
    only: values.only,
    order: shipped,
    isPartial,
    trials,
    cap,
    starts,
    seed,
    out: folder,
    say,
  })
}

function readWhole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new Error(`--${name} must be a whole number from ${least} on, not ${text}`)
}

function runFamilies(): void {
  say(values.motion ? `reading recordings under ${values.motion} …` : 'making synthetic people …')
  const people = values.motion ? readPeople(values.motion, 6) : syntheticPeople({ people: 24, windows: 6, seed })
  const data = values.motion ? 'recorded people' : 'synthetic people'
  const report = measureArena({ people, data, seed, say })
  console.log(arenaTable(report))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'arena.json'), `${JSON.stringify(report, null, 1)}\n`)
  writeFileSync(join(folder, 'arena.svg'), arenaDrawing(report))
  say(`written: ${join(folder, 'arena.json')}, ${join(folder, 'arena.svg')}`)
}
