import { expect, inject, it } from 'vitest'
import { DEFECTS } from '../../../proof/histories/defects.ts'
import { run } from '../../../proof/histories/run.ts'

// A small part of npm run histories; docs/internals/measurements/histories.md has the whole.

it('random operations on two processes are answered as a simple model says', { timeout: 180_000 }, async () => {
  const size = { subjects: 1, rounds: 20 }
  const outcome = await run(inject('postgres'), { processes: 2, operations: 300, seed: 1, size })
  expect(outcome.found?.words).toBeUndefined()
  expect(outcome.operations).toBeGreaterThan(300)
})

it('a planted defect is found, and shown by a history of a few steps', { timeout: 180_000 }, async () => {
  const defect = DEFECTS.find(({ name }) => name === 'a recovery code works again')
  const { found } = await run(inject('postgres'), { processes: 1, operations: 2000, seed: 1, defect })
  expect(found?.area).toBe('recovery codes')
  expect(found?.words.split('\n').length).toBeLessThan(8)
})

it('a defect that the database refuses ends the processes that were started for it', async () => {
  const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = countProcesses()
  const defect = { name: 'impossible', sql: 'ALTER TABLE node DROP CONSTRAINT no_such_constraint' }
  const running = run(inject('postgres'), { processes: 1, operations: 1, seed: 1, defect })
  await expect(running).rejects.toThrow('no_such_constraint')
  expect(countProcesses()).toBe(before)
})
