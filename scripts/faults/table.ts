import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** What was broken, what must hold nevertheless, and what was seen. */
export type Row = { fault: string; broken: string; must: string; seen: string; holds: boolean }

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'faults.md')

/** Writes rows into docs/measurements/faults.md in the place of older ones of the same faults, in the order of `faults`. */
export function writeTable(rows: readonly Row[], faults: readonly string[]): void {
  const old = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  writeFileSync(FILE, `${HEAD}${mergeLines(old, rows, faults).join('\n')}\n${MISSING}`)
}

const HEAD = `# Faults

Written by \`npm run faults\`; \`npm run faults -- NAME\` runs one of them and replaces its rows. What is broken is real: processes are killed with
SIGKILL, a TCP proxy stands between service and database, clocks of processes are moved by libfaketime. The machine had ${cpus().length} cores, shared with
others, so pauses are longer than elsewhere.

| fault | what is broken | what must hold | | seen |
|---|---|---|---|---|
`

const MISSING = `
Not tried: receipts that a service with a wrong clock signs.
`

/** The lines of the table: those of the rows, and for all other faults those of the table before. */
export function mergeLines(old: string, rows: readonly Row[], faults: readonly string[]): string[] {
  const kept = old.split('\n').filter((line) => faults.some((fault) => line.startsWith(`| ${fault} |`)))
  const isNew = (fault: string) => rows.some((row) => row.fault === fault)
  return faults.flatMap((fault) =>
    isNew(fault)
      ? rows.filter((row) => row.fault === fault).map(writeLine)
      : kept.filter((line) => line.startsWith(`| ${fault} |`)),
  )
}

/** One row as a line of the table. */
export function writeLine({ fault, broken, must, seen, holds }: Row): string {
  const cells = [fault, broken, must, holds ? 'holds' : 'BROKEN', seen]
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
}
