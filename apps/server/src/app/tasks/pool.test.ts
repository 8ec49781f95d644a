import { afterEach, describe, expect, it } from 'vitest'
import { requireResult } from '../../platform/http/body.ts'
import { openThreads, type Threads } from '../../platform/threads/threads.ts'
import { readAnswer } from '../../scan/verification/tasks.ts'
import { openTaskThreads, SCAN_TASKS, TASKS } from './tasks.ts'

let threads: Threads
afterEach(() => threads.close())

/** A task that is done at once: it reads an empty answer to a challenge of this name, and says the name. */
async function nameRead(name: string): Promise<string> {
  const challenge = { challenge_id: name, challenge_token: 'none' }
  const body = JSON.stringify({ enrollment: {}, challenge, response: {}, signature: {} })
  return requireResult(await threads.run(readAnswer, new TextEncoder().encode(body))).challenge.id
}

it('answers every task, also when there are more than threads', async () => {
  threads = openTaskThreads({ most: 2 })
  const names = Array.from({ length: 50 }, (_, one) => `name ${one}`)
  expect(await Promise.all(names.map(nameRead))).toEqual(names)
})

it('tells the caller what a task failed with, and goes on with the next', async () => {
  threads = openTaskThreads({ most: 1 })
  await expect(
    threads.run(function missing() {
      return { answer: undefined }
    }, undefined),
  ).rejects.toThrow('there is no task missing')
  expect(await nameRead('next')).toBe('next')
})

it('503: refuses what would wait too long', async () => {
  threads = openTaskThreads({ most: 1 })
  const tasks = Array.from({ length: 300 }, () => nameRead('x'))
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(257)
  await expect(tasks[299]).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it('503: refuses what waits when it is closed', async () => {
  threads = openTaskThreads({ most: 1 })
  const tasks = ['first', 'second'].map(nameRead)
  const outcomes = Promise.allSettled(tasks)
  await threads.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(nameRead('late')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it('every task of a scan is one that threads know', () => {
  threads = openTaskThreads()
  expect([...SCAN_TASKS].filter((name) => !TASKS.has(name))).toEqual([])
})

describe('tasks of a scan', () => {
  // Answers with its task's name, but never to `hang`.
  const SOURCE = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ name }) => name === 'hang' || parentPort.postMessage({ answer: name }))`
  const module = new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`)
  const open = (most?: number) => openThreads(module, { ...(most && { most }), isUrgent: (task) => task === 'scan' })
  const run = (name: string) => threads.run({ name } as never, undefined)

  it.each([2, 3, undefined])('find a thread of %s, however much else there is to do', async (most) => {
    threads = open(most)
    const others = Promise.allSettled(Array.from({ length: 300 }, () => run('hang')))
    expect(await run('scan')).toBe('scan')
    await threads.close()
    await others
  })

  it('come before what waits longer for the only thread', async () => {
    threads = open(1)
    const done: unknown[] = []
    const names = ['first', 'second', 'third', 'scan']
    await Promise.all(names.map(async (name) => done.push(await run(name))))
    expect(done).toEqual(['first', 'scan', 'second', 'third'])
  })
})
