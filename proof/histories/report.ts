import { AREAS } from './areas/index.ts'

export type HistoryRow = { processes: number; operations: number; seconds: number; violations: number }
export type DefectRow = { name: string; processes: number; operations: number; area: string | null }

/** The page of measurements without its tables. */
const EMPTY_PAGE = `# Histories

Random operations against the HTTP interface; each response is compared with a small model. The tables are written by
\`npm run histories -- --write\`. [Decision 0074](../decisions/0074-histories-and-fuzz.md) says how it works.

<!-- histories -->
<!-- end -->

## Planted defects

<!-- defects -->
<!-- end -->
`

/** Replaces one part of the results in the page. */
export function replacePart(page: string | undefined, part: 'histories' | 'defects', table: string): string {
  const pattern = new RegExp(`(?<=<!-- ${part} -->\\n)[^]*?(?=<!-- end -->)`)
  return (page ?? EMPTY_PAGE).replace(pattern, () => `\n${table}\n`)
}

export function writeHistories(rows: readonly HistoryRow[]): string {
  const total = rows.reduce((sum, { operations }) => sum + operations, 0)
  return `Areas: ${AREAS.map(({ name }) => name).join(', ')}.

| processes | operations | violations | seconds |
|---|---|---|---|
${rows.map(writeHistory).join('\n')}
| together | ${group(total)} | ${rows.reduce((sum, { violations }) => sum + violations, 0)} | |

With several processes, up to as many operations run at once on one subject, each on another process; some order of them must
explain all answers. Seconds are those of a machine of two cores that others used, too.
`
}

export function writeDefects(rows: readonly DefectRow[], most: number): string {
  const found = rows.filter(({ area }) => area !== null).length
  return `${found} of ${rows.length} found. Each is planted alone, in the service as it is loaded or in its database; ${group(most)} operations without a
violation count as not found. \`npm run histories -- --defect NAME\` shows the shortest history that finds it.

| planted | processes | found after operations | by |
|---|---|---|---|
${rows.map(writeDefect).join('\n')}
`
}

function writeHistory({ processes, operations, violations, seconds }: HistoryRow): string {
  return `| ${processes} | ${group(operations)} | ${violations} | ${Math.round(seconds)} |`
}

function writeDefect({ name, processes, operations, area }: DefectRow): string {
  return `| ${name} | ${processes} | ${area === null ? 'not found' : group(operations)} | ${area ?? ''} |`
}

function group(count: number): string {
  return count.toLocaleString('en-US')
}
