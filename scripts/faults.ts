import { killBeforeAnswer } from './faults/answers.ts'
import { redeemTwice } from './faults/approvals.ts'
import { spendTwice } from './faults/checks.ts'
import { jumpClock } from './faults/clock-jump.ts'
import { moveClock } from './faults/clock.ts'
import { breakConnections } from './faults/connections.ts'
import { fillDisk } from './faults/disk.ts'
import { breakLiveChallenges } from './faults/live.ts'
import { failMail } from './faults/mail.ts'
import { TABLE } from './faults/table.ts'
import { upgradeUnderLoad } from './faults/upgrade.ts'
import { killUnderLoad } from './faults/writes.ts'
import { type Row, runParts } from './named-parts.ts'

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

await runParts(process.argv.slice(2), { called: 'fault', parts: FAULTS, table: TABLE })
process.exit()
