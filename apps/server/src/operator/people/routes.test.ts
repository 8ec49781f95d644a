import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestSite } from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, post } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const headers = { 'x-admin-secret': 'the-admin-secret' }
const search = async (payload: object) =>
  (await service.call('POST', '/api/admin/people/search', { payload, headers })).json()
const act = (id: number, verb: string) => service.call('POST', `/api/admin/people/${id}/${verb}`, { headers })
const handles = ({ people }: { people: { node_handle: string }[] }) => people.map((one) => one.node_handle)

/** What a page of the service sends along. */
const OWN = { 'sec-fetch-site': 'same-origin' }

const signInAgain = async (email: string) => {
  await post(service, '/api/send-otp', { email })
  return post(service, '/api/verify-otp', { email, otp: await lastCode(service, email) })
}

describe('POST /api/admin/people/search', () => {
  it('200: by a part of the handle or the whole e-mail address, newest first, page by page, without addresses', async () => {
    for (const name of ['Quiet-River', 'river-bed', 'hill'])
      await addNode(service, { handle: name, email: `${name.toLowerCase()}@example.org` })
    expect(handles(await search({ text: 'RIVER' }))).toEqual(['river-bed', 'Quiet-River'])
    expect(handles(await search({ text: ' Hill@example.org' }))).toEqual(['hill'])
    expect(handles(await search({ text: 'ill@example.org' }))).toEqual([])
    const first = await search({ text: 'river', limit: 1 })
    const second = await search({ text: 'river', limit: 1, cursor: first.nextCursor })
    expect([handles(first), handles(second), second.nextCursor]).toEqual([['river-bed'], ['Quiet-River'], null])
    expect(JSON.stringify(await search({}))).not.toContain('@')
  })

  it.each([['%'], ['_'], ["' OR true --"], ['\\']])('200: %j is a text like any other', async (text) => {
    expect((await search({ text })).people).toEqual([])
  })

  it.each([['ada@'], ['ada@xn--.example'], ['@']])('400: %j is an address that nobody can have', async (text) => {
    expect(await search({ text })).toMatchObject({ status: 400, errors: [{ pointer: '/text' }] })
  })

  it('401: without the secret', async () => {
    expect((await service.call('POST', '/api/admin/people/search', { payload: {} })).statusCode).toBe(401)
  })
})

describe('blocking a node', () => {
  it('200: a browser of a blocked node counts as signed out, opens no session, and is back once it is unblocked', async () => {
    const email = 'trudy@example.org'
    const token = (await activate(service, email)).json().node_token
    const open = (given: string) =>
      post(service, '/api/session', {}, { headers: { authorization: `Bearer ${given}`, ...OWN } })
    const cookie = String((await open(token)).headers['set-cookie']).split(';')[0] ?? ''
    const later = (await signInAgain(email)).json().node_token
    const look = () => service.app.inject({ url: '/api/session', headers: { cookie, ...OWN } })
    expect((await look()).json().session).toMatchObject({ email })
    const [{ id }] = (await search({ text: email })).people
    await act(id, 'block')
    const blocked = await look()
    expect([blocked.json(), blocked.headers['set-cookie']]).toEqual([{ session: null }, undefined])
    expect((await open(later)).json()).toMatchObject({ error: 'NODE_BLOCKED' })
    await act(id, 'unblock')
    expect((await look()).json().session).toMatchObject({ email })
  })

  it('403: passes no check by a mailed code', async () => {
    const email = 'oscar@example.org'
    await activate(service, email)
    const shop = await addTestSite(service)
    const payload = { action: 'Log in', other_way: true }
    const check = (await service.call('POST', '/api/checks', { ...shop.asSite, payload })).json()
    const [{ id }] = (await search({ text: email })).people
    await act(id, 'block')
    await post(service, '/api/send-otp', { email })
    const otp = await lastCode(service, email)
    const confirmed = await post(service, `/api/checks/${check.id}/confirm`, { email, otp })
    expect([confirmed.statusCode, confirmed.json().error]).toEqual([403, 'NODE_BLOCKED'])
    const looked = await service.call('GET', `/api/checks/${check.id}`, shop.asSite)
    expect(looked.json().status).toBe('open')
  })

  it('403: refuses its tokens, its scans and its sign-ins until it is unblocked', async () => {
    const email = 'mallory@example.org'
    const token = (await activate(service, email)).json().node_token
    const own = { authorization: `Bearer ${token}` }
    const [{ id }] = (await search({ text: email })).people
    expect((await act(id, 'block')).json()).toEqual({ success: true })
    const record = () =>
      service.app.inject({ method: 'POST', url: '/api/motion/record', payload: { email }, headers: own })
    const withoutToken = await post(service, '/api/challenge', { purpose: 'verify', email })
    const signIn = async () => {
      await post(service, '/api/send-otp', { email })
      return post(service, '/api/verify-otp', { email, otp: await lastCode(service, email) })
    }
    for (const answer of [await record(), withoutToken, await signIn()])
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'NODE_BLOCKED'])
    expect((await search({ text: email })).people[0].blocked_at).toMatch(/^2026/)
    await act(id, 'unblock')
    expect((await record()).statusCode).toBe(200)
    expect((await search({ text: email })).people[0].blocked_at).toBeNull()
  })

  it('404: for ids that no node has', async () => {
    for (const verb of ['block', 'unblock', 'sign-out']) expect((await act(999_999, verb)).statusCode).toBe(404)
    expect((await service.call('DELETE', '/api/admin/people/x', { headers })).statusCode).toBe(404)
  })
})

it('signs a node out everywhere', async () => {
  const node = await addNode(service)
  const own = await bearerFor(service, node)
  await bearerFor(service, node)
  expect((await act(node.id, 'sign-out')).json()).toEqual({ success: true, ended: 2 })
  expect((await service.app.inject({ url: '/api/node/tokens', headers: own })).statusCode).toBe(401)
})

it('erases a node with all that is its own', async () => {
  const node = await addNode(service)
  const answer = await service.call('DELETE', `/api/admin/people/${node.id}`, { headers })
  expect(answer.json()).toEqual({ success: true })
  expect(await service.db.query(sql`SELECT 1 FROM node WHERE id = ${node.id}`)).toEqual([])
})
