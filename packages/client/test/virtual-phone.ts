import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'

const PACKAGE = join(import.meta.dirname, '..')

/** A script that gives a page a phone in the hand of a synthetic person; for `addInitScript`. */
export async function virtualPhoneScript(person = 57): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { installVirtualMotion, livePerson, syntheticPerson } from './src/testing/index.ts'
        installVirtualMotion(window, { mover: livePerson(syntheticPerson(${person})) })`,
      resolveDir: PACKAGE,
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const TRIES = 5
const ONE_TRY_MS = 60_000

/**
 * Waits for the receipt of a scan that has begun. On a busy machine the person may see an arrow too late; then the page says
 * so, and as people do they try again.
 */
export async function scanUntilReceipt(page: Page): Promise<void> {
  const retry = page.getByRole('button', { name: 'Try again' })
  for (let attempt = 1; ; attempt++) {
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: ONE_TRY_MS })
    const words = await page.locator('.panel').innerText()
    if (words.startsWith('You were here')) return
    if (attempt === TRIES || (await retry.count()) === 0) throw new Error(`the scan ended without a receipt: ${words}`)
    await retry.click()
  }
}
