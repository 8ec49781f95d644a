import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allowAsker, DEPLOY } from '../../../test/approvals.ts'
import { type MailServer, readMail, startMailServer } from '../../../test/mail-server.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addOidcSite, type OidcService, startOidcService } from '../../../test/oidc.ts'
import { newPushBrowser, type PushBrowser } from '../../../test/push-browser.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { sql } from '../database/sql.ts'

const PATIENCE_MS = 30_000
// Processes are started.
vi.setConfig({ testTimeout: 180_000 })

let service: OidcService
let mails: MailServer
let [webhooks, pushes, pings]: Receiver[] = []
let isAway: boolean
let processes: ChildProcess[]
let browser: PushBrowser

beforeEach(async () => {
  processes = []
  isAway = true
  const silence = new Promise<undefined>(() => {})
  service = await startOidcService({ webhookPrivateAddresses: true })
  mails = await startMailServer({ answer: () => (isAway ? silence : undefined) })
  for (const receiver of ([webhooks, pushes, pings] = await Promise.all([1, 2, 3].map(startReceiver))))
    receiver.answer(() => (isAway ? 'never' : { status: 204 }))
  browser = newPushBrowser(pushes!)
})
afterEach(async () => {
  for (const one of processes.filter(({ connected }) => connected)) {
    one.send('stop')
    await once(one, 'exit')
  }
  for (const one of [webhooks, pushes, pings]) await one?.stop()
  await mails.stop()
  await service.stop()
})

function startProcess(): ChildProcess {
  const settings = { SMTP_URL: mails.url, WEBHOOK_PRIVATE_ADDRESSES: 'yes' }
  const file = join(import.meta.dirname, '../../../test/outbox-worker.ts')
  const options = { execArgv: ['--conditions=stillhere-source'] }
  const started = fork(file, [JSON.stringify(service.connection), JSON.stringify(settings)], options)
  processes.push(started)
  return started
}

/** One backchannel request that is denied: a mail and a push message for the person, an event and a ping for the site. */
async function askAndDeny(): Promise<string> {
  const site = await addOidcSite(service, { ping_url: pings?.url ?? '', webhook_url: webhooks?.url ?? '' })
  const node = await addNode(service, { email: 'ada@example.org' })
  const headers = await bearerFor(service, node)
  await service.call('POST', '/api/node/push', { headers, payload: browser.subscription })
  await allowAsker(service, { headers }, site.key)
  // The notice of that.
  await service.db.query(sql`DELETE FROM outbox`)
  const form = {
    client_id: site.key,
    client_secret: site.secret,
    scope: 'openid',
    login_hint: node.handle,
    request_context: JSON.stringify(DEPLOY),
    client_notification_token: '8d67dc78-7faa-4d41-aabd-67707b374255',
  }
  const begun = await fetch(`${service.issuer}/backchannel`, { method: 'POST', body: new URLSearchParams(form) })
  const { approvals } = (await service.call('GET', '/api/node/approvals', { headers })).json()
  await service.call('POST', `/api/approvals/${approvals[0].id}/deny`, { headers })
  return ((await begun.json()) as { auth_req_id: string }).auth_req_id
}

const counts = () => [mails, webhooks, pushes, pings].map((one) => one?.received.length)
const unsent = () => service.db.query(sql`SELECT channel, state FROM outbox WHERE state <> 'sent'`)

it('a process killed while it delivers on each channel loses nothing, and recipients can tell what comes twice', async () => {
  const authReqId = await askAndDeny()
  const killed = startProcess()
  await vi.waitFor(() => expect(counts()).toEqual([1, 1, 1, 1]), PATIENCE_MS)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await service.db.query(sql`SELECT DISTINCT state FROM outbox`)).toEqual([{ state: 'sending' }])

  isAway = false
  // The claims lapse.
  await service.db.query(sql`UPDATE outbox SET next_try_at = now()`)
  startProcess()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), PATIENCE_MS)
  expect(counts()).toEqual([2, 2, 2, 2])

  const [first, second] = await Promise.all(mails.received.map(({ raw }) => readMail(raw)))
  expect([second?.messageId, second?.text]).toEqual([first?.messageId, first?.text])
  const events = webhooks!.received.map(({ headers, body }) => [headers['webhook-id'], body.toString()])
  expect(events[1]).toEqual(events[0])
  // A device shows the second in place of the first: both lead to one page.
  const messages = pushes!.received.map(({ body }) => browser.read(body))
  expect(messages[1]).toEqual(messages[0])
  expect(pings!.received.map(({ body }) => body.toString())).toEqual(
    Array(2).fill(JSON.stringify({ auth_req_id: authReqId })),
  )
})
