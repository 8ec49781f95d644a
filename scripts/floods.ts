import { capture } from './floods/captures.ts'
import { guess } from './floods/guesses.ts'
import { overload } from './floods/overload.ts'
import { goThroughPooler } from './floods/pooler.ts'
import { openSockets } from './floods/sockets.ts'
import { type Row, writeLine, writeTable } from './floods/table.ts'
import { upload } from './floods/uploads.ts'

/** What comes too much of, by the name that picks one of them: `npm run floods -- overload`. */
const FLOODS: Record<string, () => Promise<Row[]>> = {
  sockets: openSockets,
  overload,
  uploads: upload,
  guesses: guess,
  captures: capture,
  pooler: goThroughPooler,
}

async function main(wanted: readonly string[]): Promise<void> {
  const names = Object.keys(FLOODS)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no flood ${unknown}; there are ${names.join(', ')}`)
  for (const [name, run] of Object.entries(FLOODS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const rows = await run().catch((error: unknown) => [describeFailure(name, error)])
    for (const row of rows) console.log(writeLine(row))
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
    writeTable(rows, names)
  }
}

function describeFailure(flood: string, error: unknown): Row {
  console.error(error)
  const seen = error instanceof Error ? error.message : String(error)
  return { flood, what: 'see the command’s output', must: 'it runs to its end', seen, holds: false }
}

await main(process.argv.slice(2))
process.exit()
