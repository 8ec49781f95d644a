import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { verifierHtml } from '../../scripts/build.ts'
import { NOW, sampleReceipt } from '../../test/sample-receipts.ts'
import { judge, openVerifier, readStamp, writeVerifier } from '../../test/verifier-page.ts'

const verifier = writeVerifier()
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

afterAll(() => verifier.remove())

it('works from a file with the network down, asks for nothing else, and breaks no rule of its policy', async () => {
  const { page, requests, complaints } = await openVerifier(browser, verifier.url)
  await judge(page, sampleReceipt(), NOW)
  expect(await readStamp(page)).toBe('VALID')
  await page.click('#change')
  await page.click('#restore')
  await page.click('#sample')
  expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
  expect(requests).toEqual([verifier.url])
  expect(complaints).toEqual([])
})

it('may neither connect nor load, even if a script tried to', async () => {
  const { page, complaints } = await openVerifier(browser, verifier.url, { offline: false })
  const attempt = "fetch('https://stillhere.example/').then(() => 'sent', () => 'refused')"
  expect(await page.evaluate(attempt)).toBe('refused')
  await expect.poll(() => complaints.join()).toContain('Content Security Policy')
})

it('is one file without references, and the same on every build', () => {
  const html = verifierHtml()
  expect(verifierHtml()).toBe(html)
  expect(html).not.toMatch(/<(?:link|img|iframe|object|embed|base|form)\b|\ssrc=|@import|url\(/i)
  expect(html.match(/<script\b/g)).toHaveLength(1)
  expect(html.match(/<style\b/g)).toHaveLength(1)
})
