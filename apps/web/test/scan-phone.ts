import { join } from 'node:path'
import type { AttackerName, MotionPermission } from '@stillhere/client/testing'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { REMOVE_MARK_OF_MOVER } from '../../../scripts/service-process.ts'
import { type JoinedNode, signInPage } from './people.ts'

/** A synthetic person who follows arrows well and moves alike every day. */
export const ADA = 42

/** Who holds the virtual phone: the number of a synthetic person or an attacker, on which day of theirs, and what goes wrong. */
export type Holder = {
  holder: number | AttackerName
  /** Another number is another day; the service remembers motion and takes none twice. */
  day?: number
  permission?: MotionPermission
  silent?: boolean
}

const WEB = join(import.meta.dirname, '..')
// Shorter than the time that a live scan leaves for the answer to a step; nothing else of a scan waits for a service on the way.
const STEP_MS = { live: 250, other: 1000 }
const LOOK_AGAIN_MS = 100
// Between rounds nothing is asked of anybody.
const REST_MS = 2500
const HOLD_AHEAD_MS = 5000
const TRIES = 4
/** The element once a run has ended, well or not. */
export const ENDED = 'stillhere-scan .card:not([data-state=idle], [data-state=running])'

/** Puts a phone into somebody's hand, loads the page anew, and makes its clock the test's. */
export async function givePhone(page: Page, given: Holder, who: JoinedNode | null = null): Promise<void> {
  await page.clock.install()
  await page.addInitScript(`${await kit()}; ${WATCH}; ${REMOVE_MARK_OF_MOVER}; ${phoneOf(given)}`)
  if (who) await signInPage(page, who)
  await page.reload()
  await page.locator('main h1').waitFor()
}

/**
 * Stops the page's clock before a scan; `passTimeUntil` turns it from then on. Going on by itself, it would make a moment in which a
 * busy machine did nothing a hole in the motion, and no arrow waits for a test that is slow to look.
 */
export async function holdTime(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()')
  // It can be stopped in its future only, and goes on until it hears of it.
  await page.clock.pauseAt(now + HOLD_AHEAD_MS)
}

/** Lets time pass until the scan has ended; then the clock goes on by itself again. */
export async function passTimeToEnd(page: Page): Promise<void> {
  await passTimeUnseen(page, ENDED)
}

/** Lets time pass until the page shows this, while nobody looks at arrows; then the clock goes on by itself again. */
export async function passTimeUnseen(page: Page, selector: string): Promise<void> {
  await page.evaluate(CEASE_TO_DRAW)
  while ((await page.locator(selector).count()) === 0) {
    await page.evaluate(PASS_MOTION)
    await waitAWhile(page, selector)
    await page.clock.runFor(LOOK_AGAIN_MS)
  }
  await page.evaluate('globalThis.drawAgain?.()')
  await page.clock.resume()
}

/** Lets time pass until the page shows this; twenty seconds of a scan take a few, however busy the machine is. */
export async function passTimeUntil(page: Page, selector: string, stepMs?: number): Promise<void> {
  while ((await page.locator(selector).count()) === 0) {
    // A step of a live scan is answered in the service's time, before the page's goes on.
    const { phase, pace } = await page.evaluate<{ phase: string; pace: string }>(NOW_SHOWN)
    const isResting = phase === 'resting' || phase === 'offering'
    const isMoving = phase === 'countdown' || phase === 'capturing' || isResting
    const step = stepMs ?? (pace === 'live' ? STEP_MS.live : STEP_MS.other)
    // Only hands move in the page's time; the service and the thread of the engine have their own, and are waited for.
    if (!isMoving) await waitAWhile(page, selector)
    await page.clock.runFor(isResting ? REST_MS : isMoving ? step : LOOK_AGAIN_MS)
  }
}

async function waitAWhile(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { timeout: LOOK_AGAIN_MS }).catch(() => {})
  await page.evaluate('globalThis.answered')
}

/**
 * Starts by this button and lets time pass until the scan ended with this title. Whoever meets a machine so busy that an answer
 * comes too late for the service tries again, as people do.
 */
export async function scanBy(page: Page, button: string, title: string): Promise<void> {
  await startBy(page, button)
  for (let tries = 1; ; tries++) {
    await passTimeToEnd(page)
    const reached = await endTitle(page)
    if (reached === title) return
    const words = await page.locator(`${ENDED} .panel`).innerText()
    if (tries === TRIES || !words.includes('Try again')) throw new Error(`expected "${title}", but: ${words}`)
    // Some answers ask for a little patience first.
    await startBy(page, 'Try again')
  }
}

/** The title that the scan ended with. */
export function endTitle(page: Page): Promise<string> {
  return page.locator(`${ENDED} h2.title`).innerText()
}

/** Starts by this button, with the page's clock in the test's hand from then on. */
export async function startBy(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  // A page whose clock stands is not drawn any further.
  await button.waitFor()
  await holdTime(page)
  await button.click()
}

// The page turns its own clock for as long as hands move. A test that turned it from outside would ask four questions for each step,
// and Playwright keeps each turn in a script of its own for later documents: after a reload, the clock does not know of these.
const PASS_MOTION = `(async () => {
  for (;;) {
    await globalThis.answered
    const { phase, pace } = globalThis.shown
    const step = pace === 'live' ? ${STEP_MS.live} : ${STEP_MS.other}
    const stepMs = { countdown: step, capturing: step, resting: ${REST_MS}, offering: ${REST_MS} }[phase]
    const isRunning = document.querySelector('stillhere-scan')?.shadowRoot.querySelector('.card[data-state=running]')
    if (stepMs === undefined || !isRunning) return
    await globalThis.__pwClock.controller.runFor(stepMs)
  }
})()`

const NOW_SHOWN = 'Promise.resolve(globalThis.answered).then(() => globalThis.shown)'

// As large as it was and with the focus where it was, but Chromium has nothing to paint.
const CEASE_TO_DRAW = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.stage { opacity: 0 }')
  const root = document.querySelector('stillhere-scan').shadowRoot
  const before = root.adoptedStyleSheets
  root.adoptedStyleSheets = [...before, sheet]
  globalThis.drawAgain = () => { root.adoptedStyleSheets = before }
}`

const WATCH = `
  globalThis.shown = { phase: '', pace: '' }
  addEventListener('stillhere-progress', ({ detail: { phase, pace = '' } }) => { globalThis.shown = { phase, pace } })
  const { fetch } = globalThis
  globalThis.fetch = (...given) => {
    const answer = fetch(...given)
    // What is followed is answered only when it ends.
    if (!String(given[0]).endsWith('/events'))
      globalThis.answered = answer.then((one) => one.clone().text(), () => {}).then(() => {})
    return answer
  }
`

function phoneOf({ holder, day = 1, permission = 'granted', silent = false }: Holder): string {
  const mover =
    typeof holder === 'number'
      ? `kit.livePerson(kit.syntheticPerson(${holder}), { seed: ${1000 * day} })`
      : `kit.liveAttacker(${JSON.stringify(holder)})`
  const phone = `globalThis.phone = kit.installVirtualMotion(window, { mover: removeMarkOf(${mover}), permission: '${permission}' })`
  return silent ? `${phone}; phone.fallSilent()` : phone
}

let built: Promise<string> | undefined

function kit(): Promise<string> {
  built ??= buildKit()
  return built
}

async function buildKit(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@stillhere/client/testing'`, resolveDir: WEB },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'kit',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
