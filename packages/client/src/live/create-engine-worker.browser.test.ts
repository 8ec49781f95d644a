import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getEntropyScore, seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'

const imu = captureOf(syntheticPerson(3), seededRandom(1), { seconds: 6 })
// The test runner would rewrite an import in a function that it hands to the page.
const PAGE = `<!doctype html><script type="module">import * as capture from './capture.js'; window.capture = capture</script>`
let browser: Browser
let server: Server
let origin: string

beforeAll(async () => {
  const files = await bundles()
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, kind, file = ''] = pathname.split('/')
    const isThere = kind !== 'without-file' || file !== 'worker.js'
    const policy = kind === 'forbidden' ? { 'content-security-policy': "worker-src 'none'" } : {}
    if (file === '') response.writeHead(200, { 'content-type': 'text/html', ...policy }).end(PAGE)
    else
      response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/javascript' }).end(isThere ? files.get(file) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await shareChromium()
})

afterAll(() => server?.close())

/** The capture entry and its thread as an application would bundle them. */
async function bundles(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { capture: 'packages/client/src/scan/index.ts', worker: 'packages/client/src/live/worker.ts' },
    outdir: 'bundles',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  return new Map(outputFiles.map(({ path, text }) => [path.split(/[\\/]/).at(-1) ?? '', text]))
}

describe('createLiveScorer in Chromium', () => {
  it.each([
    ['a thread of its own', 'open', 1],
    ['the page where a policy forbids threads', 'forbidden', 0],
    ['the page where the file of the thread is missing', 'without-file', 0],
  ])('scores like the engine on %s', async (_, kind, threads) => {
    const page = await browser.newPage()
    await page.goto(`${origin}/${kind}/`)
    await page.waitForFunction('window.capture')
    const score = await page.evaluate((samples) => {
      const { capture } = globalThis as unknown as { capture: typeof import('../scan/index.ts') }
      const scorer = capture.createLiveScorer()
      return new Promise((resolve) => {
        scorer.onScore(resolve)
        scorer.push(samples)
      })
    }, imu)
    expect(score).toMatchObject({ score: expect.closeTo(getEntropyScore(imu) ?? Number.NaN, 9), parts: {} })
    // A thread whose file is missing is told to have gone only after it has failed.
    await expect.poll(() => page.workers()).toHaveLength(threads)
    await page.close()
  })
})
