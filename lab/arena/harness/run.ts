import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawInjections } from './drawing.ts'
import type { Injection } from './generator.ts'
import { measureInjection } from './measure.ts'
import { type InjectionReport, writeInjectionPage, writeTable } from './page.ts'

export type InjectionRun = {
  injections: readonly Injection[]
  /** The name of the only row to be measured. */
  only: string | undefined
  trials: number
  cap: number
  seed: number
  out: string
  say: (message: string) => void
}

/** Measures injections, says the table, and writes page, figures and picture. */
export function runInjections({ injections: all, only, out, ...options }: InjectionRun): InjectionReport {
  const chosen = all.filter(({ name }) => only === undefined || name === only)
  const names = all.map(({ name }) => name).join(', ')
  if (chosen.length === 0) throw new Error(`no injection has the name "${only}"; there are: ${names}`)
  const injections = chosen.map((injection) => measureInjection(injection, { ...options, cpuSeconds }))
  const report = { seed: options.seed, trials: options.trials, cap: options.cap, injections }
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'injections.md'), writeInjectionPage(report))
  writeFileSync(join(out, 'injections.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(out, 'injections.svg'), drawInjections(report))
  options.say(writeTable(report).join('\n'))
  return report
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
