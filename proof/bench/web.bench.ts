import type { Browser } from 'playwright-core'
import { launchChromium } from '../../scripts/chromium.ts'
import { startService } from '../../scripts/service-process.ts'
import { printTable } from './measure.ts'

const SLOWDOWN = 4
const LOADS = 15
const LIMIT_MS = 1500
// The service's own page without any script of a framework, so that what the browser itself takes is seen beside ours.
const PAGES = { Home: '/', 'status page': '/status' }

/** How long a first visitor waits: until something is seen, and until the page answers at once. */
type Load = { seenMs: number; readyMs: number }

async function main(): Promise<void> {
  const service = await startService()
  const browser = await launchChromium()
  try {
    report(await loadsOf(browser, service.address))
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function loadsOf(browser: Browser, address: string): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>(Object.keys(PAGES).map((name) => [name, []]))
  for (let load = 0; load < LOADS; load++) {
    for (const [name, path] of Object.entries(PAGES)) loads.get(name)?.push(await firstLoad(browser, address + path))
  }
  return loads
}

function report(loads: Map<string, Load[]>): void {
  const peer = medianOf(loads.get('status page') ?? [], 'readyMs')
  console.log(
    `first load, empty cache, CPU slowed ${SLOWDOWN} times, median of ${LOADS} (limit for Home: ${LIMIT_MS} ms)`,
  )
  const rows = [...loads].map(([name, ones]) => {
    const ready = medianOf(ones, 'readyMs')
    return [name, medianOf(ones, 'seenMs').toFixed(0), ready.toFixed(0), (ready / peer).toFixed(1)]
  })
  printTable(['page', 'seen ms', 'interactive ms', '÷ status page'], rows)
}

async function firstLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const throttle = await context.newCDPSession(page)
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(WATCH)
  await page.goto(url)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  const load = await page.evaluate<Load>(READ)
  await context.close()
  return load
}

const WATCH = `
  window.busyUntil = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.busyUntil = Math.max(window.busyUntil, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
`

// A page is interactive when it is seen, its scripts have run, and no task of more than 50 ms keeps it from answering.
const READ = `(() => {
  const seenMs = performance.getEntriesByName('first-contentful-paint')[0].startTime
  const { domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0]
  return { seenMs, readyMs: Math.max(seenMs, domContentLoadedEventEnd, window.busyUntil) }
})()`

function medianOf(loads: Load[], of: keyof Load): number {
  const values = loads.map((load) => load[of]).toSorted((a, b) => a - b)
  return values[values.length >> 1] ?? Number.NaN
}

await main()
