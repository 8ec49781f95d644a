import { expect, it } from 'vitest'
import { COUNTDOWN_MS, momentAt, PHASE_MS, PHASES, SESSION_MS } from './phases.ts'

it('counts down, walks through every phase, and ends', () => {
  expect(momentAt(0)).toEqual({ kind: 'counting', secondsLeft: COUNTDOWN_MS / 1000 })
  expect(momentAt(COUNTDOWN_MS - 1)).toEqual({ kind: 'counting', secondsLeft: 1 })
  const phases = PHASES.map((_, index) => momentAt(COUNTDOWN_MS + index * PHASE_MS))
  expect(phases).toMatchObject(PHASES.map((_, phase) => ({ kind: 'moving', phase, secondsLeft: PHASE_MS / 1000 })))
  expect(momentAt(COUNTDOWN_MS + SESSION_MS - 1)).toMatchObject({ phase: PHASES.length - 1, secondsLeft: 1 })
  expect(momentAt(COUNTDOWN_MS + SESSION_MS)).toEqual({ kind: 'over' })
})

it('fits into what the service takes', () => {
  expect(PHASES).toHaveLength(5)
  expect(SESSION_MS).toBeLessThanOrEqual(60_000)
})
