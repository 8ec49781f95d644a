import { randomUUID } from 'node:crypto'
import { openBesideService } from '../src/app/cli/command.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { addRun } from '../src/scan/calibration/store.ts'

const HOUR_MS = 3_600_000

/* Begins a calibration as another process would that then works for an hour; the service's settings stand in the environment. */
const { db, stop } = await openBesideService(readSettings(process.env), () => {})
const hasBegun = await db.transaction((tx) => {
  const until = new Date(tx.now.getTime() + HOUR_MS)
  return addRun(tx, { id: randomUUID(), claim: randomUUID(), options: {}, now: tx.now, until })
})
await stop()
if (!hasBegun) throw new Error('a calibration is under way already')
