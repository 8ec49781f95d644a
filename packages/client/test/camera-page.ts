import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { writeCameraAssets } from '../scripts/camera-assets.ts'
import type { Scene } from './camera-scenes.ts'

/** All that pages with a camera need to be allowed; docs/internals/camera.md names it. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' }
const PICTURES = 60
const SWAY = 90

export type CameraSite = { url: string; folder: string; close: () => void }

/** A site under a strict policy whose page has everything of src/camera as `camera`, and the assets under /assets/. */
export async function openCameraSite(): Promise<CameraSite> {
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  await writeCameraAssets(folder)
  writeFileSync(join(folder, 'page.js'), pageScript())
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-security-policy', POLICY)
    if (url === '/') {
      const html = '<!doctype html><title>camera</title><body><script src="/page.js"></script>'
      return response.setHeader('content-type', 'text/html').end(html)
    }
    const name = basename(url)
    if (url.startsWith('/missing/') || url === '/favicon.ico') return response.writeHead(404).end()
    return response
      .setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      .end(readFileSync(join(folder, name)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = (): void => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, folder, close }
}

/** Flags by which a Chromium has the pictures of this file before its camera; it reads them whenever a page opens the camera. */
export function cameraFlags(file: string): string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
}

/** Pictures for a camera: this scene, swaying from left to right. */
export async function paintPictures(browser: Browser, draw: Scene): Promise<Buffer> {
  const page = await browser.newPage()
  const pictures = await page.evaluate<string[]>(`(async () => {
    const [scene, canvas] = [new OffscreenCanvas(640, 480), new OffscreenCanvas(640, 480)]
    ;(${draw.toString()})(scene.getContext('2d'), 0)
    const pictures = []
    for (let i = 0; i < ${PICTURES}; i++) {
      // The wall first, of which the left edge of the scene is a part.
      canvas.getContext('2d').drawImage(scene, 0, 0, 1, 480, 0, 0, 640, 480)
      canvas.getContext('2d').drawImage(scene, ${SWAY} * Math.sin((2 * Math.PI * i) / ${PICTURES}), 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer())
      pictures.push(bytes.toBase64())
    }
    return pictures
  })()`)
  await page.close()
  return Buffer.concat(pictures.map((picture) => Buffer.from(picture, 'base64')))
}

export type OpenedPage = { page: Page; requests: string[]; complaints: string[] }

/** Opens the page with the network shut but for the site itself; `requests` are all that were asked for, by their paths. */
export async function openPage(browser: Browser, site: CameraSite, permissions: string[]): Promise<OpenedPage> {
  const context = await browser.newContext()
  await context.grantPermissions(permissions, { origin: site.url })
  const requests: string[] = []
  const complaints: string[] = []
  await context.route('**', (route) => {
    const url = route.request().url()
    requests.push(url.replace(site.url, '/'))
    return url.startsWith(site.url) ? route.continue() : route.abort()
  })
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(site.url)
  return { page, requests, complaints }
}

function pageScript(): string {
  const contents = `export * from './src/camera/index.ts'; export { loadModel } from './src/camera/model.ts'`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'camera',
    define: { 'import.meta.url': 'document.baseURI' },
    conditions: ['stillhere-source'],
  })
  return outputFiles[0]?.text ?? ''
}
