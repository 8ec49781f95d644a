import { expect, it, vi } from 'vitest'
import { readSystemTime, createRandomBytes } from './ambient.ts'

it('tells the time of the system in milliseconds', () => {
  vi.useFakeTimers({ now: 1_772_366_410_000 })
  try {
    expect(readSystemTime()).toBe(1_772_366_410_000)
  } finally {
    vi.useRealTimers()
  }
})

it('gives as many random bytes as it is asked for, and others each time', () => {
  expect(createRandomBytes(3)).toHaveLength(3)
  expect(createRandomBytes(32)).not.toEqual(createRandomBytes(32))
})
