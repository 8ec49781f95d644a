import { expect, it } from 'vitest'
import type { Remembered } from './remembered.ts'
import { dayOf, describeReturn } from './welcome-words.ts'

const TODAY = '2026-11-17'

function person(days: readonly string[], more: Partial<Remembered> = {}): Remembered {
  const given = days.map((day, index) => ({
    sessionId: String(index),
    deleteToken: 'sd_x',
    day,
    isUsable: true,
    isRecorded: false,
  }))
  return { pseudonym: 'sp_3q2-7wAbCdEfGhIjKlMnOp', isFromElsewhere: false, given, ...more }
}

function wordsFor(who: Remembered): string | null {
  const words = describeReturn(who, TODAY)
  return words && `${words.title} ${words.given} ${words.next}`
}

it('says nothing to a stranger', () => {
  expect(wordsFor({ pseudonym: null, isFromElsewhere: false, given: [] })).toBeNull()
})

it.each([
  [[TODAY], {}, 'You gave one session on one day with this phone. Another session helps most on a different day.'],
  [
    ['2026-11-16', TODAY, TODAY],
    {},
    'You gave 3 sessions on 2 days with this phone. Another session helps most on a different day.',
  ],
  [
    ['2026-11-16'],
    { isFromElsewhere: true },
    'You gave one session on one day with this phone, after starting on another. It’s a new day, so another session now helps a lot.',
  ],
  // All of it was given, then the service forgot the pseudonym.
  [['2026-11-16'], { pseudonym: null }, 'You gave one session on one day'],
])('counts what was given on %j', (days, more, words) => {
  expect(wordsFor(person(days, more))).toContain(words)
})

it('does not count what could not be used', () => {
  const [session] = person([TODAY]).given
  expect(wordsFor(person([], { given: [{ ...session!, isUsable: false }] }))).toContain('couldn’t use anything')
})

it('greets whoever comes from another phone', () => {
  expect(wordsFor(person([], { isFromElsewhere: true }))).toContain('Welcome from your other phone!')
})

it('takes the day of this device’s own clock', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 6, 0, 1))).toBe('2026-01-06')
})
