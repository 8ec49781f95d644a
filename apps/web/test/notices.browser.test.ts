import { createECDH, randomBytes } from 'node:crypto'
import type { Browser, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import { screenshot } from './checks.ts'
import { headersOf, type JoinedNode, joinNode, signInPage } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
let who: JoinedNode

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
  who = await joinNode(web, 'notices@example.org')
}, START_MS)

afterAll(() => web?.stop())

const SUBSCRIPTION = {
  endpoint: 'https://push.example/send/1',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
}

// The one thing that is played: Chromium would ask a server of its maker where it can be reached, and the tests reach nobody.
const SUBSCRIBE = `PushManager.prototype.subscribe = async function (options) {
  globalThis.subscribedWith = options
  return { toJSON: () => (${JSON.stringify(SUBSCRIPTION)}) }
}`

async function openNotices(opening: Parameters<Web['open']>[1]) {
  const opened = await web.open('/network', opening)
  await opened.page.addInitScript(SUBSCRIBE)
  await signInPage(opened.page, who)
  await opened.page.goto(`${web.address}/node?view=notices`)
  await opened.page.getByRole('heading', { name: 'Devices' }).waitFor()
  return opened
}

const ask = async (path: string) => {
  const answer = await fetch(`${web.address}${path}`, { headers: headersOf(who) })
  return (await answer.json()) as Record<string, unknown>
}

it(
  'saves mail and quiet hours, in the time zone of the browser',
  async () => {
    const { page, complaints, close } = await openNotices({ options: { timezoneId: 'Asia/Tokyo' } })
    await page.getByLabel('Email me').uncheck()
    await page.getByLabel('Keep quiet at certain hours').check()
    await page.getByLabel('From').fill('07:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choose a time that differs from the first.').waitFor()
    await page.getByLabel('From').fill('21:30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    expect(await ask('/api/node/notices')).toEqual({
      mail: false,
      quiet: { from: '21:30', to: '07:00', time_zone: 'Asia/Tokyo' },
    })
    await page.reload()
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('21:30')
    expect(await page.getByLabel('Email me').isChecked()).toBe(false)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  },
  START_MS,
)

it(
  'tells on this device after a press, shows what is pushed, opens its page, and forgets the device',
  async () => {
    // The lighter Chromium shows no notifications, and denies them all.
    const by = await shareChromium(WITH_DEVICES)
    const { page, complaints, close } = await openNotices({
      by,
      options: { permissions: ['notifications'], serviceWorkers: 'allow' },
    })
    await page.getByText('No device gets notices yet.').waitFor()
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await page.getByText('(this device)').waitFor()
    await page.getByText('Through push.example').waitFor()
    await screenshot(page, 'notices-device')
    const { public_key: key } = await ask('/api/push/key')
    expect(await page.evaluate('subscribedWith')).toEqual({ userVisibleOnly: true, applicationServerKey: key })

    const [worker] = page.context().serviceWorkers()
    const url = `${web.address}/approve/apr_1`
    const text = { title: 'Shop asks for your approval', body: 'until 12:05 UTC', url: '/approve/apr_1' }
    // What comes twice for one page stands in the place of the first.
    for (const body of ['the first', text.body]) await deliver(page, JSON.stringify({ ...text, body }))
    const shown = [{ title: text.title, body: text.body, data: url }]
    await expect.poll(() => worker!.evaluate(SHOWN)).toEqual(shown)

    expect(await click(worker!)).toEqual([`opens ${url}`])
    expect(await worker!.evaluate(SHOWN)).toEqual([])
    expect(complaints).toEqual({ foreign: [], console: [] })

    // Whoever comes by a notice is in a tab of its own, and signed in there.
    const tab = await page.context().newPage()
    await tab.goto(`${web.address}/node`)
    await tab.getByRole('heading', { name: who.nodeHandle }).waitFor()
    await tab.close()

    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('No device gets notices yet.').waitFor()
    expect(await ask('/api/node/push')).toMatchObject({ devices: [] })
    await close()
  },
  START_MS,
)

it(
  'asks for nothing before the press, and says what to do where notifications are blocked',
  async () => {
    const { page, close } = await openNotices({ options: { permissions: [] } })
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await page.getByText('Notifications are blocked for this site.').waitFor()
    expect(await ask('/api/node/push')).toMatchObject({ devices: [] })
    await close()
  },
  START_MS,
)

/** Hands a message to the service worker as if it had come from the push service and were decrypted. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = await findRegistration(session)
  await session.send('ServiceWorker.deliverPushMessage', { origin: web.address, registrationId, data })
  await session.detach()
}

async function findRegistration(session: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first) resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  return promise
}

const SHOWN = `registration.getNotifications().then((all) => all.map(({ title, body, data }) => ({ title, body, data })))`

/**
 * Presses the notification. Nobody can press one of Chromium's from outside, and only a true press may open a window, so that the event is
 * made here and what it opens is noted.
 */
function click(worker: Worker): Promise<string[]> {
  return worker.evaluate<string[]>(`(async () => {
    const opened = []
    clients.openWindow = async (url) => opened.push('opens ' + url)
    const [notification] = await registration.getNotifications()
    const event = new NotificationEvent('notificationclick', { notification })
    const works = []
    event.waitUntil = (work) => works.push(work)
    dispatchEvent(event)
    await Promise.all(works)
    return opened
  })()`)
}
