import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawInjections } from './drawing.ts'
import type { Injection } from './generator.ts'
import { type InjectionFigures, measureInjection } from './measure.ts'
import { type InjectionReport, writeInjectionPage, writePrices, writeTable } from './page.ts'

export type InjectionRun = {
  injections: readonly Injection[]
  /** The name of the only row to be measured. */
  only: string | undefined
  /** Names of rows in the order of the table; others come behind them. */
  order: readonly string[]
  /** Whether earlier rows are kept, except those measured now. */
  isPartial: boolean
  trials: number
  cap: number
  starts: number
  seed: number
  out: string
  say: (message: string) => void
}

/** Measures injections, says the table, and writes page, figures and picture. */
export function runInjections(run: InjectionRun): InjectionReport {
  const { injections: all, only, out, trials, cap, starts, seed, say } = run
  const chosen = all.filter(({ name }) => only === undefined || name === only)
  const names = all.map(({ name }) => name).join(', ')
  if (chosen.length === 0) throw new Error(`no injection has the name "${only}"; there are: ${names}`)
  const earlier = run.isPartial ? readEarlier(run) : []
  const measured = chosen.map((injection) =>
    measureInjection(injection, { trials, cap, starts, seed, say, cpuSeconds }),
  )
  const injections = mergeRows(earlier, measured, run.order)
  const report = { seed, trials, cap, starts, injections }
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'injections.md'), writeInjectionPage(report))
  writeFileSync(join(out, 'injections.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(out, 'injections.svg'), drawInjections(report))
  say([...writePrices(report), ...writeTable(report)].join('\n'))
  return report
}

/** The rows in the folder, which must have been measured alike: one table has one seed, one number of trials and one cap. */
function readEarlier({ out, ...run }: InjectionRun): InjectionFigures[] {
  const file = join(out, 'injections.json')
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as InjectionReport
  for (const option of ['seed', 'trials', 'cap', 'starts'] as const) {
    if (report[option] === run[option]) continue
    const numbers = `--seed ${report.seed} --trials ${report.trials} --cap ${report.cap} --starts ${report.starts}`
    throw new Error(`${file} was measured with ${numbers}: give the same, or another --out`)
  }
  return report.injections
}

/** Measured rows instead of earlier ones of their names. */
function mergeRows(
  earlier: readonly InjectionFigures[],
  measured: readonly InjectionFigures[],
  order: readonly string[],
): InjectionFigures[] {
  const rows = new Map([...earlier, ...measured].map((row) => [row.name, row]))
  const known = order.flatMap((name) => rows.get(name) ?? [])
  return [...known, ...[...rows.values()].filter(({ name }) => !order.includes(name))]
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
