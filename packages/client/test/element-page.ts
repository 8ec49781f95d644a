import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { ScanProgress } from '../src/capture/progress.ts'

const ELEMENT = join(import.meta.dirname, '..', 'src', 'element', 'index.ts')
const ORIGIN = 'https://page.test'
const ADDRESS = `${ORIGIN}/`

/** As strict as a page can be: scripts of its own only, no style, no connection, nothing as text. */
const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The page's side of a scan that the test leads by hand. */
const LEAD = `
globalThis.led = { calls: [], events: [] }
for (const type of ['stillhere-progress', 'stillhere-receipt', 'stillhere-enrollment', 'stillhere-failure'])
  document.addEventListener(type, (event) => led.events.push({ type, detail: event.detail }))
led.scan = (options) => new Promise((resolve, reject) => {
  led.calls.push({ options, resolve, reject })
  options.signal.addEventListener('abort', () => { led.calls.at(-1).isAborted = true })
})
led.last = () => led.calls.at(-1).options
led.fail = (error) => led.calls.at(-1).reject(Object.assign(new Error(error.message), { name: 'ScanError' }, error))
led.element = document.querySelector('stillhere-scan')
led.element.scan = led.scan
`

type Scripts = Readonly<Record<string, string>>

let bundled: Promise<Scripts> | undefined

/** The element as a browser loads it, from its sources, with what is fetched late in files of its own. */
function elementBundle(): Promise<Scripts> {
  bundled ??= build({
    entryPoints: { element: ELEMENT },
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    // Every page gets it by the test's own hand, so what is not in it is not carried either.
    minifyWhitespace: true,
    minifySyntax: true,
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
    logLevel: 'silent',
  }).then(({ outputFiles }) => Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])))
  return bundled
}

export type ElementPage = { page: Page; complaints: string[] }

/** Closes the page and what it stored. */
export async function closeElementPage(page: Page): Promise<void> {
  await page.context().close()
}

/** Opens a page with this body, the element, and a scan that the test leads through `led`. */
export async function openElementPage(
  browser: Browser,
  body: string,
  options: BrowserContextOptions & { policy?: string; lang?: string } = {},
): Promise<ElementPage> {
  const { policy = STRICT_POLICY, lang = 'en', ...context } = options
  const opened = await browser.newContext(context)
  const page = await opened.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const scripts = { ...(await elementBundle()), 'lead.js': LEAD }
  for (const [name, text] of Object.entries(scripts))
    await page.route(`${ADDRESS}${name}`, (route) => route.fulfill({ contentType: 'text/javascript', body: text }))
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  await page.route(ADDRESS, (route) => route.fulfill({ headers, body: html(body, lang) }))
  await page.goto(ADDRESS)
  await page.waitForFunction('globalThis.led?.element')
  return { page, complaints }
}

function html(body: string, lang: string): string {
  return `<!doctype html><html lang="${lang}"><head><title>Page</title><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>A page</h1>${body}</main>
<script type="module" src="/element.js"></script><script type="module" src="/lead.js"></script></body></html>`
}

const RESTING: ScanProgress = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 12,
  elapsedMs: 4400,
  durationMs: 16400,
  score: null,
  parts: null,
  hint: null,
  stroke: null,
}

/** Lets the scan that runs report this moment. */
export async function report(page: Page, progress: Partial<ScanProgress>): Promise<void> {
  await page.evaluate(`led.last().onProgress(${JSON.stringify({ ...RESTING, ...progress })})`)
}

/** Ends the scan that runs with this result. */
export async function finish(page: Page, receipt: unknown): Promise<void> {
  const result = { receipt, continuity: null, capture: {}, mode: 'sensors' }
  await page.evaluate(`led.calls.at(-1).resolve(${JSON.stringify(result)})`)
}

/** Ends the scan that runs with this failure. */
export async function failWith(page: Page, error: object): Promise<void> {
  await page.evaluate(`led.fail(${JSON.stringify(error)})`)
}

/** An enrollment as a service seals it; nobody shows it to a service here. */
const ENROLLMENT = { sample_count: 3, enrolled_at: '2026-01-01T00:00:00Z', expires_at: '2999-01-01T00:00:00Z' }

/** Lets the element enroll in place of a scan, led by the test as well. */
export async function letEnroll(page: Page): Promise<void> {
  await page.evaluate('led.element.enroll = led.scan')
}

/** Lets the element record rounds in place of a scan, led by the test as well. */
export async function letRecord(page: Page): Promise<void> {
  await page.evaluate('led.element.record = led.scan')
}

/** Ends the enrollment that runs. */
export async function seal(page: Page): Promise<void> {
  await page.evaluate(`led.calls.at(-1).resolve(${JSON.stringify(ENROLLMENT)})`)
}

/** Waits until the card carries this title. */
export async function waitForTitle(page: Page, title: string): Promise<void> {
  await page.locator('.title', { hasText: title }).waitFor()
}
