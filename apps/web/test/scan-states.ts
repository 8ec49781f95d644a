import type { Page, Route } from 'playwright-core'
import { pretendNode } from './people.ts'
import { ADA, givePhone, scanBy } from './scan-phone.ts'

// What the service would have sealed; nobody shows it to the service here.
const ENROLLMENT = {
  signature: { version: 'x' },
  seal: 'x',
  enrolled_at: '2026-01-01T00:00:00Z',
  expires_at: '2999-01-01T00:00:00Z',
}

/** Nobody waits for the countdown, so time hurries to the first arrow that is to be followed, and stops there until everything is looked at. */
export const STAND_STILL = `{
  const since = performance.now.bind(performance), began = since()
  performance.now = () => began + 10 * (since() - began)
  addEventListener('stillhere-progress', ({ detail }) => {
    if (detail.stroke?.state !== 'now') return
    const now = performance.now()
    performance.now = () => now
  })
}`

const SENT = { success: true, skip_otp: false, expires_in: 600, delivery: 'smtp' }

/** The challenge of a stranger, with the words for a node that has enrolled before. */
async function askForCode(route: Route): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await route.fetch({ headers, postData: JSON.stringify({ purpose: 'enroll' }) })
  await route.fulfill({ json: { ...(await answer.json()), fresh_code_required: true } })
}

/** How to walk to each state of the page that is looked at. */
export const SCAN_STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  ready: async (page) => {
    await givePhone(page, { holder: ADA, silent: true })
    const advice = page.getByText('the motion sensor isn’t responding')
    while (!(await advice.isVisible())) await page.clock.runFor(500)
  },
  enrolled: async (page) => {
    const kept = { nodeHandle: 'quiet-river', enrollment: ENROLLMENT }
    await page.evaluate(`localStorage.setItem('stillhere-enrollment', ${JSON.stringify(JSON.stringify(kept))})`)
    await givePhone(page, { holder: ADA }, pretendNode())
    await page.getByText('Ready to scan: secure connection, motion sensor working, permission granted').waitFor()
  },
  'asked for a code': async (page) => {
    await page.route('**/api/challenge', askForCode)
    await page.route('**/api/send-otp', (route) => route.fulfill({ json: SENT }))
    await givePhone(page, { holder: ADA }, pretendNode())
    await scanBy(page, 'Start (about 1 minute)', 'You’ve enrolled before')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByText('We emailed a 6-digit code to ada@example.org.').waitFor()
    await page.locator('input:focus').waitFor()
  },
  practising: async (page) => {
    await page.evaluate(STAND_STILL)
    await page.getByRole('button', { name: /Practice first/ }).click()
    await page.locator('.dial[data-face=now]').waitFor()
  },
  forbidden: async (page) => {
    await givePhone(page, { holder: ADA, permission: 'denied' })
    await page.getByText('your browser blocks motion for this site').waitFor()
    await scanBy(page, 'Scan', 'Your browser blocks the motion sensor')
  },
}
