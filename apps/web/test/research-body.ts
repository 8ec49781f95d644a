import type { Page } from 'playwright-core'

/** Who is before the camera. */
export type Body = 'whole' | 'cut off' | 'nobody' | 'statue'

/** Chromium's fake one, which has to be allowed and draws a picture all the time, or one that is played as well and stands still. */
export type Camera = 'of Chromium' | 'played'

const SESSION_MS = 38_000

/**
 * Puts somebody before a camera. The model is played, at the thread that it would run in: it answers with the 33 points of a body that
 * sways and waves, so that a session takes no longer than its clock is turned. All else is the page's own.
 */
export async function putBodyBefore(page: Page, body: Body, camera: Camera = 'played'): Promise<void> {
  if (camera === 'of Chromium') await page.context().grantPermissions(['camera'])
  else await page.evaluate(PLAY_CAMERA)
  await page.clock.install()
  await page.evaluate(`(${playBody.toString()})(${JSON.stringify(body)})`)
}

const PLAY_CAMERA = `navigator.mediaDevices.getUserMedia = async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const stream = canvas.captureStream()
  canvas.getContext('2d').fillRect(0, 0, 640, 480)
  return stream
}`

/** From consent to the picture with its points. */
export async function walkToReady(page: Page, body: Body = 'whole', camera: Camera = 'played'): Promise<void> {
  await putBodyBefore(page, body, camera)
  await turnCameraOn(page)
}

/** From consent to the picture with its points, where somebody stands before a camera already. */
export async function turnCameraOn(page: Page): Promise<void> {
  await page.getByLabel('I have read').check()
  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await page.getByRole('button', { name: 'Start' }).waitFor()
}

/** From consent through all phases, to what the page says then. */
export async function walkToEnd(page: Page, body: Body = 'whole'): Promise<void> {
  await walkToReady(page, body)
  await takeSession(page)
}

/** From the picture through all phases. */
export async function takeSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click()
  await passSession(page)
  await page.getByText('The camera is off.').first().waitFor()
}

/**
 * Turns the page's clock to the end of a session. Nobody looks at what stands under the heading meanwhile, so that is not drawn,
 * which saves time.
 */
export async function passSession(page: Page): Promise<void> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('#research-session ~ * { display: none }')
    document.adoptedStyleSheets.push(sheet)
  }`)
  await page.clock.runFor(SESSION_MS + 500)
  await page.evaluate('void document.adoptedStyleSheets.pop()')
}

// Runs in the page, and uses nothing from outside of it.
function playBody(body: Body): void {
  const scope = globalThis as unknown as Record<string, unknown> & { performance: { now(): number } }
  const video = (scope['HTMLVideoElement'] as { prototype: Record<string, unknown> }).prototype
  // Without this the client counts pictures by its clock, which the test turns.
  delete video['requestVideoFrameCallback']
  Object.defineProperty(video, 'currentTime', { get: () => scope.performance.now() })
  scope['createImageBitmap'] = () => Promise.resolve({ width: 640, height: 480 })

  const still = [
    ...Array.from({ length: 11 }, (_, point) => [0.47 + 0.006 * point, 0.14]),
    ...[0.4, 0.6, 0.36, 0.64, 0.34, 0.66].map((x, point) => [x, 0.28 + 0.16 * Math.floor(point / 2)]),
    ...[0.34, 0.66, 0.34, 0.66, 0.34, 0.66].map((x) => [x, 0.62]),
    ...[0.45, 0.55, 0.44, 0.56, 0.44, 0.56].map((x, point) => [x, 0.56 + 0.16 * Math.floor(point / 2)]),
    ...[0.43, 0.57, 0.42, 0.58].map((x) => [x, 0.92]),
  ]
  const pointsAt = (t: number) =>
    still.map(([x = 0, y = 0], point) => {
      const wave = (hz: number, size: number) => size * Math.sin((2 * Math.PI * hz * t) / 1000 + point * hz)
      const move = body === 'statue' ? 0 : wave(0.31, 0.02) + wave(1.7, 0.008) + wave(6.3, 0.002)
      return { x: x + move, y: y + move / 2 + (body === 'cut off' ? 0.3 : 0), z: move }
    })
  class PlayedModel extends EventTarget {
    postMessage(order: { kind: string; t: number }): void {
      const seen = { kind: 'seen', t: order.t, found: body === 'nobody' ? [] : [pointsAt(order.t)] }
      const data = order.kind === 'load' ? { kind: 'loaded' } : seen
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
    }
    terminate(): void {}
  }
  scope['Worker'] = PlayedModel
}
