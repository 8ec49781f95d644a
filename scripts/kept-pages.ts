import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { uninstallClock } from './page-clock.ts'

/** A page that may have been used before and shows nothing of it; whoever has it gives it back. */
export type Loan = { page: Page; giveBack: () => Promise<void> }

type Media = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion'>
type Kept = {
  page: Page
  session: CDPSession
  viewport: string
  /** Where it has been in this loan. */
  origins: Set<string>
  /** Takes back what the loan brought. */
  undo: (() => Promise<unknown>)[]
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()
const spoiled = new WeakSet<Page>()
const free = new WeakMap<Browser, Map<string, Kept[]>>()
const resting = new WeakSet<BrowserContext>()

// What these change lasts as long as a context or a page, so a page with which somebody called one of them is not kept.
const LASTING = ['exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'setDefaultNavigationTimeout']
const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'worker',
] as const
const HEARD_OF_REQUESTS = ['request', 'response', 'requestfinished', 'requestfailed'] as const
const STORED = 'file_systems,indexeddb,local_storage,service_workers,cache_storage'

/**
 * Lends a page of a context with these options, and with these media until somebody changes them. A page that was given back is lent
 * again: it has its process, its compiled code and its cached files still, and is open in half the time of a new one. Cookies, what
 * was stored for the origins that it showed, routes, listeners, scripts, permissions, the test's clock and history are gone; a page
 * whose loan changed more than that is closed.
 */
export async function lendPage(browser: Browser, options: BrowserContextOptions, media: Media = {}): Promise<Loan> {
  const shelf = shelfOf(browser, JSON.stringify(options))
  const kept = shelf.pop() ?? (await openKept(browser, options))
  const { page } = kept
  resting.delete(page.context())
  await page.emulateMedia(media)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) kept.origins.add(new URL(frame.url()).origin)
  })
  const giveBack = async () => {
    if (!(await isCleared(kept))) return page.context().close()
    resting.add(page.context())
    shelf.push(kept)
  }
  return { page, giveBack }
}

/** Has a page closed when it is given back, since what was changed cannot be taken back. */
export function spoilPage(page: Page): void {
  spoiled.add(page)
}

/** The one DevTools session of a page that tests share; what they ask of it, they take back. */
export function shareSession(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Leaves no file of any page in a cache of this one, as if it had never been lent. */
export async function forgetFiles(page: Page): Promise<void> {
  const session = await shareSession(page)
  await session.send('Network.clearBrowserCache')
  // To switch the cache off is also what empties the one in the memory of the page's process.
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.disable')
}

/** Whether a context belongs to a page that waits for its next loan. */
export function isResting(context: BrowserContext): boolean {
  return resting.has(context)
}

function shelfOf(browser: Browser, key: string): Kept[] {
  const shelves = free.get(browser) ?? new Map<string, Kept[]>()
  free.set(browser, shelves)
  const shelf = shelves.get(key) ?? []
  shelves.set(key, shelf)
  return shelf
}

async function openKept(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const viewport = JSON.stringify(page.viewportSize())
  const kept: Kept = { page, session: await shareSession(page), viewport, origins: new Set(), undo: [] }
  for (const target of [context, page]) for (const name of LASTING) onCall(target, name, () => spoilPage(page))
  onCall(context, 'setGeolocation', () => spoilPage(page))
  noteUndo(kept)
  return kept
}

/** Notes how to take back what a loan brings that lasts, where that can be done. */
function noteUndo({ page, undo }: Kept): void {
  const context = page.context()
  type Script = Awaited<ReturnType<Page['addInitScript']>>
  for (const target of [context, page])
    onCall(target, 'addInitScript', (script) => undo.push(async () => (await (script as Promise<Script>)).dispose()))
  onCall(context, 'newCDPSession', (session) =>
    undo.push(async () => (await (session as Promise<CDPSession>)).detach()),
  )
  onCall(context, 'grantPermissions', () => undo.push(() => context.clearPermissions()))
  onCall(context, 'setOffline', () => undo.push(() => context.setOffline(false)))
}

function onCall(target: object, name: string, note: (made: unknown) => void): void {
  const call: unknown = Reflect.get(target, name)
  if (typeof call !== 'function') throw new Error(`there is no ${name}`)
  Reflect.set(target, name, (...given: unknown[]): unknown => {
    const made: unknown = Reflect.apply(call, target, given)
    note(made)
    return made
  })
}

/** Takes away all that a loan left; false where it left more than that. */
async function isCleared(kept: Kept): Promise<boolean> {
  const { page, viewport } = kept
  if (spoiled.has(page) || page.isClosed() || JSON.stringify(page.viewportSize()) !== viewport) return false
  try {
    await clear(kept)
    return true
  } catch {
    // A page that asks before it is left, for one.
    return false
  }
}

// Not among what DevTools clears for an origin, and only a page that shows the origin reaches it. It may not write again on its way out.
const EMPTY_SESSION = 'sessionStorage.clear(); Storage.prototype.setItem = () => {}'

async function emptySessions(page: Page, origins: readonly string[]): Promise<void> {
  if (origins.length === 1 && new URL(page.url()).origin === origins[0]) await page.evaluate(EMPTY_SESSION)
  else if (origins.length > 0) await emptyEach(page, origins)
}

async function emptyEach(page: Page, origins: readonly string[]): Promise<void> {
  // Whoever served them may have ended.
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html' }))
  for (const origin of origins) {
    await page.goto(origin)
    await page.evaluate(EMPTY_SESSION)
  }
  await page.unrouteAll()
}

async function clear({ page, session, origins, undo }: Kept): Promise<void> {
  const context = page.context()
  for (const one of undo.splice(0)) await one()
  await uninstallClock(context)
  for (const heard of [...HEARD, ...HEARD_OF_REQUESTS]) page.removeAllListeners(heard)
  for (const heard of ['page', ...HEARD_OF_REQUESTS] as const) context.removeAllListeners(heard)
  const others = context.pages().filter((other) => other !== page)
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const visited = [...origins].filter((origin) => origin.startsWith('http'))
  origins.clear()
  await emptySessions(page, visited)
  await page.goto('about:blank')
  await context.clearCookies()
  for (const origin of visited) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
  await session.send('Page.resetNavigationHistory')
}
