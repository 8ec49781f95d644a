import { type CameraSample, generateChallenge, seededRandom } from '@stillhere/engine'
import { answerSceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { describe, expect, it, vi } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { ScanResult } from '../scan/options.ts'
import { scanIn } from '../scan/scan.ts'
import type { CameraTracker } from './camera-tracker.ts'
import { ScanError } from './scan-error.ts'

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
  const scanned = scanIn(page.platform, {
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
