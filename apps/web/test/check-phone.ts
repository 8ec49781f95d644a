import type { Page } from 'playwright-core'
import { ADA, givePhone, holdTime, passTimeUntil, scanBy } from './scan-phone.ts'

const KEPT = 'stillhere-enrollment-without-node'
const ENDED = 'stillhere-scan .card:not([data-state=idle], [data-state=running])'
const TRIES = 4

// Of the person whose phone it is, by the service: they enroll once.
const enrollments = new Map<string, string>()
// The service remembers motion and takes none twice.
let day = 10

/** Puts a phone into Ada's hand on the page of a check; where she has enrolled before, she is. */
export async function takePhone(page: Page): Promise<void> {
  const kept = enrollments.get(originOf(page))
  if (kept !== undefined) await page.evaluate(`localStorage.setItem('${KEPT}', ${JSON.stringify(kept)})`)
  await givePhone(page, { holder: ADA, day: day++ })
}

/** The same, for a page that she can scan on at once. */
export async function enrollOnPhone(page: Page): Promise<void> {
  await takePhone(page)
  await enrollOnce(page)
}

/** Enrolls where nobody has yet. */
export async function enrollOnce(page: Page): Promise<void> {
  if (enrollments.has(originOf(page))) return
  await scanBy(page, 'Enroll: three captures', 'You are enrolled')
  enrollments.set(originOf(page), await page.evaluate<string>(`localStorage.getItem('${KEPT}')`))
}

/** Scans until the check has passed; whoever meets a machine too busy tries again, as people do. */
export async function scanForCheck(page: Page): Promise<void> {
  for (let tries = 1, name = 'Confirm with a scan'; tries <= TRIES; tries++, name = 'Try again') {
    const button = page.getByRole('button', { name, exact: true })
    await button.waitFor()
    await holdTime(page)
    await button.click()
    await passTimeUntil(page, `.check-page .notice-good, ${ENDED}`)
    await page.clock.resume()
    if ((await page.locator('.check-page .notice-good').count()) > 0) return
  }
  throw new Error(`the check did not pass: ${await page.locator('.check-page').innerText()}`)
}

function originOf(page: Page): string {
  return new URL(page.url()).origin
}
