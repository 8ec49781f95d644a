import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Mover, startMotion } from './mover.ts'

const times: number[] = []
const mover: Mover = { see: () => {}, feel: (ms) => ({ ax: ms, ay: 0.123, az: 0, rx: 0, ry: 0, rz: 0 }) }
let nowMs = 0

beforeEach(() => {
  times.length = 0
  nowMs = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const play = () => startMotion(mover, { rateHz: 50, now: () => nowMs, onReading: (_, ms) => times.push(ms) })
const passTime = (ms: number) => {
  nowMs += ms
  vi.advanceTimersByTime(16)
}

it('gives what was missed in a pause, each reading with its own time', () => {
  play()
  passTime(30)
  passTime(50)
  expect(times).toEqual([0, 20, 40, 60, 80])
})

it('drops what is too old after a long pause', () => {
  play()
  passTime(5000)
  expect(times[0]).toBe(4100)
  expect(times.at(-1)).toBe(5000)
})

it('ends when it is stopped, and rounds as browsers do', () => {
  const readings: number[] = []
  const stop = startMotion(mover, { rateHz: 50, now: () => nowMs, onReading: ({ ay }) => readings.push(ay) })
  passTime(10)
  stop()
  passTime(100)
  expect(readings).toEqual([0.1])
})
