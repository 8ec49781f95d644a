import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'

/** What was done, what must hold, and what was seen. */
export type Row = { what: string; must: string; seen: string; holds: boolean }

/** Makes rows of what was done. */
export function rowsOf(what: string): (must: string, seen: string, holds: boolean) => Row {
  return (must, seen, holds) => ({ what, must, seen, holds })
}

/** A page of docs/internals/measurements with one table, whose rows begin with the name of a part; `failing` marks those that do not hold. */
export type Table = { page: string; failing: string; head: string; notes: string }

/** Parts of a command, by the names that pick them, and where their rows stand. */
export type NamedParts = {
  /** The word for a part, for the error about an unknown one. */
  called: string
  parts: Readonly<Record<string, () => Promise<Row[]>>>
  table: Table
  /** Where the page is. */
  folder?: string
}

const MEASUREMENTS = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'measurements')

/** Runs the parts that are wanted, or all; each is written as soon as it has ended. The process fails where a row does not hold. */
export async function runParts(
  wanted: readonly string[],
  { called, parts, table, folder = MEASUREMENTS }: NamedParts,
): Promise<void> {
  const names = Object.keys(parts)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no ${called} ${unknown}; there are ${names.join(', ')}`)
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const rows = await run().catch(describeFailure)
    const lines = rows.map((row) => writeLine(name, row, table))
    for (const line of lines) console.log(line)
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
    writePage(join(folder, `${table.page}.md`), { table, names, name, lines })
  }
}

function describeFailure(error: unknown): Row[] {
  console.error(error)
  const seen = error instanceof Error ? error.message : String(error)
  return [{ what: 'see the command’s output', must: 'it runs to its end', seen, holds: false }]
}

function writeLine(name: string, { what, must, seen, holds }: Row, { failing }: Table): string {
  const cells = [name, what, must, holds ? 'holds' : failing, `${seen} (load ${loadavg()[0]?.toFixed(1)})`]
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
}

type Written = { table: Table; names: readonly string[]; name: string; lines: readonly string[] }

/** Replaces the lines of a part and keeps those of all others, in the order of the names. */
function writePage(file: string, { table: { head, notes }, names, name, lines }: Written): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const linesOf = (part: string) => (part === name ? lines : old.filter((line) => line.startsWith(`| ${part} |`)))
  writeFileSync(file, `${head}${names.flatMap(linesOf).join('\n')}\n${notes}`)
}
