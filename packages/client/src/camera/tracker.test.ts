import { expect, it } from 'vitest'
import { selectPictureTime, openUntilAborted } from './tracker.ts'

it('gives what was opened and releases it when the signal aborts', async () => {
  const { controller, released, release } = scene()
  expect(await openUntilAborted(async () => 'camera', release, controller.signal)).toBe('camera')
  expect(released).toEqual([])
  controller.abort()
  await settled()
  expect(released).toEqual(['camera'])
})

it('rejects at once when aborted, and releases what comes afterwards', async () => {
  const { controller, released, release } = scene()
  const { promise, resolve } = withResolvers<string>()
  const waiting = openUntilAborted(() => promise, release, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(released).toEqual([])
  resolve('camera')
  await settled()
  expect(released).toEqual(['camera'])
})

it('opens nothing after an abort', async () => {
  const { controller, release } = scene()
  controller.abort(new Error('enough'))
  let opened = 0
  await expect(openUntilAborted(async () => opened++, release, controller.signal)).rejects.toThrow('enough')
  expect(opened).toBe(0)
})

it('passes a failure on, and has nothing to release then', async () => {
  const { controller, released, release } = scene()
  await expect(
    openUntilAborted(() => Promise.reject(new Error('no camera')), release, controller.signal),
  ).rejects.toThrow('no camera')
  controller.abort()
  await settled()
  expect(released).toEqual([])
})

function scene(): { controller: AbortController; released: unknown[]; release: (one: unknown) => void } {
  const released: unknown[] = []
  return { controller: new AbortController(), released, release: (one) => released.push(one) }
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((fulfill) => {
    resolve = fulfill
  })
  return { promise, resolve }
}

// A whole turn of the event loop: every promise that can settle has.
function settled(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

const NOW = 5000

it.each([
  ['the time at the camera', { captureTime: 4950, presentationTime: 4990 }, 4950],
  ['the time it was shown', { presentationTime: 4990 }, 4990],
  ['the time it was shown, where the camera has a clock of its own', { captureTime: 3, presentationTime: 4990 }, 4990],
  ['now, where both are of another clock', { captureTime: 1e12, presentationTime: -5e9 }, NOW],
  ['now, where neither is a number', { captureTime: Number.NaN, presentationTime: Number.POSITIVE_INFINITY }, NOW],
  ['now, where nothing is told', {}, NOW],
])('takes %s', (_, times, expected) => {
  expect(selectPictureTime(NOW, times)).toBe(expected)
})
