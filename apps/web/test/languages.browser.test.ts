import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { findBrokenWords, overflowAt, screenshot } from './checks.ts'
import { joinNode, signInPage } from './people.ts'
import { ADA, givePhone, scanBy } from './scan-phone.ts'
import { STAND_STILL } from './scan-states.ts'
import { openShop } from './shop.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const SPEECHES = [
  {
    locale: 'de-DE',
    join: 'Beitreten oder anmelden',
    invite: 'Einladung',
    refused: 'Wir kennen diese Einladung nicht.',
    scan: 'Scannen',
    practise: 'Erst üben',
    stage: /Übung · Pfeil 1 von 6[^]*Nach [^]*Abbrechen/,
    node: 'Mein Knoten',
    cancel: 'Nein, abbrechen',
    denied: 'Dein Browser blockiert den Bewegungssensor',
  },
  {
    locale: 'es-ES',
    join: 'Unirse o iniciar sesión',
    invite: 'Invitación',
    refused: 'No conocemos esta invitación.',
    scan: 'Escanear',
    practise: 'Practicar antes',
    stage: /Práctica · Flecha 1 de 6[^]*Detener/,
    node: 'Mi nodo',
    cancel: 'No, cancelar',
    denied: 'Tu navegador bloquea el sensor de movimiento',
  },
] as const

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

/** Takes a picture, and returns what is wrong with what it shows. */
async function look(page: Page, name: string): Promise<string[]> {
  await screenshot(page, name)
  const isWider = (await overflowAt(page, 100)) > 0
  const broken = await findBrokenWords(page)
  return [
    ...(isWider ? [`${name} is wider than its window`] : []),
    ...broken.map((word) => `${name} breaks the word ${word}`),
  ]
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

it.each(SPEECHES)('Join speaks to a phone in $locale, and says there what is wrong with an invite', async (speech) => {
  const { locale, join, invite, refused } = speech
  const { page, complaints, close } = await web.open('/join', { options: { ...PHONE, locale } })
  expect(await heading(page)).toBe(join)
  expect(await look(page, `join-${locale}`)).toEqual([])
  await page.getByLabel(invite, { exact: true }).fill('SERVICE-ZZZZ-ZZZZ')
  await page.keyboard.press('Tab')
  await page.getByText(refused).waitFor()
  expect(await look(page, `join-refused-${locale}`)).toEqual([])
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it.each(SPEECHES)('Scan speaks to a phone in $locale, on its stage and where it is refused', async (speech) => {
  const { locale, scan, practise, stage, denied } = speech
  const { page, complaints, close } = await web.open('/scan', { options: { ...PHONE, locale } })
  const button = page.getByRole('button', { name: practise })
  await button.waitFor()
  expect(await heading(page)).toBe(scan)
  expect(await look(page, `scan-${locale}`)).toEqual([])
  await page.evaluate(STAND_STILL)
  await button.click()
  await page.locator('.dial[data-face=now]').waitFor()
  expect(await page.locator('.stage').innerText()).toMatch(stage)
  expect(await look(page, `scan-stage-${locale}`)).toEqual([])
  await page.keyboard.press('Escape')
  await givePhone(page, { holder: ADA, permission: 'denied' })
  await scanBy(page, scan, denied)
  expect(await look(page, `scan-refused-${locale}`)).toEqual([])
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it.each(SPEECHES)('a member meets Home and My node in $locale', async ({ locale, node }) => {
  const who = await joinNode(web, `${locale}@example.org`.toLowerCase())
  const { page, complaints, settle, close } = await web.open('/', { options: { ...PHONE, locale } })
  await signInPage(page, who)
  await page.reload()
  await settle()
  expect(await look(page, `home-${locale}`)).toEqual([])
  await page.goto(new URL('/node', page.url()).href)
  await settle()
  expect(await page.title()).toContain(node)
  expect(await look(page, `node-${locale}`)).toEqual([])
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it.each(SPEECHES)('a check is asked for in $locale', async ({ locale, cancel }) => {
  const shop = await openShop(web)
  const { path } = await shop.ask({ details: { Amount: '7 €' } })
  const { page, close } = await web.open(path, { options: { ...PHONE, locale } })
  await page.getByRole('button', { name: cancel }).waitFor()
  expect(await look(page, `check-${locale}`)).toEqual([])
  await close()
  shop.stop()
})
