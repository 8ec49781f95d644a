import { openDatabase } from '../../../platform/database/pool.ts'
import { readReplica } from '../../../platform/database/store.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { say } from '../../../platform/speakers.ts'
import type { Finding } from './finding.ts'

const LONG_BEHIND_SECONDS = 60

/** Whether DATABASE_READ_URL leads to a replica that keeps up. */
export async function checkReplica({ databaseReadUrl, databasePooler: pooler }: Settings): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return []
  const db = openDatabase({ databaseUrls: [databaseReadUrl], pooler, max: 1, patienceMs: 0 })
  try {
    return [judgeReplica(await readReplica(db))]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      { mood: 'warn', about: say('replica'), says: say('the database answers in its place: {reason}', { reason }) },
    ]
  } finally {
    await db.close()
  }
}

/** What to say of a host that DATABASE_READ_URL leads to. */
export function judgeReplica({ isReplica, behindSeconds }: Awaited<ReturnType<typeof readReplica>>): Finding {
  const about = say('replica')
  if (!isReplica)
    return { mood: 'warn', about, says: say('DATABASE_READ_URL leads to no replica, but to a database of its own') }
  if (behindSeconds !== null && behindSeconds <= LONG_BEHIND_SECONDS)
    return { mood: 'ok', about, says: say('keeps up') }
  const says =
    behindSeconds === null
      ? say('has copied nothing yet')
      : say('is {seconds} seconds behind', { seconds: Math.round(behindSeconds) })
  return { mood: 'warn', about, says }
}
