import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { beginRunElsewhere, fillForAdmin, unlock } from './admin-filling.ts'
import { screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

// A busy machine takes its time, above all for a calibration.
const PATIENT = { timeout: 180_000 }

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, PATIENT.timeout)

afterAll(() => web?.stop())

async function openStudio(path = '/admin?tab=calibration') {
  const opened = await web.open(path, { size: 'desktop' })
  await unlock(opened.page, web)
  return opened
}

async function begin(page: Page, options: Record<string, string> = {}): Promise<void> {
  for (const [label, text] of Object.entries(options)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Run the calibration' }).click()
}

function artifacts(page: Page) {
  return page.getByRole('group', { name: 'Artifacts, newest first' }).locator('tbody tr')
}

async function storedArtifacts(): Promise<number> {
  const headers = { 'x-admin-secret': web.adminSecret }
  const answer = await fetch(`${web.address}/api/admin/calibration/artifacts`, { headers })
  return ((await answer.json()) as { artifacts: object[] }).artifacts.length
}

describe('before there are enough sessions', PATIENT, () => {
  it('says how many are missing, and lets nobody run', async () => {
    const { page, complaints, close } = await openStudio()
    await page.getByText('300 more sessions are needed first.').waitFor()
    await page.getByText('0 given, 300 more usable ones needed').first().waitFor()
    await page.getByText('No calibration has been run yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Run the calibration' }).isDisabled()).toBe(true)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('has no fault on phones and desktops, in light and dark colors', async () => {
    const walk = async (page: Page) => {
      await unlock(page, web)
      await page.getByText('No calibration has been run yet.').waitFor()
      await page.getByText('300 more sessions').waitFor()
    }
    expect(
      await faultsOf(web, {
        path: '/admin?tab=calibration',
        looks: LOOKS,
        states: [{ name: 'admin-studio-empty', walk }],
      }),
    ).toEqual([])
  })
})

describe('with 310 sessions of 62 people', PATIENT, () => {
  beforeAll(() => fillForAdmin(web, { people: 62, sessionsEach: 5 }), PATIENT.timeout)

  it('refuses options by name, runs with progress, and puts what it found in force', async () => {
    const { page, complaints, close } = await openStudio()
    await page.getByText('310 given, enough to calibrate').waitFor()
    await begin(page, { 'Target false-accept rates': '2', Components: '500', 'Minimum variance kept': '0' })
    await page.getByText('Enter one to ten numbers between 0 and 1').waitFor()
    await page.getByText('Enter a whole number from 1 to 128').waitFor()
    await page.getByText('Enter a number above 0 and up to 1').waitFor()
    await begin(page, {
      'Target false-accept rates': '0.05, 0.1, 0.2',
      Components: '',
      'Minimum variance kept': '0.95',
    })
    await page.getByRole('progressbar', { name: 'Progress of the calibration' }).waitFor()
    await screenshot(page, 'admin-studio-running-desktop-light')
    await page.getByText('The calibration is done.').waitFor(PATIENT)
    await page.getByText('A calibration decides who passes.').waitFor()
    await expect.poll(() => artifacts(page).first().innerText()).toMatch(/in force[^]*signatures[^]*310[^]*62/)
    await page.getByText('This artifact is in force, so nothing would change.').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('moves the threshold by keyboard, by mouse and by level, and says what it does', async () => {
    const { page, close } = await openStudio()
    const line = page.getByRole('slider', { name: 'Threshold' })
    await line.waitFor()
    const figure = (label: string) => page.locator('.stat', { hasText: label }).locator('.stat-value').innerText()
    const before = Number(await line.getAttribute('aria-valuenow'))
    await line.focus()
    await page.keyboard.press('PageDown')
    await page.getByText(/Looser: about [\d,]+ more comparisons of one person would pass/).waitFor()
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(before)
    await page.keyboard.press('Home')
    expect(await figure('Strangers who pass (FMR)')).toBe('100 %')
    expect(await figure('People refused (FNMR)')).toBe('0 %')
    await page.keyboard.press('End')
    expect(await line.getAttribute('aria-valuetext')).toBe('1.000: 0 % of strangers pass, 100 % of people are refused')
    await drag(page, 0.9, 0.25)
    expect(await line.getAttribute('aria-valuenow')).toBe('0.25')
    await page.getByRole('button', { name: /^high / }).click()
    await page.getByText('nothing changes sides').waitFor()
    await close()
  })

  it('moves the threshold by touch', async () => {
    const { page, close } = await web.open('/admin?tab=calibration')
    await unlock(page, web)
    const line = page.getByRole('slider', { name: 'Threshold' })
    await line.waitFor()
    await line.scrollIntoViewIfNeeded()
    const box = await page.locator('.admin-scores .admin-area').boundingBox()
    await page.touchscreen.tap((box?.x ?? 0) + 0.5 * (box?.width ?? 0), (box?.y ?? 0) + 0.25 * (box?.height ?? 0))
    await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('0.5')
    await close()
  })

  it('keeps a run of postures for comparison, side by side with the one in force', async () => {
    const { page, close } = await openStudio()
    await page.getByLabel('Features').selectOption('posture')
    await begin(page)
    await page.getByText('The calibration is done.').waitFor(PATIENT)
    await expect.poll(() => artifacts(page).count()).toBe(2)
    const newest = artifacts(page).first()
    expect(await newest.innerText()).toContain('to compare only')
    expect(await newest.getByRole('button', { name: /force|Roll back/ }).count()).toBe(0)
    await newest.getByRole('button', { name: 'View' }).click()
    await page.getByText('“Now” is the artifact in force, “then” is this one.').waitFor()
    await page.getByLabel('Compare with').selectOption({ index: 1 })
    const rows = page.getByRole('group', { name: 'Both artifacts' }).locator('tbody tr')
    await expect.poll(() => rows.first().innerText()).toMatch(/posture[^]*signatures/)
    expect(new URL(page.url()).searchParams.get('against')).not.toBeNull()
    expect(await page.locator('.admin-dashed').first().getAttribute('d')).toMatch(/^M/)
    await close()
  })

  it('goes back to the shipped thresholds and to the artifact again, each after asking', async () => {
    const { page, complaints, close } = await openStudio()
    await page.getByRole('button', { name: 'Go back to the shipped thresholds' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to them' }).click()
    await page.getByText('The thresholds that came with the software decide').waitFor()
    const oldest = artifacts(page).last()
    await oldest.getByRole('button', { name: 'View' }).click()
    await page.getByText('“Now” is the shipped thresholds').waitFor()
    await oldest.getByRole('button', { name: 'Put in force' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Put it in force' }).click()
    await page.getByText('A calibration decides who passes.').waitFor()
    await expect.poll(() => oldest.innerText()).toContain('in force')
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('meets a run that somebody else began, follows it and cancels it', async () => {
    const { page, close } = await openStudio()
    await page.getByText('310 given').waitFor()
    await beginRunElsewhere(web)
    await begin(page)
    await page.getByRole('button', { name: 'Cancel the calibration' }).click()
    await page.getByText('The calibration was canceled.').waitFor()
    // The list on the page is as old as the page.
    expect(await storedArtifacts()).toBe(2)
    await close()
  })

  it('has no fault on phones and desktops, in light and dark colors', async () => {
    const walk = async (page: Page) => {
      await unlock(page, web)
      await page.getByRole('slider', { name: 'Threshold' }).waitFor()
      await page.getByRole('heading', { name: 'What would change' }).waitFor()
    }
    expect(
      await faultsOf(web, {
        path: '/admin?tab=calibration',
        looks: LOOKS.toReversed(),
        states: [{ name: 'admin-studio', walk }],
      }),
    ).toEqual([])
  })
})

/** Drags over the plot from one place to another, both as shares of its width. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const area = page.locator('.admin-scores .admin-area')
  await area.scrollIntoViewIfNeeded()
  const box = await area.boundingBox()
  const at = (share: number) => (box?.x ?? 0) + share * (box?.width ?? 0)
  const y = (box?.y ?? 0) + 0.2 * (box?.height ?? 0)
  await page.mouse.move(at(from), y)
  await page.mouse.down()
  await page.mouse.move(at(to), y, { steps: 4 })
  await page.mouse.up()
}
