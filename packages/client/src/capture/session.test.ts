import { type CameraSample, generateChallenge, type ImuSample, seededRandom } from '@stillhere/engine'
import { answerSceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { describe, expect, it, vi } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { ScanResult } from '../scan/options.ts'
import { runScan } from '../scan/scan.ts'
import type { CameraTracker } from './motion-source.ts'
import type { ScanContext } from './scan-context.ts'
import { ScanError } from './scan-error.ts'
import { startRecorder } from './session.ts'

// A whole scan is judged in most of these; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const { seed, challenge } = willingAnswer()
const scene = answerSceneOf(syntheticPerson(seed), challenge.strokes, seededRandom(seed + 500))
const failure = new ScanError('camera_failed', 'the camera was unplugged')

type FakeTracker = CameraTracker & {
  see: Parameters<CameraTracker['start']>[0]
  end(): void
  isOpen: boolean
  runs: boolean
}

function createFakeTracker(): FakeTracker {
  const tracker: FakeTracker = {
    isOpen: false,
    runs: false,
    see: () => {},
    end: () => {},
    request: async () => {
      tracker.isOpen = true
    },
    start: (onSeen, onEnd) => {
      Object.assign(tracker, { runs: true, see: onSeen, end: () => onEnd(failure) })
      return () => {
        tracker.runs = false
      }
    },
    close: () => {
      tracker.isOpen = false
    },
  }
  return tracker
}

/** Somebody waves in the picture while the phone is elsewhere. */
function strangersHand(): CameraSample[] {
  const other = generateChallenge(seededRandom(seed + 78))
  return answerSceneOf(syntheticPerson(seed + 1), other.strokes, seededRandom(3)).camera
}

/** Scans, and calls back once in the capture with its start on the page's clock. */
function scanWith(page: FakePage, camera: CameraTracker, inCapture: (startMs: number) => void): Promise<ScanResult> {
  let isDone = false
  const scanned = runScan(page.platform, {
    camera,
    challenge: { signedBy: 'page', open: async () => challenge },
    onProgress: (progress) => {
      page.onProgress(progress)
      if (progress.phase === 'capturing' && !isDone) inCapture(page.clock.now() - progress.elapsedMs)
      isDone ||= progress.phase === 'capturing'
    },
  })
  return page.clock.runUntil(scanned)
}

describe('a scan with a camera', () => {
  it('holds what the camera sees against what the sensors feel, from the same moment on', async () => {
    const page = createFakePage(scene.imu)
    const tracker = createFakeTracker()
    const { receipt, capture } = await scanWith(page, tracker, (startMs) => {
      tracker.see({ point: { t: startMs - 500, x: 9, y: 9 } })
      for (const point of scene.camera) tracker.see({ point: { ...point, t: startMs + point.t } })
    })
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-002', 'EE-003'])
    expect(capture.camera).toHaveLength(scene.camera.length)
    expect({ ...tracker }).toMatchObject({ isOpen: false, runs: false })
  })

  it('says in the receipt that the camera saw nothing, where it saw nothing', async () => {
    const { receipt, capture } = await scanWith(createFakePage(scene.imu), createFakeTracker(), () => {})
    const coupling = receipt.evidence.find(({ engineId }) => engineId === 'EE-002')
    expect(capture.camera).toEqual([])
    expect(JSON.stringify(coupling)).toContain('"status":"insufficient"')
    expect(coupling?.confidence).toBe(0)
  })

  it('gives no receipt where the camera sees another hand, and says what to do about it', async () => {
    const tracker = createFakeTracker()
    const error: unknown = await scanWith(createFakePage(scene.imu), tracker, (startMs) => {
      for (const point of strangersHand()) tracker.see({ point: { ...point, t: startMs + point.t } })
    }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      kind: 'vetoed',
      next: 'retry',
      message: expect.stringContaining('The camera does not see the motion that the sensor feels'),
      advice: 'Keep the hand with the phone in the picture, or scan without the camera.',
    })
    expect({ ...tracker }).toMatchObject({ isOpen: false, runs: false })
  })

  it('ends when the camera does, and gives it back', async () => {
    const page = createFakePage(scene.imu)
    const tracker = createFakeTracker()
    await expect(scanWith(page, tracker, () => tracker.end())).rejects.toBe(failure)
    expect({ ...tracker }).toMatchObject({ isOpen: false, runs: false })
    expect(page.leftovers()).toEqual([])
  })

  it('gives back a camera that was refused', async () => {
    const page = createFakePage(scene.imu)
    const tracker = { ...createFakeTracker(), request: () => Promise.reject(failure) }
    await expect(scanWith(page, tracker, () => {})).rejects.toBe(failure)
    expect(page.leftovers()).toEqual([])
  })
})

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
