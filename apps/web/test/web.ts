import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'

const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
} as const

/** How a page is looked at. */
export type Look = { size: keyof typeof SIZES; colors: 'light' | 'dark' }

/** How a page is opened. `options` are Playwright's own; `by` is another browser than the usual one. */
type Opening = Partial<Look> & { options?: BrowserContextOptions; by?: Browser }

/** What a page did that it should not have. */
type Complaints = { foreign: string[]; console: string[] }

type OpenPage = {
  page: Page
  complaints: Complaints
  /** Waits until the page has all that it asks for, and has drawn it. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

export type Web = ServiceProcess & {
  /** Opens a path where nothing is stored and nobody is signed in, waits until it is drawn, and notes whatever it asks of others. */
  open: (path: string, opening?: Opening) => Promise<OpenPage>
}

const ALL_LOOKS: readonly Look[] = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((colors) => ({ size, colors })),
)

/** How every state of a page is looked at: both sizes and both colors, and all four combinations where pictures are taken. */
export const LOOKS = process.env.SCREENSHOTS
  ? ALL_LOOKS
  : ALL_LOOKS.filter(({ size, colors }) => (size === 'phone') === (colors === 'light'))

/** Without a worker: what it fetches cannot be seen and stopped by a test. */
const QUIET = { serviceWorkers: 'block' } as const
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** For tests of motion, and for those that must meet a page as most people do. */
export const MOVING = { reducedMotion: 'no-preference' } as const

/** How long browser, database and service may take to start; on a busy machine half a minute is not rare. */
export const START_MS = 180_000

/** How long a page may take to show what a test waits for. Only a failure lasts as long. */
const PATIENCE_MS = 120_000

/** A real service with its pages, looked at through the given browser. */
export async function startWeb(browser: Browser, env: Record<string, string> = {}): Promise<Web> {
  const service = await startService(env)
  return {
    ...service,
    open: (path, opening = {}) => openPage(opening.by ?? browser, `${service.address}${path}`, opening),
  }
}

async function openPage(browser: Browser, url: string, opening: Opening): Promise<OpenPage> {
  const { origin } = new URL(url)
  const { size = 'phone', colors = 'light', options } = opening
  // What moves is drawn anew all the time.
  const context = await browser.newContext({
    ...SIZES[size],
    ...QUIET,
    colorScheme: colors,
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  context.setDefaultTimeout(PATIENCE_MS)
  const foreign = noteForeign(context, origin)
  const waitedFor = noteWaiting(context)
  const complaints = { foreign, console: listen(page) }
  await page.goto(url)
  // The document has a heading of its own before the page is drawn.
  await page.locator('.shell:not(.early) main h1').waitFor()
  return { page, complaints, settle: () => settle(page, waitedFor), close: () => context.close() }
}

/** The requests of all pages that are not answered yet, now and later. */
function noteWaiting(context: BrowserContext): ReadonlySet<Request> {
  const waitedFor = new Set<Request>()
  // Events of a check come for as long as its page is open.
  context.on('request', (request) => request.url().endsWith('/events') || waitedFor.add(request))
  context.on('requestfinished', (request) => waitedFor.delete(request))
  context.on('requestfailed', (request) => waitedFor.delete(request))
  return waitedFor
}

// An answer may lead to the next question, which is asked when it has been drawn.
async function settle(page: Page, waitedFor: ReadonlySet<Request>): Promise<void> {
  for (let before = 1; before > 0 || waitedFor.size > 0;) {
    before = waitedFor.size
    await page.evaluate(TWO_FRAMES)
  }
}

// The effects of what was drawn come after its picture.
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The one DevTools session of a page. */
export function shareSession(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/**
 * Shows an open page in another look, as if its reader had changed window and wishes, and waits until it is drawn. Chromium does not give
 * a mouse back after touch; Scan, the one page that asks for a mouse, is opened anew for each look instead.
 */
export async function changeLook(page: Page, { size, colors }: Look): Promise<void> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch } = SIZES[size]
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: colors })
  // Playwright settles the rest for the whole life of a context. What a session asks for lasts as long as the session.
  const session = await shareSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: isMobile })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  await page.evaluate(TWO_FRAMES)
}

// Only heard of, not held up: the browser of the tests finds nobody but this machine, and one that asks for leave for each request has
// no cache and computes more for each page.
function noteForeign(context: BrowserContext, origin: string): string[] {
  const foreign: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol.startsWith('http')) foreign.push(url.href)
  })
  return foreign
}

// A breach of the policy is an error on the console, too.
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.text() === BLOCKED_WORKER) return
    if (message.type() === 'error' || message.type() === 'warning')
      heard.push(`${message.text()} at ${message.location().url}`)
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}
