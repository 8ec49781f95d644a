import type { InjectionFigures, Measured, NotRun, Passes, SearchFigures } from './measure.ts'
import { type LevelPrice, priceLevels, SCARCE_GOODS, USD_PER_CORE_HOUR, writeUsd } from './prices.ts'
import { EXPLANATION, INTRODUCTION } from './words.ts'

/** All that a run of the injections measured. */
export type InjectionReport = {
  seed: number
  trials: number
  cap: number
  starts: number
  injections: InjectionFigures[]
}

/** The page of the injections with its table; all of it is written by the command. */
export function writeInjectionPage(report: InjectionReport): string {
  const { seed, trials, cap, starts } = report
  const options = `--trials ${trials} --starts ${starts} --cap ${cap} --seed ${seed}`
  const command = `    npm run arena -- --injections ${options} --out docs/internals`
  return [
    ...INTRODUCTION,
    writeCheapest(report),
    '',
    command,
    '',
    '![passes at the high risk level, by level of assurance](injections.svg)',
    '',
    ...writePrices(report),
    ...writeTable(report),
    '',
    ...writeReading(report),
    ...EXPLANATION,
    '',
  ].join('\n')
}

/** The cheapest search that passed, in words; also in README.md and docs/comparison.md. */
function writeCheapest({ injections }: InjectionReport): string {
  const prices = priceLevels(injections)
  const known = prices.flatMap(({ level, cheapest }) => (cheapest ? [{ level, ...cheapest }] : []))
  const [cheapest] = known.toSorted((a, b) => a.searchUsd - b.searchUsd)
  if (cheapest === undefined)
    return '**The cheapest attack is not known:** no search that was run here found motion that passes; others may.'
  const { name, level, cpuSeconds, searchUsd, passes } = cheapest
  const identities = known.map((price) => `${writeUsd(price.identityUsd)} at level ${price.level}`)
  return `**The cheapest attack that we found costs ${writeUsd(searchUsd)}, once:** a search of ${cpuSeconds.toFixed(1)} CPU seconds with the open engine (${nameStructure(name)}) until its motion passes at level ${level} and the high risk level. Then ${passes.passed} of ${passes.trials} more answers passed. One more receipt costs ${writeUsd(cheapest.receiptUsd)} of CPU, one more identity ${identities.join(', ')}, by stated assumptions. A better search may be cheaper.`
}

function nameStructure(name: string): string {
  return name.replace(/^left out: /, '')
}

/** Writes the price of each level for an attacker, as Markdown. */
export function writePrices({ injections, starts, cap }: InjectionReport): string[] {
  return [
    '## Prices',
    '',
    'An attacker searches once, at home. After that every identity and every receipt costs its own price, in US dollars:',
    '',
    '| level | cheapest search that passed, once | one more identity | one more receipt | receipts a day and identity | scarce | most without search |',
    '|---|---|---|---|---|---|---|',
    ...priceLevels(injections).map(writeLevelPrice),
    '',
    `Cheapest of ${starts} starts of each structure, each with a separate seed, searched in turn; ${cap} CPU seconds at most for all starts of a structure. CPU is priced at $${USD_PER_CORE_HOUR} a core hour. The price of a receipt includes the refused answers before it. Attempts are scarce as well: an identity has a limit of refused answers a day. At level 3 no instrument has an attested key, so the price is that of level 2 with such a key. A form that takes [first visits](../checks.md#first-visits) can’t recognize people: at level 1 every receipt there is an identity, at the price of a receipt.`,
    '',
    '| scarce | price | assumption |',
    '|---|---|---|',
    ...Object.entries(SCARCE_GOODS).map(
      ([good, { usd, assumption }]) => `| ${good} | ${writeUsd(usd)} | ${assumption} |`,
    ),
    '',
    '| structure | level 1: CPU s of the cheapest start | best look, of 10 | after the search, at high | level 2, in real time: CPU s | best look, of 10 | after the search, at high | all starts, CPU s |',
    '|---|---|---|---|---|---|---|---|',
    ...injections.flatMap((figures) =>
      'notRun' in figures || figures.search === null ? [] : [writeSearches(figures)],
    ),
    '',
  ]
}

