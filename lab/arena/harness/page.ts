import type { InjectionFigures, Measured, NotRun, Passes, SearchFigures } from './measure.ts'
import { EXPLANATION, INTRODUCTION } from './words.ts'

/** All that a run of the injections measured. */
export type InjectionReport = { seed: number; trials: number; cap: number; injections: InjectionFigures[] }

/** The page of the injections with its table; all of it is written by the command. */
export function writeInjectionPage(report: InjectionReport): string {
  const { seed, trials, cap } = report
  const command = `    npm run arena -- --injections --trials ${trials} --cap ${cap} --seed ${seed} --out docs`
  return [
    ...INTRODUCTION,
    writePrice(report),
    '',
    command,
    '',
    '![passes at the high risk level, by level of assurance](injections.svg)',
    '',
    ...writeTable(report),
    '',
    ...writeReading(report),
    ...EXPLANATION,
    '',
  ].join('\n')
}

/** The cheapest search that passed, in words; also in README.md and docs/comparison.md. */
function writePrice({ injections }: InjectionReport): string {
  const searches = injections.flatMap((figures) => {
    if ('notRun' in figures || figures.search === null) return []
    const { name, search } = figures
    return [{ name, level: 1, ...search }, ...(search.live ? [{ name, level: 2, ...search.live }] : [])]
  })
  const [cheapest] = searches.filter(({ reached }) => reached).toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)
  if (cheapest === undefined)
    return '**The cheapest attack is not known:** no search that was run here found motion that passes; others may.'
  const { name, level, cpuSeconds, passes } = cheapest
  const { passed, trials } = passes.high
  return `**The cheapest attack that we found takes ${cpuSeconds.toFixed(1)} CPU seconds:** a search with the open engine (${name.replace(/^left out: /, '')}) until its motion passes at level ${level} and the high risk level. Then ${passed} of ${trials} more answers passed. A better search may be cheaper.`
}

/** The tables alone, as Markdown. */
export function writeTable({ injections, cap }: InjectionReport): string[] {
  return [
    '**Level 1**',
    '',
    '| instrument | passes without search: risk low | medium | high | refused at high for | CPU s until 9 of 10 pass at high | after the search, at high |',
    '|---|---|---|---|---|---|---|',
    ...injections.map((figures) => ('notRun' in figures ? writeNotRun(figures, 6) : writeFirstLevel(figures, cap))),
    '',
    '**Levels 2 and 3**, with a software passkey',
    '',
    '| instrument | level 2, prepared in advance: risk low | level 2, in real time: risk low | medium | high | refused at high for | CPU s until 9 of 10 pass at high | after the search, at high | level 3: risk low |',
    '|---|---|---|---|---|---|---|---|---|',
    ...injections.map((figures) => ('notRun' in figures ? writeNotRun(figures, 8) : writeHigherLevels(figures, cap))),
  ]
}

function writeNotRun({ name, notRun }: NotRun, cells: number): string {
  return `| ${[name, `not run: ${notRun}`, ...Array.from({ length: cells - 1 }, () => '–')].join(' | ')} |`
}

function writeFirstLevel({ name, passes, refusals, search }: Measured, cap: number): string {
  return `| ${[name, ...writeRisks(passes), writeRefusals(refusals), ...writeSearch(search, cap)].join(' | ')} |`
}

function writeHigherLevels({ name, higher, search }: Measured, cap: number): string {
  const earlier = 'not measured yet: the row above is of an earlier engine'
  if (!higher) return `| ${[name, earlier, ...Array.from({ length: 7 }, () => '–')].join(' | ')} |`
  const { prepared, live, attested } = higher
  const inRealTime = [
    ...writeRisks(live.passes),
    writeRefusals(live.refusals),
    ...writeSearch(search?.live ?? null, cap),
  ]
  return `| ${[name, writePasses(prepared.passes.low), ...inRealTime, writePasses(attested.passes.low)].join(' | ')} |`
}

function writeRisks({ low, medium, high }: Measured['passes']): string[] {
  return [low, medium, high].map(writePasses)
}

function writeSearch(search: SearchFigures | null, cap: number): string[] {
  if (search === null) return ['no search', '–']
  const { reached, cpuSeconds, lastLook, passes } = search
  return [reached ? cpuSeconds.toFixed(1) : `not within ${cap} (${lastLook} of 10)`, writePasses(passes.high)]
}

function writePasses({ passed, trials, share: { low, high } }: Passes): string {
  return `${passed} of ${trials} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %)`
}

function writeRefusals(refusals: Readonly<Record<string, number>>): string {
  const most = Object.entries(refusals).toSorted(([, a], [, b]) => b - a)
  return most.map(([reason, count]) => `${reason} ${count}`).join(', ') || '–'
}

function writeReading({ seed, injections }: InjectionReport): string[] {
  return [
    `Seed ${seed}. In brackets the exact 95 % interval (Clopper and Pearson), as if every answer were of another subject; four are of one.`,
    '',
    'All rows count the likeness with the enrolled person. The service counts it at levels 2 and 3 only at risk level high ([why](verification.md#levels)): below, a passkey has shown whose key it is, and a relayed scan that it signed passes.',
    '',
    '| instrument | what it does |',
    '|---|---|',
    ...injections.map(({ name, does }) => `| ${name} | ${does} |`),
    '',
  ]
}
