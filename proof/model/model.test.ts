import { expect, it } from 'vitest'
import { checkModel, checkPlanted, PLANTED_ERRORS, QUORUMS } from './model.ts'

// Only a failure lasts as long, also on a busy machine.
const PATIENT = { timeout: 240_000 }

it.each(QUORUMS)('a request for $need of $people people keeps its invariants in every state', PATIENT, (quorum) => {
  const { states, unreached, violation } = checkModel(quorum)
  expect(violation).toBeUndefined()
  expect(unreached).toEqual([])
  expect(states).toBeGreaterThan(1000)
})

it.each(PLANTED_ERRORS)('$error: found, since $breaks', PATIENT, ({ flag, breaks }) => {
  expect(checkPlanted(flag).violation?.invariant).toBe(breaks)
})
