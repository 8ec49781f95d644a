import { afterEach, expect, it } from 'vitest'
import { openThreads, type Threads } from './pool.ts'

let threads: Threads
afterEach(() => threads.close())

it('answers every task, also when there are more than threads', async () => {
  threads = openThreads({ most: 2 })
  const words = Array.from({ length: 50 }, (_, one) => `word ${one}`)
  expect(await Promise.all(words.map((word) => threads.run('echo', word)))).toEqual(words)
})

it('tells the caller what a task failed with, and goes on with the next', async () => {
  threads = openThreads({ most: 1 })
  await expect(threads.run('missing' as 'echo', 'x')).rejects.toThrow(/is not a function/)
  expect(await threads.run('echo', 'next')).toBe('next')
})

it('503: refuses what would wait too long', async () => {
  threads = openThreads({ most: 1 })
  const tasks = Array.from({ length: 300 }, () => threads.run('echo', 'x'))
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(257)
  await expect(tasks[299]).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it('503: refuses what waits when it is closed', async () => {
  threads = openThreads({ most: 1 })
  const tasks = ['first', 'second'].map((word) => threads.run('echo', word))
  const outcomes = Promise.allSettled(tasks)
  await threads.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(threads.run('echo', 'late')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
