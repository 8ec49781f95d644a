import { expect, inject, it } from 'vitest'
import { fuzz } from '../../../proof/fuzz/run.ts'

// A small part of npm run fuzz; docs/internals/measurements/fuzz.md has the whole.
const REQUESTS = 1000

it(
  `${REQUESTS} requests drawn from the contract, half of them broken: every answer keeps to it`,
  { timeout: 300_000 },
  async () => {
    const { requests, violations } = await fuzz(inject('postgres'), { requests: REQUESTS, seed: 3 })
    expect(violations.map(({ endpoint, what, curl }) => `${endpoint}: ${what}\n${curl}`)).toEqual([])
    expect(requests).toBe(REQUESTS)
  },
)
