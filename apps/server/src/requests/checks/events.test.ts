import type { CheckEvent } from '@stillhere/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addTestCheck,
  addTestSite,
  callCheck,
  passTestCheck,
  SHOP_ORIGIN,
  SHOP_RETURN,
  startTestCheck,
  type TestSite,
} from '../../../test/checks.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { computeCode } from '../request/redeem.ts'

let service: TestService
let shop: TestSite
let base: string

beforeAll(async () => {
  service = await startTestService()
  shop = await addTestSite(service)
  base = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.stop())

/** The events of a stream, one by one, until it ends. */
async function* follow(id: string, token: string, headers = {}): AsyncGenerator<CheckEvent> {
  const response = await fetch(`${base}/api/checks/${id}/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length))
  }
}

const onScreen = async () => {
  const { id } = await addTestCheck(service, shop)
  return { id, token: (await callCheck(service, `${id}/open`)).json().token as string }
}

it('tells the screen that a phone has joined, that the check has passed and where to return to, and ends', async () => {
  const { id, token } = await onScreen()
  const events = follow(id, token)
  const next = async () => (await events.next()).value
  expect(await next()).toEqual({ status: 'open', reason: null, joined: false, wrong_numbers: 0 })
  const { url, number } = (await callCheck(service, `${id}/pair`, { token })).json()
  await callCheck(service, `${id}/join`, { payload: { pair: new URL(url).hash.slice(1), number } })
  expect(await next()).toEqual({ status: 'open', reason: null, joined: true, wrong_numbers: 0 })
  await passTestCheck(service, id)
  const code = computeCode(service, id)
  const return_url = `${SHOP_RETURN}&check=${id}&code=${code}`
  expect(await next()).toEqual({ status: 'passed', reason: null, joined: true, wrong_numbers: 0, return_url })
  expect((await events.next()).done).toBe(true)
})

it('tells the site’s own page what siteverify takes, and the page that the person has open nothing of it', async () => {
  const headers = { origin: SHOP_ORIGIN }
  const started = await startTestCheck(service, shop)
  const { open_secret } = started
  const { token } = (await callCheck(service, `${started.id}/open`, { payload: { open_secret } })).json()
  await passTestCheck(service, started.id)
  const response = `${started.id}.${computeCode(service, started.id)}`
  const told = { status: 'passed', reason: null, joined: false, wrong_numbers: 0 }
  expect((await follow(started.id, started.token, headers).next()).value).toEqual({ ...told, response })
  expect((await follow(started.id, token).next()).value).toEqual({ ...told, return_url: null })
})

it('tells of a wrong number, and a phone that another link has taken its place', async () => {
  const { id, token } = await onScreen()
  const draw = async () => (await callCheck(service, `${id}/pair`, { token })).json()
  const join = async ({ url, number }: { url: string; number: string }) =>
    (await callCheck(service, `${id}/join`, { payload: { pair: new URL(url).hash.slice(1), number } })).json().token
  const screen = follow(id, token)
  await screen.next()
  const first = await draw()
  await join({ ...first, number: first.number === '00' ? '01' : '00' })
  expect((await screen.next()).value).toMatchObject({ joined: false, wrong_numbers: 1 })
  const phone = follow(id, await join(await draw()))
  expect((await phone.next()).value).toMatchObject({ joined: true })
  await draw()
  expect((await phone.next()).value).toMatchObject({ status: 'open', joined: false })
  await phone.return(undefined)
  await screen.return(undefined)
})

it('does not keep other calls waiting: an open stream is no request under way', async () => {
  const { id, token } = await onScreen()
  const events = follow(id, token)
  await events.next()
  expect(service.app.load().inFlight).toBe(0)
  await callCheck(service, `${id}/cancel`, { token })
  expect((await events.next()).value).toMatchObject({ status: 'failed', reason: 'cancelled_by_person' })
})

it.each(['', 'Bearer chk_wrong', `Bearer chk_${'A'.repeat(43)}`])('401: with %j', async (authorization) => {
  const { id } = await onScreen()
  const response = await fetch(`${base}/api/checks/${id}/events`, { headers: { authorization } })
  expect([response.status, (await response.json()).error]).toEqual([401, 'UNAUTHORIZED'])
})

it('tells the webhook of the site that a check has ended, and nothing of who was there', async () => {
  const hooked = await addTestSite(service, { webhook_url: 'https://shop.example/hook' })
  const { id } = await addTestCheck(service, hooked)
  await callCheck(service, `${id}/cancel`, { token: hooked.secret })
  const headers = { 'x-admin-secret': 'the-admin-secret' }
  const log = await service.call('GET', `/api/admin/webhooks?site_key=${hooked.key}`, { headers })
  expect(log.json().deliveries.map(({ type }: { type: string }) => type)).toEqual(['check.failed'])
})
