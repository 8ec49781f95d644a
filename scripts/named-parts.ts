/** Parts of a command, by the names that pick them, and what is done with what each has shown. */
export type NamedParts<Row> = {
  /** What a part is called, for whoever names one that there is not. */
  called: string
  parts: Readonly<Record<string, () => Promise<Row[]>>>
  /** The row of a part that did not run to its end, in the words of the table. */
  describeFailure: (part: string, failure: Failure) => Row
  writeLine: (row: Row) => string
  /** Puts rows into the table, in the order of these names. */
  writeTable: (rows: readonly Row[], names: readonly string[]) => void
}

type Failure = { what: string; must: string; seen: string; holds: boolean }

/** Runs the parts that are wanted, or all; each is written as soon as it has ended. The process fails where a row does not hold. */
export async function runParts<Row extends { holds: boolean }>(
  wanted: readonly string[],
  { called, parts, describeFailure, writeLine, writeTable }: NamedParts<Row>,
): Promise<void> {
  const names = Object.keys(parts)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no ${called} ${unknown}; there are ${names.join(', ')}`)
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const rows = await run().catch((error: unknown) => {
      console.error(error)
      const seen = error instanceof Error ? error.message : String(error)
      const failure = { what: 'see the command’s output', must: 'it runs to its end', seen, holds: false }
      return [describeFailure(name, failure)]
    })
    for (const row of rows) console.log(writeLine(row))
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
    writeTable(rows, names)
  }
}
