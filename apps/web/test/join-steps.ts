import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { ServiceProcess } from '../../../scripts/service-process.ts'

const LOOK_AGAIN_MS = 50
const LOOKS = 600

/** Fills in the first form of Join: with an invite to join, without one to sign in. */
export async function ask(page: Page, { email, invite }: { email: string; invite?: string }): Promise<void> {
  if (invite === undefined) await page.getByRole('tab', { name: 'Sign in' }).click()
  else await page.getByLabel('Invite', { exact: true }).fill(invite)
  await page.getByLabel('Email address').fill(email)
  // The button moves when the service says, just now, what it thinks of the invite.
  await page.keyboard.press('Enter')
}

export async function confirm(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** The code that was mailed after another one; once in a million they are the same. */
export async function newCode(service: ServiceProcess, email: string, before: string): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const code = await service.mailedCode(email)
    if (code !== before) return code
    await delay(LOOK_AGAIN_MS)
  }
  throw new Error(`no other code was mailed to ${email}`)
}
