import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { ServiceProcess } from '../../../scripts/service-process.ts'

const SERVER_TESTS = join(import.meta.dirname, '..', '..', 'server', 'test')

/** Gives a running service made-up people with research sessions, and a post of unknown outcome. */
export async function fillForAdmin(
  service: ServiceProcess,
  { people, sessionsEach }: { people: number; sessionsEach: number },
): Promise<void> {
  await runBeside(service, 'fill-for-admin.ts', [String(people), String(sessionsEach)])
}

/** Begins a calibration that another process would work on for an hour. */
export function beginRunElsewhere(service: ServiceProcess): Promise<void> {
  return runBeside(service, 'begin-run-elsewhere.ts', [])
}

async function runBeside({ env }: ServiceProcess, script: string, args: string[]): Promise<void> {
  const command = ['--conditions=stillhere-source', join(SERVER_TESTS, script), ...args]
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } })
}

/** Enters the operator's secret as a person would. */
export async function unlock(page: Page, { adminSecret }: ServiceProcess): Promise<void> {
  await page.getByLabel('Admin secret').fill(adminSecret)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('tablist').waitFor()
}
