import type { Challenge } from '@stillhere/engine'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { MotionPermission } from '../../src/testing/index.ts'
import { stopClock } from '../virtual-phone.ts'
import type { Ending, Holder } from './scan-page.ts'

/** A tab with the page that scans. Its clock is the test's: a scan of twenty seconds takes a few, however busy the machine is. */
export type ScanTab = {
  page: Page
  context: BrowserContext
  /** Hands a virtual phone to somebody. */
  giveTo(holder: Holder, permission?: MotionPermission): Promise<void>
  /** Starts a scan and lets time pass until it is in this phase. */
  startUntil(phase: string, challenge?: Challenge): Promise<void>
  /** Lets time pass until the scan is over. */
  ending(): Promise<Ending>
}

const STEP_MS = 500

export async function openScanTab(browser: Browser, url: string): Promise<ScanTab> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(url)
  await page.waitForFunction('globalThis.lab')
  await stopClock(page)
  const passTimeUntil = async (condition: string) => {
    while (!(await page.evaluate(`lab.ending !== undefined || ${condition}`))) {
      // Judging takes true time. Were the clock to go on meanwhile, the receipt might be old before it is signed.
      if (!(await page.evaluate(`['judging', 'signing'].includes(lab.phases.at(-1))`))) await page.clock.runFor(STEP_MS)
    }
  }
  return {
    page,
    context,
    giveTo: (holder, permission) =>
      page.evaluate(`lab.giveTo(${JSON.stringify(holder)}, ${JSON.stringify(permission)})`),
    startUntil: async (phase, challenge) => {
      await page.evaluate(`lab.start({ challenge: ${JSON.stringify(challenge)} })`)
      await passTimeUntil(`lab.phases.includes(${JSON.stringify(phase)})`)
    },
    ending: async () => {
      await passTimeUntil('false')
      return page.evaluate<Ending>('lab.ending')
    },
  }
}
