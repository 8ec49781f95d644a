import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** How long a test file took, set-up included. */
export type FileTime = { file: string; ms: number }

/** The slowest files first, one a line, in seconds. */
export function listSlowest(times: readonly FileTime[]): string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

/** Prints the ten slowest files at the end of a run, so that everybody sees where the minutes go. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return
    console.log(['The slowest files:', ...listSlowest(modules.map(timeFile)), ''].join('\n'))
  }
}

function timeFile(module: TestModule): FileTime {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return { file: relative(process.cwd(), module.moduleId), ms: collectDuration + setupDuration + duration }
}
