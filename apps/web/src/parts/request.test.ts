import { describe, expect, it, vi } from 'vitest'
import { createAction } from './request.ts'

type Progress = Parameters<Parameters<typeof createAction>[0]>[0]

function watch() {
  const seen: Progress[] = []
  return { seen, ...createAction((progress) => seen.push(progress)) }
}

describe('an action', () => {
  it('ignores a second press until the first is done', async () => {
    const { run, seen } = watch()
    const work = vi.fn(() => Promise.resolve('result'))
    const done = vi.fn()
    run(work, done)
    run(work, done)
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith('result'))
    expect(work).toHaveBeenCalledOnce()
    expect(seen).toEqual([
      { isBusy: true, error: null },
      { isBusy: false, error: null },
    ])
    run(work, done)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it.each([[new Error('refused')], [undefined], [null]])(
    'fails with an error, even one thrown as %s',
    async (thrown) => {
      const { run, seen } = watch()
      run(() => Promise.reject(thrown))
      await vi.waitFor(() => expect(seen).toHaveLength(2))
      expect(seen[1]).toEqual({ isBusy: false, error: expect.any(Error) })
    },
  )

  it('begins anew without the error of the last try, and forgets it when asked', async () => {
    const { run, forget, seen } = watch()
    run(() => Promise.reject(new Error('refused')))
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    forget()
    run(() => Promise.resolve())
    expect(seen.slice(2)).toEqual([
      { isBusy: false, error: null },
      { isBusy: true, error: null },
    ])
    forget()
    expect(seen.at(-1)).toEqual({ isBusy: true, error: null })
  })
})
