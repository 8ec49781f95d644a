import type { Page } from 'playwright-core'
import { enrollByCalls } from './enrollment.ts'
import { ADA, ENDED, givePhone, holdTime, passTimeUnseen, scanBy } from './scan-phone.ts'

const KEPT = 'stillhere-enrollment-without-node'
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

/** The same, where she has enrolled at any rate: she can scan at once. */
export async function takeEnrolledPhone(page: Page): Promise<void> {
  const origin = originOf(page)
  if (!enrollments.has(origin)) enrollments.set(origin, await enrollByCalls(origin, null))
  await takePhone(page)
}

/** Enrolls where nobody has yet. */
export async function enrollOnce(page: Page): Promise<void> {
  if (enrollments.has(originOf(page))) return
  await scanBy(page, 'Start (about 1 minute)', 'You’re enrolled')
  enrollments.set(originOf(page), await page.evaluate<string>(`localStorage.getItem('${KEPT}')`))
}

/** Scans until the check has passed. */
export async function scanForCheck(page: Page): Promise<void> {
  await scanUntil(page, { button: 'Confirm with a scan', done: '.check-page .notice-good' })
}

/** Scans by a button until the page shows that it is done, and returns after how many tries; whoever meets a machine too busy tries again, as people do. */
export async function scanUntil(page: Page, { button, done }: { button: string; done: string }): Promise<number> {
  for (let tries = 1, name = button; tries <= TRIES; tries++, name = 'Try again') {
    const start = page.getByRole('button', { name, exact: true })
    await start.waitFor()
    await holdTime(page)
    await start.click()
    await passTimeUnseen(page, `${done}, ${ENDED}`)
    if ((await page.locator(done).count()) > 0) return tries
  }
  throw new Error(`the scan was not accepted: ${await page.locator('main').innerText()}`)
}

function originOf(page: Page): string {
  return new URL(page.url()).origin
}
