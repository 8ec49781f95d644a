import { chooseLanguage } from '@stillhere/messages'
import type { Transaction } from '../database/pool.ts'
import { DAY_MS, dayOf, daysBefore } from '../day.ts'
import { STREAK_GRACE_DAYS } from '../entropy/rules.ts'
import { queueMessages } from '../push/message.ts'
import type { Service } from '../service.ts'
import { isTimeZone, readClock } from './rules.ts'
import { listReminderZones, REMINDER_BATCH, takeDueReminders } from './store.ts'
import { writeReminderText } from './words.ts'

/**
 * Reminds everybody who asked for it, at the hour they chose, of a streak that ends today. Every process may do it at any time: who is
 * reminded is decided, and noted, by one statement.
 */
export async function remindOfStreaks(service: Service): Promise<void> {
  let reminded: number
  do reminded = await service.db.transaction((tx) => remindBatch(tx, service))
  while (reminded === REMINDER_BATCH)
}

async function remindBatch(tx: Transaction, service: Service): Promise<number> {
  // A zone that was known when it was chosen may be gone from a newer system.
  const zones = (await listReminderZones(tx)).filter(isTimeZone)
  if (zones.length === 0) return 0
  const due = await takeDueReminders(tx, {
    zones,
    clocks: zones.map((zone) => readClock(tx.now, zone)),
    today: dayOf(tx.now),
    lastDay: dayOf(daysBefore(tx.now, STREAK_GRACE_DAYS)),
  })
  const expiresAt = new Date(Math.ceil((tx.now.getTime() + 1) / DAY_MS) * DAY_MS)
  for (const { nodeId, streakDays, language } of due) {
    const text = writeReminderText(streakDays, chooseLanguage([language ?? '']))
    await queueMessages(tx, service, { nodeId, text, expiresAt })
  }
  return due.length
}
