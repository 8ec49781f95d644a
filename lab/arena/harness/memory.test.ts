import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LEAST_VOTES } from './memory.ts'

it('takes as few votes for a candidate as the service does', () => {
  const file = join(import.meta.dirname, '../../../apps/server/src/scan/memory/store.ts')
  const wanted = readFileSync(file, 'utf8').matchAll(/^ {2}(capture|stroke): \{.* leastVotes: ([\d.]+) \}/gm)
  expect(Object.fromEntries([...wanted].map(([, kind, votes]) => [kind, Number(votes)]))).toEqual(LEAST_VOTES)
})
