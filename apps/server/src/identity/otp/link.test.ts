import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, listQueuedMails, oneInvite, post } from '../../../test/sign-in.ts'
import type { Service } from '../../platform/service.ts'

const ADA = 'ada@example.org'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

async function lastLink(from: Service): Promise<string> {
  const mails = await listQueuedMails(from)
  return mails.findLast(({ kind }) => kind === 'code')?.params['link'] ?? 'none'
}

const ask = (more: object = {}) => service.call('POST', '/api/send-otp', { payload: { email: ADA, ...more } })
const open = (link: string, more: Partial<InjectOptions> = {}) =>
  service.call('POST', '/api/auth/link', { payload: { link }, ...more })
const type = async (otp: string) => service.call('POST', '/api/verify-otp', { payload: { email: ADA, otp } })

describe('POST /api/auth/link', () => {
  it('200: activates a node and signs it in, on another device than the one that asked', async () => {
    await ask({ invite_code: await oneInvite(service) })
    const answer = await open(await lastLink(service), { remoteAddress: '192.0.2.77' })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { email: ADA, status: 'GENESIS_NODE' }])
    const headers = { authorization: `Bearer ${answer.json().node_token}` }
    expect((await service.call('GET', '/api/node/tokens', { headers })).statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toContain('stillhere-known=')
  })

  it('401: works once, and code and link are one', async () => {
    await activate(service, ADA)
    await ask()
    const [link, code] = [await lastLink(service), await lastCode(service, ADA)]
    expect((await open(link)).statusCode).toBe(200)
    expect([(await open(link)).statusCode, (await type(code)).statusCode]).toEqual([401, 401])
    await ask()
    const [second, typed] = [await lastLink(service), await lastCode(service, ADA)]
    expect((await type(typed)).statusCode).toBe(200)
    expect((await open(second)).json().error).toBe('CODE_INVALID')
  })

  it('401: ends after ten minutes, and when the same browser asks for another code', async () => {
    await activate(service, ADA)
    await ask()
    const first = await lastLink(service)
    await ask()
    expect((await open(first)).statusCode).toBe(401)
    const second = await lastLink(service)
    service.clock.pass(600_000)
    expect((await open(second)).statusCode).toBe(401)
  })

  it('200: still works when every guess at the code was used up', async () => {
    await activate(service, ADA)
    await ask()
    const code = Number(await lastCode(service, ADA))
    for (let guess = 1; guess <= 6; guess++) await type(String((code + guess) % 1_000_000).padStart(6, '0'))
    expect((await open(await lastLink(service))).statusCode).toBe(200)
  })

  it('401: nobody makes or changes one', async () => {
    await activate(service, ADA)
    await ask()
    const link = await lastLink(service)
    const changed = `${link.slice(0, 40)}${link[40] === 'A' ? 'B' : 'A'}${link.slice(41)}`
    const foreign = service.secrets.seal('mail', JSON.stringify([ADA, 'x', '123456'])).toString('base64url')
    for (const one of [changed, foreign, 'AAAA']) expect((await open(one)).statusCode).toBe(401)
    expect((await open(link)).statusCode).toBe(200)
  })

  it('404: opening its address by GET spends nothing', async () => {
    await activate(service, ADA)
    await ask()
    const link = await lastLink(service)
    await service.app.inject({ method: 'GET', url: `/join?link=${link}` })
    expect((await service.app.inject({ method: 'GET', url: `/api/auth/link?link=${link}` })).statusCode).toBe(405)
    expect((await open(link)).statusCode).toBe(200)
  })
})

describe('at the same moment', () => {
  let processes: Processes
  beforeEach(async () => {
    processes = await startTestProcesses(2)
  })
  afterEach(() => processes.stop())

  it('of a code and its link on two processes one signs in, every time', async () => {
    const first = processes.nth(0)
    await activate(first, ADA)
    for (let turn = 0; turn < 8; turn++) {
      const from = { remoteAddress: `192.0.2.${turn + 1}` }
      await post(first, '/api/send-otp', { email: ADA }, from)
      const [link, otp] = [await lastLink(first), await lastCode(first, ADA)]
      const calls: Promise<LightMyRequestResponse>[] = [
        post(first, '/api/verify-otp', { email: ADA, otp }, from),
        post(processes.nth(1), '/api/auth/link', { link }, from),
      ]
      const statuses = (await Promise.all(turn % 2 ? calls : calls.toReversed())).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401])
    }
  }, 60_000)
})
