import { describe, expect, it, vi } from 'vitest'
import { keepRunning } from './embedded.ts'
import type { Postmaster } from './postmaster.ts'

/** A database that ends when it is told to, or stopped. */
function fake() {
  const { promise: exited, resolve: end } = Promise.withResolvers<string>()
  const stop = vi.fn(async () => end('code 0'))
  return { pid: 1, exited, stop, end } satisfies Postmaster & { end: (how: string) => void }
}

describe('keepRunning', () => {
  it('fails when the first start fails', async () => {
    const start = vi.fn<() => Promise<Postmaster>>().mockRejectedValue(new Error('no space'))
    await expect(keepRunning({ start, log: () => {} })).rejects.toThrow('no space')
    expect(start).toHaveBeenCalledOnce()
  })

  it('starts again what ended, with longer and longer waits while that fails', async () => {
    const [first, second] = [fake(), fake()]
    const start = vi.fn<() => Promise<Postmaster>>().mockResolvedValueOnce(first)
    for (let failure = 1; failure <= 10; failure++) start.mockRejectedValueOnce(new Error(`failure ${failure}`))
    start.mockResolvedValueOnce(second)
    const waits: number[] = []
    const log = vi.fn()
    const { stop } = await keepRunning({ start, log, wait: async (ms) => void waits.push(ms) })
    first.end('SIGKILL')
    await vi.waitUntil(() => start.mock.calls.length === 12)
    await stop()
    expect(log.mock.calls.slice(0, 2)).toEqual([
      ['PostgreSQL ended unexpectedly (SIGKILL); starting it again'],
      ['failure 1'],
    ])
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000])
    expect(second.stop).toHaveBeenCalled()
  })

  it('does not start again what was stopped', async () => {
    const start = vi.fn(async () => fake())
    const log = vi.fn()
    const { stop } = await keepRunning({ start, log })
    await stop()
    expect(start).toHaveBeenCalledOnce()
    expect(log).not.toHaveBeenCalled()
  })

  it('stops also what was just being started again', async () => {
    const [first, second] = [fake(), fake()]
    const { promise: starting, resolve: started } = Promise.withResolvers<Postmaster>()
    const start = vi.fn<() => Promise<Postmaster>>().mockResolvedValueOnce(first).mockReturnValueOnce(starting)
    const { stop } = await keepRunning({ start, log: () => {} })
    first.end('SIGKILL')
    await vi.waitUntil(() => start.mock.calls.length === 2)
    const stopped = stop()
    started(second)
    await stopped
    expect(second.stop).toHaveBeenCalled()
  })
})
