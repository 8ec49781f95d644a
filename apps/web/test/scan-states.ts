import type { Page } from 'playwright-core'
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

const REFUSAL = {
  type: '/docs/errors',
  title: 'Forbidden',
  status: 403,
  error: 'FRESH_SIGN_IN_REQUIRED',
  detail: 'Sign in again.',
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
  'signed in too long ago': async (page) => {
    await page.route('**/api/challenge', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: REFUSAL }),
    )
    await page.route('**/api/node/passkeys', (route) =>
      route.fulfill({ json: { passkeys: [], recommended: 2, most: 10 } }),
    )
    await givePhone(page, { holder: ADA }, pretendNode())
    await scanBy(page, 'Start (about 1 minute)', 'Sign in again to enroll')
    await page.getByRole('button', { name: 'Email me a code' }).waitFor()
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
