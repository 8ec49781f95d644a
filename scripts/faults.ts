import { killBeforeAnswer } from './faults/answers.ts'
import { redeemTwice } from './faults/approvals.ts'
import { spendTwice } from './faults/checks.ts'
import { jumpClock } from './faults/clock-jump.ts'
import { moveClock } from './faults/clock.ts'
import { breakConnections } from './faults/connections.ts'
import { fillDisk } from './faults/disk.ts'
import { breakLiveChallenges } from './faults/live.ts'
import { failMail } from './faults/mail.ts'
import { type Row, writeLine, writeTable } from './faults/table.ts'
import { upgradeUnderLoad } from './faults/upgrade.ts'
import { killUnderLoad } from './faults/writes.ts'

/** What is broken on purpose, by the name that picks one of them: `npm run faults -- live`. */
const FAULTS: Record<string, () => Promise<Row[]>> = {
  writes: killUnderLoad,
  connections: breakConnections,
  disk: fillDisk,
  answers: killBeforeAnswer,
  mail: failMail,
  clock: async () => [...(await moveClock()), ...(await jumpClock())],
  upgrade: upgradeUnderLoad,
  live: breakLiveChallenges,
  checks: spendTwice,
  approvals: redeemTwice,
}

async function main(wanted: readonly string[]): Promise<void> {
  const names = Object.keys(FAULTS)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no fault ${unknown}; there are ${names.join(', ')}`)
  for (const [name, run] of Object.entries(FAULTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const rows = await run().catch((error: unknown) => [describeFailure(name, error)])
    for (const row of rows) console.log(writeLine(row))
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
    writeTable(rows, names)
  }
}

function describeFailure(fault: string, error: unknown): Row {
  console.error(error)
  const seen = error instanceof Error ? error.message : String(error)
  return { fault, broken: 'see the command’s output', must: 'it runs to its end', seen, holds: false }
}

await main(process.argv.slice(2))
process.exit()
