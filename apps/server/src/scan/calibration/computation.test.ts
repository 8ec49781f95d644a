import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { runCalibration } from './computation.ts'

it('rejects if it is stopped while a page of sessions is read', async () => {
  const stopping = new AbortController()
  const started = once(process, 'worker') as Promise<[Worker]>
  async function* readPages() {
    const [thread] = await started
    const ended = once(thread, 'exit')
    stopping.abort()
    await ended
    yield []
  }
  const running = runCalibration({
    options: {},
    pages: readPages(),
    onProgress: () => undefined,
    stopped: stopping.signal,
  })
  await expect(running).rejects.toThrow('the thread ended')
})
