import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { startService } from './service-process.ts'

/** Slow 4G and a phone of the middle class, as Lighthouse plays them: 150 ms there and back, 1.6 Mb/s, a quarter of the processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
const VISITS = 3
const PATHS = [
  '/',
  '/join',
  '/scan',
  '/node',
  '/network',
  '/verify',
  '/agents',
  '/research',
  '/developers',
  '/docs',
  '/status',
]
const FILE = join(import.meta.dirname, '..', 'docs', 'internals', 'measurements', 'pages.md')

type Visit = { headingMs: number; drawnMs: number; shift: number; kilobytes: number; files: number }

// Looks at each frame, from before the document is there.
const WATCH = `
  window.seen = { heading: 0, drawn: 0, shift: 0 }
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value })
    .observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!seen.heading && document.querySelector('h1')?.checkVisibility()) seen.heading = performance.now()
    if (!seen.drawn && document.querySelector('.shell:not(.early) h1')) seen.drawn = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

async function visitPage(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url, { waitUntil: 'networkidle' })
  const seen = await page.evaluate<{ heading: number; drawn: number; shift: number }>('seen')
  const sizes = await page.evaluate<number[]>(`performance.getEntriesByType('resource').map((one) => one.transferSize)`)
  await context.close()
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    headingMs: seen.heading,
    drawnMs: seen.drawn,
    shift: seen.shift,
    kilobytes: bytes / 1000,
    files: sizes.length,
  }
}

function findMiddle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function writeRow(path: string, visits: readonly Visit[]): string {
  const middle = (name: keyof Visit) => findMiddle(visits.map((visit) => visit[name]))
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  const shift = Math.max(...visits.map((visit) => visit.shift)).toFixed(3)
  return `| \`${path}\` | ${seconds(middle('headingMs'))} | ${seconds(middle('drawnMs'))} | ${shift} | ${middle('files')} | ${middle('kilobytes').toFixed(0)} |`
}

const service = await startService()
const browser = await launchChromium()
const rows: string[] = []
for (const path of PATHS) {
  const visits: Visit[] = []
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitPage(browser, service.address + path))
  rows.push(writeRow(path, visits))
  console.log(rows.at(-1))
}
await browser.close()
await service.stop()
writeFileSync(
  FILE,
  `# Speed of the pages

Written by \`npm run page-speed\`: Chromium emulates a phone (390×844) with slow 4G (150 ms, 1.6 Mb/s) and a processor four times slower, nothing cached, service worker off. Times are the
middle of ${VISITS} visits, in seconds since the address was entered; the layout shift is the worst. The machine had ${cpus().length} cores, which it shared with service and
browser, over HTTP/1.1 and without TLS: times on other machines differ, files and kilobytes do not.

| page | heading visible | page drawn | layout shift | files | kB |
|---|---|---|---|---|---|
${rows.join('\n')}

"Heading visible" is the heading that the document itself has; "page drawn" is the same heading drawn by the script, with what belongs to it.
The goal is a heading within 1.5 s and a shift of at most 0.02.
`,
)
process.exit()
