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
  const counted = `${count(usable.length, 'session')} on ${count(days.size, 'day')} with this phone`
  return {
    title: 'Welcome back.',
    given: `You gave ${counted}${isFromElsewhere ? ', and began on another one' : ''}.`,
    next: days.has(today)
      ? 'The next one helps most on another day.'
      : 'Today is another day: one more now helps most.',
  }
}

const ARRIVED: WelcomeWords = {
  title: 'Welcome from your other phone.',
  given: 'What you give here goes under the same pseudonym.',
  next: 'It shows what stays the same from phone to phone.',
}

const UNUSABLE: WelcomeWords = {
  title: 'Welcome back.',
  given: 'Nothing of what you gave with this phone could be used yet.',
  next: 'One more try is welcome.',
}

function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`
}
