import { type Goal, verdictOf } from './goals.ts'

/** The goals of one part as they were seen, on which machine, and the load of each core at the end. */
export type Section = { part: string; machine: string; load: number; goals: Goal[] }

type Page = { order: readonly string[] }

const HEADING = /^## (.+)$/m

/** The page with the section of one part anew; the others stay as they were measured. */
export function replaceSections(before: string, section: Section, { order }: Page): string {
  const texts = new Map(before.split(/^(?=## )/m).flatMap((text) => sectionIn(text)))
  texts.set(section.part, writeSection(section))
  const parts = [...texts.keys()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return `${[INTRODUCTION, ...parts.map((part) => texts.get(part)?.trim())].join('\n\n')}\n`
}

function sectionIn(text: string): [string, string][] {
  const part = HEADING.exec(text)?.[1]
  return part === undefined ? [] : [[part, text]]
}

const INTRODUCTION = `# Speed

Written by \`npm run bench -- --write\`; do not edit. One part alone: \`npm run bench -- PART --write\`.
Ratios compare two things in one run, one after the other or in turn. Rates, waits and, less so, processor time (CPU) depend on the
machine and its load; each part names both. Figures without a goal are only reported.`

function writeSection({ part, machine, load, goals }: Section): string {
  const rows = goals.map((one) => `| ${[one.what, one.goal, one.seen, verdictOf(one), reasonOf(one)].join(' | ')} |`)
  return [
    `## ${part}\n`,
    `Measured on ${machine}. Load at the end: ${load.toFixed(1)} for each core.\n`,
    '| what | goal | seen | | why |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function reasonOf(one: Goal): string {
  return verdictOf(one) === 'holds' ? '' : (one.reason ?? '')
}
