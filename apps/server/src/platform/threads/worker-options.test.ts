import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkerOptions } from './threads.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillhere-cache-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a thread with these options says of its cache. */
function askThread(options: ReturnType<typeof createWorkerOptions>): Promise<unknown> {
  const code = `require('node:worker_threads').parentPort.postMessage(require('node:module').getCompileCacheDir())`
  return new Promise((resolve, reject) => {
    new Worker(code, { ...options, eval: true }).on('message', resolve).on('error', reject)
  })
}

it('a thread uses the cache of compiled code of its process', async () => {
  expect(await askThread(createWorkerOptions(join(folder, 'v24')))).toMatch(folder)
})

it('a thread of a process without such a cache has the environment as it is', () => {
  expect(createWorkerOptions('')).not.toHaveProperty('env')
})
