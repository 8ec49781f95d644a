import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { ServiceProcess } from '../../../scripts/service-process.ts'

const FILL = join(import.meta.dirname, '..', '..', 'server', 'test', 'fill-for-admin.ts')

/** Gives a running service made-up people with research sessions, and a post of unknown outcome. */
export async function fillForAdmin(
  { env }: ServiceProcess,
  { people, sessionsEach }: { people: number; sessionsEach: number },
): Promise<void> {
  const args = ['--conditions=stillhere-source', FILL, String(people), String(sessionsEach)]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
}

/** Enters the operator's secret as a person would. */
export async function unlock(page: Page, { adminSecret }: ServiceProcess): Promise<void> {
  await page.getByLabel('Admin secret').fill(adminSecret)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('tablist').waitFor()
}
