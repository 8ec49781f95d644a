import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, shareChromium } from '../../../../scripts/chromium.ts'
import {
  type CameraSite,
  cameraFlags,
  type OpenedPage,
  openCameraSite,
  openPage,
  paintPictures,
} from '../../test/camera-page.ts'
import { drawHand, drawPerson, type Scene } from '../../test/camera-scenes.ts'

type Seen = {
  point?: { t: number; x: number; y: number; z?: number }
  frame: { t: number; joints: { x: number; y: number; z?: number }[] }
}
type Sightings = { seen: Seen[]; from: number; to: number }
type Failure = { kind: string; next: string; message: string; advice: string; cause: string }

// A loaded machine needs some seconds for the model, and for each picture up to one.
const TIMEOUT = 180_000
const PATIENCE = { timeout: 30_000 }
// From left to right and back. A fast machine sees many pictures of a small part of it.
const SWAY_MS = 2000

let site: CameraSite
let plain: Browser
let withCamera: Browser
// The page that may use the camera is the same for all tests, so that the code of the model is compiled once.
let allowed: OpenedPage

beforeAll(async () => {
  site = await openCameraSite()
  plain = await shareChromium()
  withCamera = await launchChromium({ withDevices: true, args: cameraFlags(sceneFile()) })
  await showScene(drawHand)
  allowed = await openPage(withCamera, site, ['camera'])
}, TIMEOUT)

afterAll(async () => {
  await withCamera?.close()
  site?.close()
})

describe('with a hand before the camera', { timeout: TIMEOUT }, () => {
  let sightings: Sightings
  let asked: { before: string[]; after: string[] }

  beforeAll(async () => {
    const { page, requests } = allowed
    const already = requests.length
    await page.evaluate(`globalThis.tracker = camera.createHandTracker({ assetsUrl: '/files' })`)
    const before = requests.slice(already)
    sightings = await collectSightings(page, 25)
    asked = { before, after: requests.slice(already) }
  }, TIMEOUT)

  it('delivers 21 joints of picture after picture on the clock of the page, and complains of nothing', () => {
    const { seen, from, to } = sightings
    const times = seen.map(({ frame }) => frame.t)
    expect(
      seen.every(({ frame }) => frame.joints.length === 21 && frame.joints.every(({ z }) => z === undefined)),
    ).toBe(true)
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    expect(times.every((t) => t > from - 1000 && t <= to)).toBe(true)
    expect(seen.every(({ frame, point }) => point?.t === frame.t)).toBe(true)
    // The hand is drawn in the middle and sways by 90 of 640 points to each side, and not up or down.
    const [x, y] = [seen.map(({ point }) => point?.x ?? 0), seen.map(({ point }) => point?.y ?? 0)]
    expect(spread(x)).toBeGreaterThan(0.1)
    expect(spread(x)).toBeLessThan(0.35)
    expect(spread(y)).toBeLessThan(0.05)
    expect(Math.abs((Math.min(...x) + Math.max(...x)) / 2 - 0.52)).toBeLessThan(0.1)
    expect(allowed.complaints).toEqual([])
  })

  it('asks for nothing before request(), and then for its own files only', () => {
    expect(asked).toEqual({
      before: [],
      after: ['/files/vision-worker.js', '/files/vision.wasm', '/files/hand_landmarker.task'],
    })
  })
})

describe('fails with camera_failed and says what to do', { timeout: TIMEOUT }, () => {
  it('when the person does not allow the camera, and loads nothing then', async () => {
    const { page, requests } = await openPage(withCamera, site, [])
    expect(await refusalOf(page)).toMatchObject({
      kind: 'camera_failed',
      next: 'give_up',
      message: 'the camera was not allowed',
    })
    expect(requests).toEqual(['/', '/page.js'])
    await page.context().close()
  })

  it('when there is no camera', async () => {
    const { page } = await openPage(plain, site, ['camera'])
    expect(await refusalOf(page)).toMatchObject({
      kind: 'camera_failed',
      next: 'give_up',
      message: 'there is no camera',
    })
    await page.context().close()
  })

  it('when its files are missing, and gives the camera back', async () => {
    const { page } = allowed
    await keepStreams(page)
    expect(await refusalOf(page, `{ assetsUrl: '/missing/' }`)).toMatchObject({ kind: 'camera_failed', next: 'retry' })
    expect(await page.evaluate('streams.map((stream) => stream.active)')).toEqual([false])
  })

  it('when its files lie with somebody else, whose workers no page may start', async () => {
    const { page } = allowed
    await keepStreams(page)
    const failure = await refusalOf(page, `{ assetsUrl: 'https://cdn.example/' }`)
    expect(failure).toMatchObject({ kind: 'camera_failed', next: 'retry' })
    expect(await page.evaluate('streams.map((stream) => stream.active)')).toEqual([false])
  })

  it('when the person takes the permission back in the middle', async () => {
    const { page } = allowed
    await page.evaluate(`(async () => {
      const tracker = camera.createHandTracker({ assetsUrl: '/assets/' })
      await tracker.request(new AbortController().signal)
      await new Promise((seen) => {
        globalThis.ended = new Promise((end) => tracker.start(seen, ({ kind, next, message }) => end({ kind, next, message })))
      })
    })()`)
    await page.context().clearPermissions()
    const failure = { kind: 'camera_failed', next: 'retry', message: 'the camera was switched off' }
    expect(await page.evaluate('ended')).toEqual(failure)
    await page.context().grantPermissions(['camera'], { origin: site.url })
  })
})

