import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from '../../scripts/run.ts'
import type { Goal } from './goals.ts'
import { replaceSections, type Section } from './table.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PAGE = join(ROOT, 'docs', 'internals', 'measurements', 'speed.md')
/** What has goals, in the order of the page; the rest only prints. */
const WITH_GOALS = ['verification', 'research', 'server', 'checks', 'peers', 'growth', 'replay']

main(process.argv.slice(2))

/** `npm run bench -- [PART …] [--write]`: one part after the other, since two at a time would measure each other. */
function main(args: string[]): void {
  const writes = args.includes('--write')
  const asked = args.filter((arg) => !arg.startsWith('--'))
  const parts = asked.length > 0 ? asked : writes ? WITH_GOALS : listParts()
  for (const part of parts)
    if (!listParts().includes(part)) throw new Error(`there is no part ${part}; there are ${listParts().join(', ')}`)
  for (const part of parts) {
    const section = measure(part)
    // After each part: whoever stops it early keeps what was measured.
    if (writes && section.goals.length > 0) writePage(section)
  }
}

function listParts(): string[] {
  return globSync('proof/bench/*.bench.ts', { cwd: ROOT })
    .map((file) => basename(file, '.bench.ts'))
    .toSorted()
}

function measure(part: string): Section {
  console.log(`\n${part}`)
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-goals-'))
  const file = join(folder, 'goals')
  process.env.BENCH_GOALS = file
  run(process.execPath, ['--conditions=stillhere-source', `proof/bench/${part}.bench.ts`], ROOT)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(folder, { recursive: true })
  const load = (loadavg()[0] ?? 0) / availableParallelism()
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`
  return { part, machine, load, goals: lines.map((line) => JSON.parse(line) as Goal) }
}

function writePage(section: Section): void {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  writeFileSync(PAGE, replaceSections(before, section, { order: WITH_GOALS }))
}
