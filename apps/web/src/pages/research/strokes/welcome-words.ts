import { say, sayCount } from '../../../words/speak.ts'
import type { Remembered } from './remembered.ts'

/** What to tell somebody who was here before; null to a stranger. */
export type WelcomeWords = { title: string; given: string; next: string }

/** The day of a moment by this device's own clock, as 2026-11-17. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Counts what was given with this browser, on how many days, and says what would help most now. */
export function describeReturn({ pseudonym, isFromElsewhere, given }: Remembered, today: string): WelcomeWords | null {
  if (pseudonym === null && given.length === 0) return null
  const usable = given.filter(({ isUsable }) => isUsable)
  if (usable.length === 0) return isFromElsewhere ? ARRIVED : UNUSABLE
  const days = new Set(usable.map(({ day }) => day))
  const sessions = sayCount(usable.length, 'one session', '{count} sessions')
  const onDays = sayCount(days.size, 'one day', '{count} days')
  return {
    title: say('Welcome back.'),
    given: isFromElsewhere
      ? say('You gave {sessions} on {days} with this phone, after starting on another.', { sessions, days: onDays })
      : say('You gave {sessions} on {days} with this phone.', { sessions, days: onDays }),
    next: days.has(today)
      ? say('Another session helps most on a different day.')
      : say('It’s a new day, so another session now helps a lot.'),
  }
}

const ARRIVED: WelcomeWords = {
  title: say('Welcome from your other phone!'),
  given: say('What you give here is stored under the same pseudonym.'),
  next: say('It shows what stays the same from phone to phone.'),
}

const UNUSABLE: WelcomeWords = {
  title: say('Welcome back.'),
  given: say('We couldn’t use anything you gave with this phone yet.'),
  next: say('Feel free to try again.'),
}
