import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSync } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import {
  type EngineStatus,
  type MotionSignature,
  motionSignature,
  type PresenceScore,
  presenceScore,
  seededRandom,
} from '../src/index.ts'
import { captureOf, syntheticPerson } from '../src/synthetic/unmarked.ts'

const CAPTURE = { imu: captureOf(syntheticPerson(1), seededRandom(1)) }
const POLICIES: Readonly<Record<string, string>> = {
  '/allowed': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
  '/forbidden': "default-src 'none'; script-src 'self'",
}

let browser: Browser
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    const policy = POLICIES[request.url ?? '']
    if (policy === undefined) return response.setHeader('content-type', 'text/javascript').end(engineScript())
    response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy)
    return response.end('<!doctype html><title>engine</title><script src="/engine.js"></script>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await shareChromium()
})

afterAll(() => server.close())

it('runs the compiled kernel in a browser, with the numbers of Node', async () => {
  const { status, signature, presence } = await judgedIn('/allowed')
  expect(status).toMatchObject({ kernel: 'wasm-simd', ready: true, error: null })
  // Browsers have sines and cosines of their own, which differ in the last bit.
  const expected = motionSignature(CAPTURE).vector
  expect(Math.max(...signature.vector.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(1e-9)
  expect(presence.score).toBeCloseTo(presenceScore(CAPTURE).score, 9)
})

it('runs the TypeScript kernel where the page forbids WebAssembly, with the very numbers of the compiled one', async () => {
  const { status, signature, presence } = await judgedIn('/forbidden')
  expect(status).toMatchObject({ kernel: 'typescript', error: expect.stringContaining('Content Security Policy') })
  const compiled = await judgedIn('/allowed')
  expect(signature).toEqual(compiled.signature)
  expect(presence).toEqual(compiled.presence)
})

type Judged = { status: EngineStatus; signature: MotionSignature; presence: PresenceScore }

async function judgedIn(path: string): Promise<Judged> {
  const { port } = server.address() as AddressInfo
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}${path}`)
  const answer = await page.evaluate(`judge(${JSON.stringify(CAPTURE)})`)
  await page.close()
  return answer as Judged
}

function engineScript(): string {
  const contents = `import { motionSignature, presenceScore, whenKernelReady } from '@stillhere/engine'
    globalThis.judge = async (capture) => {
      const status = await whenKernelReady()
      return { status, signature: motionSignature(capture), presence: presenceScore(capture) }
    }`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  return outputFiles[0].text
}
