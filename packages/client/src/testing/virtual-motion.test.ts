import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScanProgress } from '../capture/progress.ts'
import type { Mover } from './mover.ts'
import { virtualSource } from './virtual-motion.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('hands samples of the mover to a scan until it is stopped, and lets the mover see the scan', async () => {
  const seen: string[] = []
  const still = { ax: 0, ay: 9.8, az: 0, rx: 0, ry: 0, rz: 0 }
  const mover: Mover = { see: ({ phase }) => seen.push(phase), feel: () => still }
  const { source, onProgress } = virtualSource(mover)
  await source.request()
  const samples: unknown[] = []
  const stop = source.start(
    (sample) => samples.push(sample),
    () => {},
  )
  vi.advanceTimersByTime(1000)
  stop()
  const count = samples.length
  vi.advanceTimersByTime(1000)
  expect(samples).toHaveLength(count)
  expect(count).toBeGreaterThan(55)
  expect(samples[0]).toEqual({ t: expect.any(Number), ...still })
  onProgress({ phase: 'countdown', stroke: null } as ScanProgress)
  expect(seen).toEqual(['countdown'])
})
