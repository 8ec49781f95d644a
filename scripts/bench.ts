import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

const ROOT = join(import.meta.dirname, '..')

// One after the other: two benchmarks at a time would measure each other.
for (const file of globSync('bench/*.bench.ts', { cwd: ROOT }).toSorted()) {
  console.log(`\n${file}`)
  run(process.execPath, ['--conditions=stillhere-source', file], ROOT)
}
