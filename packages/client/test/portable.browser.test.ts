import { afterAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { bundle } from './bundle.ts'
import { page as htmlPage, oddServer } from './odd-server.ts'
import { GROUPS } from './portable/all.ts'
import type { PortableReport } from './portable/run.ts'

// A page of this machine counts as secure, as a page that has keys must be.
const server = await oddServer(htmlPage(200, '<!doctype html><title>Portable</title>'))
const browser = await shareChromium()
afterAll(() => server.stop())

const SCRIPT = `
import { runPortable } from './portable/run.ts'
globalThis.portableReport = runPortable()
`

it('passes every portable case in Chromium', { timeout: 300_000 }, async () => {
  const page = await browser.newPage()
  await page.goto(server.baseUrl)
  await page.addScriptTag({ content: bundle(SCRIPT, 'browser').code, type: 'module' })
  await page.waitForFunction('"portableReport" in globalThis')
  const report = await page.evaluate<PortableReport>('globalThis.portableReport')
  expect(report.failures).toEqual([])
  expect(report.passed).toBe(Object.values(GROUPS).flatMap(({ cases }) => Object.keys(cases)).length)
})
