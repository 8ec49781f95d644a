import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { REMOVE_MARK_OF_MOVER } from '../../../scripts/service-process.ts'

const PACKAGE = join(import.meta.dirname, '..')

/**
 * A script that gives a page a phone in the hand of a synthetic person; for `addInitScript`. A page that is loaded again is
 * another day: the same motion once more would be a replay.
 */
export async function virtualPhoneScript(person = 42): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { installVirtualMotion, livePerson, syntheticPerson } from './src/testing/index.ts'
        ${REMOVE_MARK_OF_MOVER}
        const seed = performance.getEntriesByType('navigation')[0]?.type === 'reload' ? 2000 : 1000
        installVirtualMotion(window, { mover: removeMarkOf(livePerson(syntheticPerson(${person}), { seed })) })`,
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

const STEP_MS = 500
const JUDGING_MS = 120_000
const TRIES = 3
// Later than any moment that the page's clock may have reached by itself.
const AHEAD_MS = 600_000

/**
 * Stops the clock of a page that was opened after `page.clock.install()`. A clock that ran on beside the steps of the test would
 * go back now and then on a busy machine.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + AHEAD_MS)
}

/**
 * Lets time pass until the scan that has begun is over, and demands that it ended in a receipt. Arrows are drawn by chance, and one
 * scan in some hundreds is refused although the hand followed; whoever meets that tries again, as people do.
 */
export async function passScan(page: Page): Promise<void> {
  for (let tries = 1; ; tries++) {
    await passTime(page)
    const words = await page.locator('.panel').innerText()
    if (words.startsWith('Scan complete')) return
    if (tries === TRIES || !words.includes('Try again')) throw new Error(`the scan ended without a receipt: ${words}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
  }
}

/** Time goes on in the test's own steps, so arrows and readings keep their times, however busy the machine is. */
async function passTime(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop' })
  const isJudged = page.locator('.card[data-phase=judging], .card[data-phase=signing]')
  while ((await stop.count()) > 0) {
    // Judging takes true time. Were the clock to go on meanwhile, the receipt might be old before it is signed.
    if ((await isJudged.count()) > 0) await stop.waitFor({ state: 'detached', timeout: JUDGING_MS })
    else await page.clock.runFor(STEP_MS)
  }
}
