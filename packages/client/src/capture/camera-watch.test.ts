import { seededRandom } from '@stillhere/engine'
import { answerSceneOf, syntheticPerson } from '@stillhere/engine/synthetic'
import { describe, expect, it } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { CameraTracker } from './camera-tracker.ts'
import type { ScanResult } from './options.ts'
import { scanIn } from './scan.ts'
import { ScanError } from './scan-error.ts'

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

/** Scans, and calls back once in the capture with its start on the page's clock. */
function scanWith(page: FakePage, camera: CameraTracker, inCapture: (startMs: number) => void): Promise<ScanResult> {
  let isDone = false
  const scanned = scanIn(page.surroundings, {
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
