import { expect, it } from 'vitest'
import { MEMBER_WORDS } from './words.ts'

const TODAY = '2026-03-10'

it.each([
  ['who never scanned', { streakDays: 0, lastEntropyDate: TODAY, left: 3 }, 'Scan today to start a streak.'],
  [
    'who scanned yesterday',
    { streakDays: 4, lastEntropyDate: '2026-03-09', left: 3 },
    'Scan today to keep your streak.',
  ],
  [
    'who scanned today',
    { streakDays: 5, lastEntropyDate: TODAY, left: 2 },
    'Today counts toward your streak. Come back tomorrow to keep it.',
  ],
  [
    'who scanned three times today',
    { streakDays: 5, lastEntropyDate: TODAY, left: 0 },
    'You’ve made all three scans that count today. Come back tomorrow.',
  ],
])('a member %s reads what a scan would do now', (_, { left, ...streak }, text) => {
  expect(MEMBER_WORDS.lead(streak, { left, today: TODAY })).toBe(text)
})
