import type { ImuSample } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { startRecorder } from './recorder.ts'
import type { ScanContext } from './scan-context.ts'

const READING: Omit<ImuSample, 't'> = { ax: 0.1, ay: 6.9, az: 7, rx: 1, ry: 0.4, rz: -0.3 }

/** A recorder on a page whose time and readings are the test's; a long tick is a page that could not run meanwhile. */
function startOnPage() {
  let nowMs = 1000
  const failures: unknown[] = []
  const ticks = new Set<() => void>()
  let hear: (sample: ImuSample) => void = () => {}
  const platform = {
    now: () => nowMs,
    every: (_: number, run: () => void) => {
      ticks.add(run)
      return () => void ticks.delete(run)
    },
  }
  const start = (onSample: typeof hear) => {
    hear = onSample
    return () => {}
  }
  const scope = {
    signal: new AbortController().signal,
    fail: (error: unknown) => failures.push(error),
    atEnd: () => {},
  }
  const recorder = startRecorder({ source: { mode: 'sensors', start }, scope, platform } as unknown as ScanContext)
  const pass = (ms: number, count = 1) => {
    for (let i = 0; i < count; i++) {
      nowMs += ms
      for (const run of ticks) run()
    }
  }
  return { recorder, failures, pass, read: () => hear({ ...READING, t: nowMs }) }
}

describe('a recorder', () => {
  it('takes a first reading that comes late on a busy page for late, not for silence', async () => {
    const { recorder, failures, pass, read } = startOnPage()
    pass(5000)
    pass(100, 10)
    read()
    await recorder.heard
    expect(failures).toEqual([])
  })

  it('fails where the page ran for three seconds and heard nothing', () => {
    const { failures, pass } = startOnPage()
    pass(100, 29)
    expect(failures).toEqual([])
    pass(100)
    expect(failures).toEqual([expect.objectContaining({ kind: 'sensor_silent' })])
  })

  it('takes a page that stood still in the middle for busy, and sensors that stopped for silent', () => {
    const { recorder, failures, pass, read } = startOnPage()
    read()
    recorder.begin()
    read()
    recorder.checkSilence()
    pass(4000)
    recorder.checkSilence()
    expect(failures).toEqual([])
    for (let checks = 0; checks < 11; checks++) {
      pass(100)
      recorder.checkSilence()
    }
    expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('in the middle') })])
  })
})
