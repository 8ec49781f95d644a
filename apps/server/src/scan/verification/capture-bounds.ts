import { type Capture, responseCapture } from '@stillhere/engine'
import { isTestMotion } from '@stillhere/engine/synthetic'

/** The capture in a response; nothing of one that no challenge asks for and that would keep a thread busy for seconds. */
export function captureIn(response: unknown): Capture {
  const capture = responseCapture(response)
  return isTooLong(capture) ? {} : capture
}

const MAX_SAMPLES = 6_000
const MAX_FRAMES = 1_800
/** The longest challenge takes 10 s. */
const MAX_SPAN_MS = 30_000

/** Whether a capture holds more than any challenge asks for. */
export function isTooLong(capture: Capture): boolean {
  const { imu = [], frames = [], camera = [] } = capture
  return (
    imu.length > MAX_SAMPLES ||
    Math.max(frames.length, camera.length) > MAX_FRAMES ||
    measureSpan(capture) > MAX_SPAN_MS
  )
}

/** What must be known of captures before they are read. */
export type MeasuredCaptures = {
  /** Of each capture. */
  spansMs: number[]
  /** The numbers of captures that are too long. */
  tooLong: number[]
  /** The numbers of captures that carry the mark of the testing kit. */
  marked: number[]
}

export function measureCaptures(captures: readonly unknown[]): MeasuredCaptures {
  const given = captures.map(responseCapture)
  const numbersOf = (is: (capture: Capture) => boolean) => [...given.keys()].filter((index) => is(given[index] ?? {}))
  return { spansMs: given.map(measureSpan), tooLong: numbersOf(isTooLong), marked: numbersOf(isMarked) }
}

/** Whether the motion is of the testing kit's people, as it says itself. What is too long is not read for it. */
export function isMarked(capture: Capture): boolean {
  return !isTooLong(capture) && isTestMotion(capture.imu ?? [])
}

/** From the first to the last time that the longest stream names, in ms. */
export function measureSpan({ imu = [], frames = [], camera = [] }: Capture): number {
  return Math.max(...[imu, frames, camera].map(spanOfTimes))
}

function spanOfTimes(stream: readonly { t: number }[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const sample of stream) {
    const t = sample?.t
    if (!Number.isFinite(t)) continue
    first = Math.min(first, t)
    last = Math.max(last, t)
  }
  return last > first ? last - first : 0
}