function writeLevelPrice({ level, needs, cheapest, withoutSearch }: LevelPrice): string {
  const scarce = needs.join(', ')
  const best = withoutSearch ? writeBest(withoutSearch) : '–'
  if (cheapest === null) return `| ${[level, 'none found', '–', '–', '–', scarce, best].join(' | ')} |`
  const { name, cpuSeconds, searchUsd, identityUsd, receiptUsd, passes, receiptsADay } = cheapest
  const search = `${writeUsd(searchUsd)} (${nameStructure(name)}, ${cpuSeconds.toFixed(1)} CPU s); then ${passes.passed} of ${passes.trials} pass`
  const daily = Number.isFinite(receiptsADay) ? `about ${receiptsADay}` : 'without limit'
  return `| ${[level, search, writeUsd(identityUsd), writeUsd(receiptUsd), daily, scarce, best].join(' | ')} |`
}

function writeBest({ name, passes }: NonNullable<LevelPrice['withoutSearch']>): string {
  return passes.passed === 0 ? 'none' : `${writePasses(passes)}, ${nameStructure(name)}`
}

function writeSearches({ name, search }: Measured): string {
  if (search === null) return ''
  const { batch, live, spentSeconds } = search
  return `| ${[name, ...writeSearch(batch), ...writeSearch(live), spentSeconds.toFixed(0)].join(' | ')} |`
}

function writeSearch({ reached, cpuSeconds, bestLook, passes }: SearchFigures): string[] {
  const seconds = reached ? cpuSeconds.toFixed(1) : `not within ${cpuSeconds.toFixed(1)}`
  return [seconds, `${bestLook}`, passes ? writePasses(passes.high) : '–']
}

/** Writes what passes without a search, as Markdown. */
export function writeTable({ injections }: InjectionReport): string[] {
  return [
    '## Passes without search',
    '',
    '**Level 1**',
    '',
    '| instrument | risk low | medium | high | refused at high for |',
    '|---|---|---|---|---|',
    ...injections.map((figures) => ('notRun' in figures ? writeNotRun(figures, 4) : writeFirstLevel(figures))),
    '',
    '**Levels 2 and 3**, with a software passkey',
    '',
    '| instrument | level 2, prepared in advance: risk low | level 2, in real time: risk low | medium | high | refused at high for | level 3: risk low |',
    '|---|---|---|---|---|---|---|',
    ...injections.map((figures) => ('notRun' in figures ? writeNotRun(figures, 6) : writeHigherLevels(figures))),
  ]
}

function writeNotRun({ name, notRun }: NotRun, cells: number): string {
  return `| ${[name, `not run: ${notRun}`, ...Array.from({ length: cells - 1 }, () => '–')].join(' | ')} |`
}

function writeFirstLevel({ name, passes, refusals }: Measured): string {
  return `| ${[name, ...writeRisks(passes), writeRefusals(refusals)].join(' | ')} |`
}

function writeHigherLevels({ name, higher }: Measured): string {
  const earlier = 'not measured yet: the row above is of an earlier engine'
  if (!higher) return `| ${[name, earlier, ...Array.from({ length: 5 }, () => '–')].join(' | ')} |`
  const { prepared, live, attested } = higher
  const inRealTime = [...writeRisks(live.passes), writeRefusals(live.refusals)]
  return `| ${[name, writePasses(prepared.passes.low), ...inRealTime, writePasses(attested.passes.low)].join(' | ')} |`
}

function writeRisks({ low, medium, high }: Measured['passes']): string[] {
  return [low, medium, high].map(writePasses)
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
    `Seed ${seed}. In brackets the exact 95 % interval (Clopper and Pearson), treating every answer as another subject’s, although four belong to one.`,
    '',
    'All rows count the likeness with the enrolled person. The service counts it at levels 2 and 3 only at risk level high ([why](../verification.md#levels)): below that, the passkey shows whose key it is, and a relayed scan with its signature passes.',
    '',
    '| instrument | what it does |',
    '|---|---|',
    ...injections.map(({ name, does }) => `| ${name} | ${does} |`),
    '',
  ]
}
