import { expect, it } from 'vitest'
import { judgeReplica } from '../doctor.ts'

it.each([
  [{ isReplica: true, behindSeconds: 0 }, 'ok', 'keeps up'],
  [{ isReplica: true, behindSeconds: 60 }, 'ok', 'keeps up'],
  [{ isReplica: true, behindSeconds: 61 }, 'warn', 'is 61 seconds behind'],
  [{ isReplica: true, behindSeconds: null }, 'warn', 'has copied nothing yet'],
  [
    { isReplica: false, behindSeconds: null },
    'warn',
    'DATABASE_READ_URL leads to no replica, but to a database of its own',
  ],
] as const)('of %j says %s: %s', (found, mood, says) => {
  expect(judgeReplica(found)).toEqual({ mood, about: 'replica', says })
})
