import { type Goal, verdictOf } from '../../bench/goals.ts'

/** What one part saw, and the load of each core at its end. */
export type Section = { part: string; load: number; goals: Goal[] }

type Page = { machine: string; order: readonly string[] }

const HEADING = /^## (.+)$/m

/** The page with the section of one part anew; the others stay as they were measured. */
export function replaceSections(before: string, section: Section, { machine, order }: Page): string {
  const texts = new Map(before.split(/^(?=## )/m).flatMap((text) => sectionIn(text)))
  texts.set(section.part, writeSection(section))
  const parts = [...texts.keys()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return `${[writeIntroduction(machine), ...parts.map((part) => texts.get(part)?.trim())].join('\n\n')}\n`
}

function sectionIn(text: string): [string, string][] {
  const part = HEADING.exec(text)?.[1]
  return part === undefined ? [] : [[part, text]]
}

function writeIntroduction(machine: string): string {
  return `# Speed

Written by \`npm run bench -- --write\`; do not edit. One part alone: \`npm run bench -- PART --write\`. Measured on ${machine}.
Ratios compare two things in one run, one after the other or in turns. Rates, waits and, less so, processor time (CPU) are those of this
machine in that moment; the load beside each part says how busy it was, with other work, too. Without a goal a figure is only reported.`
}

function writeSection({ part, load, goals }: Section): string {
  const rows = goals.map((one) => `| ${[one.what, one.goal, one.seen, verdictOf(one), reasonOf(one)].join(' | ')} |`)
  return [
    `## ${part}\n`,
    `Load at the end: ${load.toFixed(1)} for each core.\n`,
    '| what | goal | seen | | why |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function reasonOf(one: Goal): string {
  return verdictOf(one) === 'holds' ? '' : (one.reason ?? '')
}
