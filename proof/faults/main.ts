import { type Row, runParts } from '../world/parts.ts'
import { killBeforeAnswer } from './answers.ts'
import { redeemTwice } from './approvals.ts'
import { spendTwice } from './checks.ts'
import { jumpClock } from './clock-jump.ts'
import { moveClock } from './clock.ts'
import { breakConnections } from './connections.ts'
import { fillDisk } from './disk.ts'
import { breakLiveChallenges } from './live.ts'
import { failMail } from './mail.ts'
import { TABLE } from './table.ts'
import { upgradeUnderLoad } from './upgrade.ts'
import { killUnderLoad } from './writes.ts'

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
