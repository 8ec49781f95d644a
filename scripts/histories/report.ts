import { AREAS } from './areas/index.ts'

export type HistoryRow = { processes: number; operations: number; seconds: number; violations: number }
export type DefectRow = { name: string; processes: number; operations: number; area: string | null }
type Results = { histories: readonly HistoryRow[]; defects: readonly DefectRow[]; most: number }

/** The page of measurements. */
export function writeTables({ histories, defects, most }: Results): string {
  const found = defects.filter(({ area }) => area !== null).length
  const total = histories.reduce((sum, { operations }) => sum + operations, 0)
  return `# Histories

Random operations against the HTTP interface, each answer compared with a small model of what it must be. Written by
\`npm run histories -- --write\`; do not edit. [Decision 0074](../decisions/0074-histories-and-fuzz.md) says how it works.

Areas: ${AREAS.map(({ name }) => name).join(', ')}.

| processes | operations | violations | seconds |
|---|---|---|---|
${histories.map(writeHistory).join('\n')}
| together | ${group(total)} | ${histories.reduce((sum, { violations }) => sum + violations, 0)} | |

With several processes, up to as many operations run at once on one subject, each on another process; some order of them must
explain all answers. Seconds are those of a machine of two cores that others used, too.

## Planted defects

${found} of ${defects.length} found. Each is planted alone, in the service as it is loaded or in its database; ${group(most)} operations without a
violation count as not found. \`npm run histories -- --defect NAME\` shows the shortest history that finds it.

| planted | processes | found after operations | by |
|---|---|---|---|
${defects.map(writeDefect).join('\n')}
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
