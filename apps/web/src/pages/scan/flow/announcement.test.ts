import { expect, it } from 'vitest'
import { nextSaid } from './announcement.ts'
import type { Moment } from './moment.ts'

const MOMENT: Moment = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 9,
  elapsed: 40,
  duration: 160,
  score: null,
  parts: null,
  arrow: null,
  command: 'Wait for the arrow',
  hint: 'Hold the phone a little looser.',
}
const UP = { direction: 'up', number: 1, of: 6, state: 'now' } as const
const LAST = { text: 'Move left', at: 10_000 }

it('says an arrow at once, however short ago it spoke', () => {
  const said = nextSaid({ ...MOMENT, arrow: UP, command: 'Move up' }, LAST, 10_001)
  expect(said).toEqual({ text: 'Move up', at: 10_001 })
})

it('says nothing twice in a row', () => {
  expect(nextSaid({ ...MOMENT, arrow: UP, command: 'Move left' }, LAST, 20_000)).toBe(LAST)
})

it('keeps a hint back until there was quiet', () => {
  expect(nextSaid(MOMENT, LAST, 12_999)).toBe(LAST)
  expect(nextSaid(MOMENT, LAST, 13_000).text).toBe('Hold the phone a little looser.')
})

it('is silent about an arrow that only comes, and where there is nothing to say', () => {
  const coming = { ...MOMENT, arrow: { ...UP, state: 'coming' }, command: 'Next: up', hint: '' } as const
  expect(nextSaid(coming, LAST, 20_000)).toBe(LAST)
})

it('counts no seconds aloud', () => {
  const moment = { ...MOMENT, phase: 'countdown', command: 'Hold still' } as const
  const said = nextSaid({ ...moment, secondsLeft: 3 }, LAST, 20_000)
  expect(said.text).toBe('Hold still. It begins in three seconds.')
  expect(nextSaid({ ...moment, secondsLeft: 2 }, said, 21_000)).toBe(said)
})