describe('gives the camera back', { timeout: TIMEOUT }, () => {
  it('when it is closed, once or twice, and can be asked for again', async () => {
    const { page } = allowed
    await keepStreams(page)
    const states = await page.evaluate(`(async () => {
      const tracker = camera.createHandTracker({ assetsUrl: '/assets/' })
      const { signal } = new AbortController()
      const states = [tracker.video]
      await tracker.request(signal)
      states.push(tracker.video instanceof HTMLVideoElement)
      tracker.close()
      tracker.close()
      await Promise.resolve()
      states.push(tracker.video, streams.map((stream) => stream.active))
      await tracker.request(signal)
      states.push(streams.map((stream) => stream.active))
      tracker.close()
      return states
    })()`)
    expect(states).toEqual([null, true, null, [false], [false, true]])
  })

  it('when it is aborted or closed while it opens', async () => {
    const { page } = allowed
    await keepStreams(page)
    const kinds = await page.evaluate(`(async () => {
      const kindOf = (promise) => promise.then(() => 'open', ({ kind }) => kind)
      const [one, two, early] = [1, 2, 3].map(() => camera.createHandTracker({ assetsUrl: '/assets/' }))
      const abort = new AbortController()
      const waiting = [kindOf(one.request(abort.signal)), kindOf(two.request(new AbortController().signal))]
      abort.abort()
      two.close()
      return Promise.all([...waiting, kindOf(early.request(AbortSignal.abort()))])
    })()`)
    expect(kinds).toEqual(['aborted', 'aborted', 'aborted'])
    await expect.poll(() => page.evaluate('streams.map((stream) => stream.active)'), PATIENCE).toEqual([false, false])
  })

  it('refuses to start before it was asked for', async () => {
    const { page } = allowed
    await expect(page.evaluate('camera.createHandTracker().start(() => {}, () => {})')).rejects.toThrow('request()')
  })
})

describe('with a person before the camera', { timeout: TIMEOUT }, () => {
  let seen: Seen[]
  let asked: string[]

  beforeAll(async () => {
    await showScene(drawPerson)
    const { page, requests } = allowed
    const already = requests.length
    await page.evaluate('globalThis.tracker = camera.createBodyTracker()')
    // The first looks may still be at what was before the camera until now.
    seen = (await collectSightings(page, 6)).seen.slice(-3)
    asked = requests.slice(already)
  }, TIMEOUT)

  it('delivers the 18 joints of a research upload, left and right as the person has them', () => {
    for (const { frame } of seen) {
      const [head, neck, , leftShoulder, rightShoulder, , , , , leftHip] = frame.joints
      expect(frame.joints).toHaveLength(18)
      expect(head!.y).toBeLessThan(neck!.y)
      expect(neck!.y).toBeLessThan(leftHip!.y)
      expect(leftShoulder!.x).toBeGreaterThan(rightShoulder!.x)
    }
  })

  it('looks for the files beside its own module where the page names no folder', () => {
    expect(asked).toEqual(['/assets/vision-worker.js', '/assets/vision.wasm', '/assets/pose_landmarker.task'])
  })

  it('finds no hand where the model sees none', async () => {
    const { page } = allowed
    const found = await page.evaluate(`(async () => {
      const url = (name) => new URL('/assets/' + name, location.href)
      const model = await camera.loadModel('hand', { worker: url('vision-worker.js'), wasm: url('vision.wasm'), model: url('hand_landmarker.task') })
      const canvas = new OffscreenCanvas(640, 480)
      canvas.getContext('2d').fillRect(0, 0, 640, 480)
      return model.look(await createImageBitmap(canvas), 1).finally(model.close)
    })()`)
    expect(found).toEqual([])
  })
})

function sceneFile(): string {
  return join(site.folder, 'scene.mjpeg')
}

async function showScene(scene: Scene): Promise<void> {
  writeFileSync(sceneFile(), await paintPictures(plain, scene))
}

/** So many sightings of the page's tracker at least, of one whole sway. */
async function collectSightings(page: Page, count: number): Promise<Sightings> {
  return page.evaluate<Sightings>(`(async () => {
    await tracker.request(new AbortController().signal)
    const from = performance.now()
    const seen = []
    const isEnough = () => seen.length >= ${count} && seen.at(-1).frame.t - seen[0].frame.t >= ${SWAY_MS}
    await new Promise((enough, fail) => {
      const stop = tracker.start((one) => seen.push(one) && isEnough() && (stop(), enough()), fail)
    })
    tracker.close()
    return { seen, from, to: performance.now() }
  })()`)
}

async function refusalOf(page: Page, options = '{}'): Promise<Failure> {
  const failure = await page.evaluate(`camera.createHandTracker(${options}).request(new AbortController().signal).then(
    () => null,
    ({ kind, next, message, advice, cause }) => ({ kind, next, message, advice, cause: String(cause) }),
  )`)
  return failure as Failure
}

/** Lets the test see the cameras that the page opens from now on. */
async function keepStreams(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.streams = []
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, wanted)
      streams.push(stream)
      return stream
    }
  })()`)
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}
