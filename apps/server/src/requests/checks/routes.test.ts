import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilWaiting } from '../../../test/approval-attacks.ts'
import {
  addTestCheck,
  addTestSite,
  callCheck,
  nameSubject,
  passTestCheck,
  SHOP_ORIGIN,
  SHOP_RETURN,
  startTestCheck,
  type TestSite,
} from '../../../test/checks.ts'
import { contentsOf } from '../../../test/contents.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { recordCheckEnd, addGrant } from '../request/decision-store.ts'
import { computeCode, redeemForSite } from '../request/redeem.ts'
import { requestScans } from '../request/scan.ts'
import { findRequest, lockOpenRequest } from '../request/store.ts'
import { deleteSite } from '../sites/store.ts'

let service: TestService
let shop: TestSite
let bank: TestSite

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
  shop = await addTestSite(service)
  bank = await addTestSite(service, { name: 'Bank', origins: ['https://bank.example'], return_urls: [] })
})
afterAll(() => service.stop())

const create = (payload: object, site = shop) => service.call('POST', '/api/checks', { payload, ...site.asSite })
const look = async (id: string, site = shop) => service.call('GET', `/api/checks/${id}`, site.asSite)
const redeem = (id: string, payload: object = { code: computeCode(service, id) }, site = shop) =>
  callCheck(service, `${id}/redeem`, { payload, token: site.secret })
const toError = ({ statusCode, json }: Awaited<ReturnType<typeof look>>) => [statusCode, json().error]

describe('POST /api/checks', () => {
  it('201: the page to send the person to', async () => {
    const answer = await create({ action: 'Pay 7 € to Eve', return_url: SHOP_RETURN, expires_in: 90 })
    const { id, ...rest } = answer.json()
    expect([answer.statusCode, rest]).toEqual([
      201,
      { url: `https://id.example.org/check/${id}`, status: 'open', expires_at: '2026-03-10T12:01:30.000Z' },
    ])
  })

  it.each([
    ['/action', { action: ' ' }],
    ['/action', { action: 'Pay \u202e7 €' }],
    ['/action', { action: 'Pay 10 EUR to \u0430\u0441\u0435' }],
    ['/details/To', { action: 'Pay 10 EUR', details: { To: '\u0430\u0441\u0435' } }],
    ['/details', { details: `Pay 7 €${'\n'.repeat(50)}and 700 €` }],
    ['/action', { action: 'x'.repeat(201) }],
    ['/details', { details: '' }],
    ['/details', { details: 'a\u200bb' }],
    ['/details/to~1from', { details: { 'to/from': 'Eve\u0007' } }],
    ['/details', { details: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`n${i}`, ''])) }],
    ['/nonce', { nonce: 7 }],
    ['/assurance', { assurance: 4 }],
    ['/assurance', { assurance: 3 }],
    ['/return_url', { return_url: 'https://shop.example/back' }],
    ['/return_url', { return_url: 'https://shop.example.evil.example/back?order=7' }],
    ['/expires_in', { expires_in: 59 }],
    ['/expires_in', { expires_in: 3601 }],
  ])('400: names %s of %j and stores nothing', async (pointer, more) => {
    const before = await readStored(service)
    const answer = await create({ action: 'Pay', ...more })
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, [pointer]])
    expect(await readStored(service)).toEqual(before)
  })

  it.each(['n'.repeat(61), '', 'to\nEve'])('400: a detail named %j, whatever is behind it', async (name) => {
    for (const value of ['7', { hidden: 7 }]) {
      const answer = await create({ action: 'Pay', details: { [name]: value } })
      expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, ['/details', `/details/${name}`]])
    }
  })

  it.each(['', 'Bearer sk_wrong', `Bearer sk_${'A'.repeat(43)}`, `Bearer sh_${'A'.repeat(43)}`])(
    '401: with the secret %j',
    async (authorization) => {
      const headers = authorization === '' ? {} : { authorization }
      expect(toError(await service.call('POST', '/api/checks', { payload: { action: 'Pay' }, headers }))).toEqual([
        401,
        'UNAUTHORIZED',
      ])
    },
  )

  it('401: with the secret of a site that was disabled', async () => {
    const gone = await addTestSite(service)
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('PATCH', `/api/admin/sites/${gone.key}`, { payload: { disabled: true }, headers })
    expect(toError(await create({ action: 'Pay' }, gone))).toEqual([401, 'UNAUTHORIZED'])
  })

  it('429: from a site that asks too often; another one is heard', async () => {
    const strict = await startTestService({
      limits: { ...service.settings.limits, 'check.site': { count: 101, perSeconds: 600 } },
    })
    const [busy, quiet] = [await addTestSite(strict), await addTestSite(strict)]
    const ask = (site: TestSite) => strict.call('POST', '/api/checks', { payload: { action: 'Pay' }, ...site.asSite })
    const statuses = await Promise.all(Array.from({ length: 102 }, async () => (await ask(busy)).statusCode))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await ask(quiet)).statusCode).toBe(201)
    await strict.stop()
  })
})

describe('a site that is removed while it asks', () => {
  it.each([
    ['401: its server', 'UNAUTHORIZED', (site: TestSite) => create({ action: 'Pay' }, site)],
    [
      '404: its page',
      'NOT_FOUND',
      ({ key }: TestSite) =>
        service.call('POST', `/api/sites/${key}/checks`, {
          payload: { action: 'Pay' },
          headers: { origin: SHOP_ORIGIN },
        }),
    ],
  ])('%s gets that answer', async (status, error, ask) => {
    const site = await addTestSite(service)
    const { asking } = await service.db.transaction(async (tx) => {
      await deleteSite(tx, site.key)
      const waiting = ask(site)
      await untilWaiting(service, 1)
      return { asking: waiting }
    })
    expect(toError(await asking)).toEqual([Number(status.slice(0, 3)), error])
  })
})

describe('a flood of strangers', () => {
  it('429: stops the pages of a site; its server still asks', async () => {
    const limit = { count: 101, perSeconds: 600 }
    const flooded = await startTestService({ limits: { ...service.settings.limits, 'check.page.site': limit } })
    const site = await addTestSite(flooded)
    const call = { payload: { action: 'Sign up' }, headers: { origin: SHOP_ORIGIN } }
    const start = async () => (await flooded.call('POST', `/api/sites/${site.key}/checks`, call)).statusCode
    const statuses = await Promise.all(Array.from({ length: 102 }, start))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const asked = await flooded.call('POST', '/api/checks', { payload: { action: 'Pay' }, ...site.asSite })
    expect(asked.statusCode).toBe(201)
    await flooded.stop()
  })
})

describe('GET /api/checks/:id', () => {
  it('200: what became of it; the outcome stays sealed', async () => {
    const { id } = await addTestCheck(service, shop, { nonce: 'n-7' })
    expect((await look(id)).json()).toMatchObject({ status: 'open', subject: null, assurance: null, nonce: 'n-7' })
    await passTestCheck(service, id)
    const passed = (await look(id)).json()
    expect(passed).toMatchObject({ status: 'passed', assurance: 1, redeemed_at: null, reason: null, test: false })
    expect(passed.subject).toMatch(/^sha256:/)
    expect(passed).not.toHaveProperty('receipt')
  })

  it('404: to another site, and for what is no id', async () => {
    const { id } = await addTestCheck(service, shop)
    for (const one of [id, 'x', '00000000-0000-4000-8000-000000000000'])
      expect(toError(await look(one, bank))).toEqual([404, 'NOT_FOUND'])
  })

  it('200: expired after its time, and once passed, five minutes later', async () => {
    const late = await startTestService()
    const site = await addTestSite(late)
    const [open, passed] = [await addTestCheck(late, site), await addTestCheck(late, site)]
    await passTestCheck(late, passed.id)
    late.clock.pass(599_999)
    const status = async (id: string) => (await late.call('GET', `/api/checks/${id}`, site.asSite)).json().status
    expect([await status(open.id), await status(passed.id)]).toEqual(['open', 'expired'])
    late.clock.pass(1)
    expect(await status(open.id)).toBe('expired')
    const payload = { code: computeCode(late, passed.id) }
    const answer = await callCheck(late, `${passed.id}/redeem`, { payload, token: site.secret })
    expect(answer.json()).toMatchObject({ status: 'expired', subject: null, assurance: null })
    expect(answer.json()).not.toHaveProperty('receipt')
    await late.stop()
  })
})

describe('POST /api/checks/:id/redeem', () => {
  it('200 once; 409 afterwards, and nothing is left of the outcome', async () => {
    const { id } = await addTestCheck(service, shop)
    await passTestCheck(service, id)
    expect((await redeem(id)).json()).toMatchObject({ status: 'passed', receipt: { stands: 'for one' } })
    expect(toError(await redeem(id))).toEqual([409, 'CHECK_REDEEMED'])
    expect((await look(id)).json()).toMatchObject({ status: 'passed', redeemed_at: '2026-03-10T12:00:00.000Z' })
  })

  it('409: while it is open', async () => {
    const { id } = await addTestCheck(service, shop)
    expect(toError(await redeem(id))).toEqual([409, 'CHECK_OPEN'])
  })

  it.each([
    ['a wrong code', { code: 'A'.repeat(43) }],
    ['no code', {}],
    ['a code cut short', { code: 'AAAA' }],
  ])('403: with %s, and it can still be redeemed', async (_name, payload) => {
    const { id } = await addTestCheck(service, shop)
    await passTestCheck(service, id)
    expect(toError(await redeem(id, payload))).toEqual([403, 'CHECK_CODE_WRONG'])
    expect((await redeem(id)).statusCode).toBe(200)
  })

  it('200 without a code where nobody is sent back; a wrong one is refused all the same', async () => {
    const { id } = await addTestCheck(service, bank, { return_url: undefined })
    await passTestCheck(service, id)
    expect(toError(await redeem(id, { code: 'A'.repeat(43) }, bank))).toEqual([403, 'CHECK_CODE_WRONG'])
    expect((await redeem(id, {}, bank)).statusCode).toBe(200)
  })

  it('404: to another site, which does not spend it', async () => {
    const { id } = await addTestCheck(service, shop)
    await passTestCheck(service, id)
    expect(toError(await redeem(id, undefined, bank))).toEqual([404, 'NOT_FOUND'])
    expect((await redeem(id)).statusCode).toBe(200)
  })

  it('one of 40 parallel calls gets it', async () => {
    const { id } = await addTestCheck(service, shop)
    await passTestCheck(service, id)
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await redeem(id)).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('a check that ends while it is redeemed', () => {
  it('409: was open, and is given out the next time', async () => {
    const { id } = await addTestCheck(service, shop, { return_url: undefined })
    const request = shop.asSite as unknown as FastifyRequest
    const asked = { id, body: {}, request }
    let isOpen = true
    const redeeming = service.db.transaction((tx) => {
      const maybeOne: typeof tx.maybeOne = async (statement) => {
        const found = await tx.maybeOne<never>(statement)
        if (isOpen) await passTestCheck(service, id)
        isOpen = false
        return found
      }
      return redeemForSite({ ...tx, maybeOne }, service, asked)
    })
    await expect(redeeming).rejects.toMatchObject({ code: 'CHECK_OPEN' })
    expect((await redeem(id, {})).statusCode).toBe(200)
  })
})

describe('the page of a check', () => {
  const open = (id: string) => callCheck(service, `${id}/open`)

  it('409: a second page cannot have it', async () => {
    const { id } = await addTestCheck(service, shop)
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await open(id)).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(toError(await open(id))).toEqual([409, 'CHECK_TAKEN'])
  })

  it('409: is told that the check has ended, and not that another page has it, when it ends meanwhile', async () => {
    const { id } = await addTestCheck(service, shop)
    const opened = await service.db.transaction(async (tx) => {
      await lockOpenRequest(tx, { kind: 'check', id }, tx.now)
      const opening = open(id)
      await untilWaiting(service, 1)
      await recordCheckEnd(tx, id, 'cancelled_by_site', tx.now)
      return { opening }
    })
    expect(toError(await opened.opening)).toEqual([409, 'CHECK_ENDED'])
  })

  it('200: the person cancels, and returns with a code; the site learns that they did', async () => {
    const { id } = await addTestCheck(service, shop)
    const { token } = (await open(id)).json()
    const cancelled = (await callCheck(service, `${id}/cancel`, { token })).json()
    const code = new URL(cancelled.return_url).searchParams.get('code') ?? ''
    expect(cancelled.return_url).toBe(`${SHOP_RETURN}&check=${id}&code=${code}`)
    expect((await redeem(id, { code })).json()).toMatchObject({ status: 'failed', reason: 'cancelled_by_person' })
    expect(toError(await open(id))).toEqual([409, 'CHECK_ENDED'])
  })

  it('200: the site cancels; 409 the second time', async () => {
    const { id } = await addTestCheck(service, shop)
    expect((await callCheck(service, `${id}/cancel`, { token: shop.secret })).json().return_url).toBeNull()
    expect((await look(id)).json()).toMatchObject({ status: 'failed', reason: 'cancelled_by_site' })
    expect(toError(await callCheck(service, `${id}/cancel`, { token: shop.secret }))).toEqual([409, 'CHECK_ENDED'])
  })

  it('401 and 404: whoever has it not open, and another site, cannot cancel', async () => {
    const { id } = await addTestCheck(service, shop)
    const stranger = (await open((await addTestCheck(service, shop)).id)).json().token
    for (const token of [undefined, stranger])
      expect((await callCheck(service, `${id}/cancel`, token ? { token } : {})).statusCode).toBe(401)
    expect((await callCheck(service, `${id}/cancel`, { token: bank.secret })).statusCode).toBe(404)
    expect((await look(id)).json().status).toBe('open')
  })
})

describe('a phone beside the screen', () => {
  const pair = async (id: string, token: string) => {
    const drawn = (await callCheck(service, `${id}/pair`, { token })).json()
    return { number: drawn.number as string, pair: new URL(drawn.url).hash.slice(1), url: drawn.url as string }
  }
  const join = (id: string, payload: { pair: string; number: string }) => callCheck(service, `${id}/join`, { payload })
  const onScreen = async () => {
    const { id } = await addTestCheck(service, shop)
    const { token } = (await callCheck(service, `${id}/open`)).json()
    return { id, token, ...(await pair(id, token)) }
  }
  const another = (number: string) => String((Number(number) + 1) % 100).padStart(2, '0')

  it('200: joins by the link and the number, once', async () => {
    const { id, number, pair: link, url } = await onScreen()
    expect(url).toBe(`https://id.example.org/check/${id}#${link}`)
    expect((await join(id, { pair: link, number })).statusCode).toBe(200)
    expect(toError(await join(id, { pair: link, number }))).toEqual([409, 'CHECK_TAKEN'])
  })

  it('403: a swapped number spends the link, and the third one ends the check', async () => {
    const { id, token, ...first } = await onScreen()
    expect(toError(await join(id, { ...first, number: another(first.number) }))).toEqual([403, 'CHECK_NUMBER_WRONG'])
    expect(toError(await join(id, first))).toEqual([409, 'CHECK_TAKEN'])
    const second = await pair(id, token)
    await join(id, { ...second, number: another(second.number) })
    const third = await pair(id, token)
    expect(toError(await join(id, { ...third, number: another(third.number) }))).toEqual([409, 'CHECK_ENDED'])
    expect((await look(id)).json()).toMatchObject({ status: 'failed', reason: 'wrong_number' })
  })

  it('409: a link that was replaced, and one that is a minute old', async () => {
    const { id, token, ...old } = await onScreen()
    const drawn = await pair(id, token)
    expect(toError(await join(id, old))).toEqual([409, 'CHECK_TAKEN'])
    const before = service.now().toISOString()
    service.clock.pass(60_000)
    expect(toError(await join(id, drawn))).toEqual([409, 'CHECK_TAKEN'])
    service.clock.set(before)
  })

  it('of ten phones that try at once one joins', async () => {
    const { id, number, pair: link } = await onScreen()
    const all = await Promise.all(
      Array.from({ length: 10 }, async () => (await join(id, { pair: link, number })).statusCode),
    )
    expect(all.filter((status) => status === 200)).toHaveLength(1)
  })

  it('409: a phone asks for a scan of the screen’s, and the screen for one of the phone’s', async () => {
    const { id, token, number, pair: link } = await onScreen()
    const ask = (more: object) =>
      service.call('POST', '/api/challenge', { payload: { purpose: 'verify', check: id, ...more } })
    expect(toError(await ask({}))).toEqual([409, 'CHECK_TAKEN'])
    expect((await ask({ check_token: token })).statusCode).toBe(201)
    const phone = (await join(id, { pair: link, number })).json().token
    expect(toError(await ask({ check_token: token }))).toEqual([409, 'CHECK_TAKEN'])
    expect((await ask({ check_token: phone })).statusCode).toBe(201)
    await pair(id, token)
    expect(toError(await ask({ check_token: phone }))).toEqual([409, 'CHECK_TAKEN'])
  })
})

describe('a check that a page of the site started', () => {
  const open = (id: string, payload: object = {}) => callCheck(service, `${id}/open`, { payload })
  const another = (number: string) => String((Number(number) + 1) % 100).padStart(2, '0')
  const challenge = (id: string, more = {}) =>
    service.call('POST', '/api/challenge', { payload: { purpose: 'verify', check: id, ...more } })
  const pass = async (id: string) => {
    await passTestCheck(service, id)
    const response = `${id}.${computeCode(service, id)}`
    return (await service.call('POST', '/api/siteverify', { payload: { secret: shop.secret, response } })).json()
  }

  it('200: the window that the page opened has it by the secret, and siteverify says that it is the same browser', async () => {
    const { id, open_secret } = await startTestCheck(service, shop)
    expect((await open(id, { open_secret })).statusCode).toBe(200)
    expect(await pass(id)).toMatchObject({ success: true, same_browser: true })
  })

  it('403: a forwarded link opens nothing without the number, and no scan counts before', async () => {
    const { id, number } = await startTestCheck(service, shop)
    expect(toError(await open(id))).toEqual([403, 'CHECK_NUMBER_NEEDED'])
    expect(toError(await open(id, { open_secret: 'A'.repeat(43) }))).toEqual([403, 'CHECK_NUMBER_NEEDED'])
    expect(toError(await challenge(id))).toEqual([403, 'CHECK_NUMBER_NEEDED'])
    const { token } = (await open(id, { number })).json()
    expect((await challenge(id, { check_token: token })).statusCode).toBe(201)
    expect(await pass(id)).toMatchObject({ success: true, same_browser: false })
  })

  it('403: a wrong number is counted, also beside others at once, and the third ends the check', async () => {
    const { id, number, token, open_secret } = await startTestCheck(service, shop)
    expect(toError(await open(id, { number: another(number) }))).toEqual([403, 'CHECK_NUMBER_WRONG'])
    const guesses = Array.from({ length: 10 }, () => open(id, { number: another(number) }))
    const errors = (await Promise.all(guesses)).map((answer) => answer.json().error)
    expect(errors.filter((error) => error === 'CHECK_NUMBER_WRONG')).toHaveLength(1)
    expect(errors.filter((error) => error === 'CHECK_ENDED')).toHaveLength(9)
    expect(toError(await open(id, { number, open_secret }))).toEqual([409, 'CHECK_ENDED'])
    expect((await look(id)).json()).toMatchObject({ status: 'failed', reason: 'wrong_number' })
    expect(token).toMatch(/^chk_/)
  })

  it('409: the secret opens it once, however often it comes at once', async () => {
    const { id, open_secret, number } = await startTestCheck(service, shop)
    const all = await Promise.all(Array.from({ length: 10 }, async () => (await open(id, { open_secret })).statusCode))
    expect(all.filter((status) => status === 200)).toHaveLength(1)
    expect(all.filter((status) => status === 409)).toHaveLength(9)
    for (const proof of [{ open_secret }, { number }])
      expect(toError(await open(id, proof))).toEqual([409, 'CHECK_TAKEN'])
  })

  it('401: another browser that knows its id, even the one that scans, gets no response', async () => {
    const { id, open_secret } = await startTestCheck(service, shop)
    const { token } = (await open(id, { open_secret })).json()
    const follow = (authorization: string) =>
      service.call('GET', `/api/checks/${id}/events`, { headers: { authorization } })
    for (const one of ['', `Bearer ${open_secret}`, `Bearer chk_${'A'.repeat(43)}`])
      expect((await follow(one)).statusCode).toBe(401)
    const check = await findRequest(service.db, 'check', id)
    const granted = await service.db.transaction(async (tx) => {
      const holder = check?.screenHash?.toString('hex') ?? null
      const locked = await requestScans.lock(tx, service, { kind: 'check', id, holder })
      return locked?.grant({ receipt: { subject: { id: nameSubject(id) } } as Receipt, level: 1, subjectKind: 'same' })
    })
    expect(granted?.check).toMatchObject({ status: 'passed', code: null })
    expect(
      (await service.call('GET', `/api/checks/${id}`, { headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401)
  })

  it('200: a phone beside the window is not the same browser', async () => {
    const { id, open_secret } = await startTestCheck(service, shop)
    const { token } = (await open(id, { open_secret })).json()
    const { url, number } = (await callCheck(service, `${id}/pair`, { token })).json()
    await callCheck(service, `${id}/join`, { payload: { pair: new URL(url).hash.slice(1), number } })
    expect(await pass(id)).toMatchObject({ success: true, same_browser: false })
  })

  it('409: unopened for two minutes, it has expired; opened, it has its ten minutes', async () => {
    const before = service.now().toISOString()
    const [left, opened] = [await startTestCheck(service, shop), await startTestCheck(service, shop)]
    expect(left.expires_at).toBe('2026-03-10T12:02:00.000Z')
    service.clock.pass(119_999)
    await open(opened.id, { open_secret: opened.open_secret })
    service.clock.pass(1)
    expect(toError(await open(left.id, { open_secret: left.open_secret }))).toEqual([409, 'CHECK_ENDED'])
    expect((await look(left.id)).json().status).toBe('expired')
    service.clock.pass(479_999)
    expect((await look(opened.id)).json()).toMatchObject({ status: 'open', expires_at: '2026-03-10T12:10:00.000Z' })
    service.clock.pass(1)
    expect((await look(opened.id)).json().status).toBe('expired')
    service.clock.set(before)
  })

  it.each([
    ['/number', { number: '7' }],
    ['/number', { number: 42 }],
    ['/open_secret', { open_secret: 7 }],
  ])('400: names %s of %j', async (pointer, payload) => {
    const { id } = await startTestCheck(service, shop)
    const answer = await open(id, payload)
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, [pointer]])
  })
})

describe('siteverify', () => {
  const start = (
    headers = { origin: SHOP_ORIGIN },
    payload: object = { action: 'Sign up', cdata: 'c-7' },
    { key } = shop,
  ) => service.call('POST', `/api/sites/${key}/checks`, { payload, headers })
  const siteverify = async (payload: object) => (await service.call('POST', '/api/siteverify', { payload })).json()
  const passed = async () => {
    const { id } = (await start()).json()
    await passTestCheck(service, id)
    return `${id}.${computeCode(service, id)}`
  }

  it('200: tells once who was there, to JSON and to forms', async () => {
    const response = await passed()
    const form = { secret: shop.secret, response, remoteip: '192.0.2.7' }
    const answer = await service.call('POST', '/api/siteverify', {
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.json()).toEqual({
      success: true,
      challenge_ts: '2026-03-10T12:00:00.000Z',
      hostname: 'shop.example',
      action: 'Sign up',
      cdata: 'c-7',
      subject: expect.stringMatching(/^sha256:/),
      subject_kind: 'same',
      assurance: 1,
      same_browser: false,
      'error-codes': [],
    })
    expect(await siteverify(form)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  })

  it.each([
    ['missing-input-secret', '', ''],
    ['invalid-input-secret', 'sk_wrong', 'passed'],
    ['missing-input-response', 'shop', ''],
    ['invalid-input-response', 'shop', 'x'],
    ['invalid-input-response', 'bank', 'passed'],
  ])('200: %s with the secret %j and the response %j', async (error, whose, what) => {
    const secret = { shop: shop.secret, bank: bank.secret }[whose] ?? whose
    const response = what === 'passed' ? await passed() : what
    const given = { ...(secret && { secret }), ...(response && { response }) }
    expect(await siteverify(given)).toEqual({ success: false, 'error-codes': [error] })
  })

  it('400: a form that names a field twice, and what is no form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const twice = await service.call('POST', '/api/siteverify', { payload: 'secret=a&secret=b', headers })
    expect(twice.statusCode).toBe(400)
    expect((await service.call('POST', '/api/siteverify', { payload: { secret: 7 } })).statusCode).toBe(400)
    const elsewhere = await service.call('POST', '/api/checks', {
      payload: 'action=Pay',
      headers: { ...headers, ...shop.asSite.headers },
    })
    expect(elsewhere.statusCode).toBe(415)
  })

  it('200: a test site’s only where it is asked for', async () => {
    const test = await addTestSite(service, { test: true })
    const { id } = await addTestCheck(service, test)
    await passTestCheck(service, id)
    const given = { secret: test.secret, response: `${id}.${computeCode(service, id)}` }
    expect(await siteverify(given)).toEqual({ success: false, 'error-codes': ['test-not-allowed'] })
    expect(await siteverify({ ...given, allow_test: 'true' })).toMatchObject({ success: true, test: true })
  })

  describe('the level that an action needs', () => {
    const addForm = () => addTestSite(service, { actions: { 'Sign up': 2 } })
    const passAt = async (site: TestSite, reached: 1 | 2, action = 'Sign up') => {
      const { id } = (await start({ origin: SHOP_ORIGIN }, { action }, site)).json()
      // As if the site had raised the level since.
      await service.db.query(sql`UPDATE request SET assurance = ${reached} WHERE id = ${id}`)
      await passTestCheck(service, id, { reached })
      return { secret: site.secret, response: `${id}.${computeCode(service, id)}` }
    }
    const TOO_LOW = { success: false, 'error-codes': ['assurance-too-low'] }

    it('200: assurance-too-low below the level that is registered for the action, whatever the call asks for', async () => {
      const site = await addForm()
      const low = await passAt(site, 1)
      for (const min_assurance of [undefined, 1, '1', 2, 3])
        expect(await siteverify({ ...low, ...(min_assurance && { min_assurance }) })).toEqual(TOO_LOW)
      expect(await siteverify(await passAt(site, 2))).toMatchObject({ success: true, assurance: 2 })
    })

    it('200: assurance-too-low below the level that the call asks for; the response is not spent', async () => {
      const site = await addForm()
      const low = await passAt(site, 1, 'Comment')
      for (const min_assurance of [2, '3']) expect(await siteverify({ ...low, min_assurance })).toEqual(TOO_LOW)
      expect(await siteverify({ ...low, min_assurance: 1 })).toMatchObject({ success: true, assurance: 1 })
      expect(await siteverify(low)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    })

    it('200: assurance-too-low for a mailed code, also where the site’s server asked for it', async () => {
      const { id } = await addTestCheck(service, shop, { other_way: true })
      await service.db.transaction((tx) =>
        addGrant(tx, id, { askerId: null, subject: nameSubject(id), reached: 0, sealed: null }, tx.now),
      )
      expect(await siteverify({ secret: shop.secret, response: `${id}.${computeCode(service, id)}` })).toEqual(TOO_LOW)
    })

    it.each([0, 4, '0', '4', 'two', 1.5, null])('400: min_assurance of %j', async (min_assurance) => {
      const answer = await service.call('POST', '/api/siteverify', { payload: { secret: shop.secret, min_assurance } })
      expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, expect.arrayContaining(['/min_assurance'])])
    })

    it('201: a page’s check asks for no less than its action needs', async () => {
      const site = await addForm()
      const level = async (payload: object) => {
        const { id } = (await start({ origin: SHOP_ORIGIN }, payload, site)).json()
        return (await findRequest(service.db, 'check', id))?.assurance
      }
      expect(await level({ action: 'Sign up', assurance: 1 })).toBe(2)
      expect(await level({ action: 'Comment', assurance: 1 })).toBe(1)
      expect(await level({ action: 'Comment', assurance: 2 })).toBe(2)
    })
  })

  it.each([
    [
      'sk_test_always_passes',
      'x',
      {
        success: true,
        challenge_ts: '2026-03-10T12:00:00.000Z',
        hostname: 'example.com',
        test: true,
        'error-codes': [],
      },
    ],
    ['sk_test_always_passes', '', { success: false, 'error-codes': ['missing-input-response'] }],
    ['sk_test_always_fails', 'x', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['sk_test_already_spent', 'x', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['sk_test_always_passes2', 'x', { success: false, 'error-codes': ['invalid-input-secret'] }],
    ['SK_TEST_ALWAYS_PASSES', 'x', { success: false, 'error-codes': ['invalid-input-secret'] }],
  ])('200: the secret for tests %s has one answer to the response %j', async (secret, response, answer) => {
    expect(await siteverify({ secret, response })).toEqual(answer)
  })

  it('401: a secret for tests is that of no site elsewhere, and spends nothing', async () => {
    const headers = { authorization: 'Bearer sk_test_always_passes' }
    const asked = await service.call('POST', '/api/checks', { payload: { action: 'Pay' }, headers })
    expect(toError(asked)).toEqual([401, 'UNAUTHORIZED'])
    const response = await passed()
    expect(await siteverify({ secret: 'sk_test_always_passes', response })).toMatchObject({ test: true })
    expect(await siteverify({ secret: shop.secret, response })).toMatchObject({ success: true, action: 'Sign up' })
  })

  it.each([
    [
      'https://evil.example',
      () =>
        `This page is of https://evil.example. The site is registered with https://shop.example. To add it: npx --no-install stillhere site allow ${shop.key} --origin https://evil.example`,
    ],
    ['null', () => 'This page has no origin that a site can have. The site is registered with https://shop.example.'],
    [
      "https://a';rm.example",
      () => 'This page has no origin that a site can have. The site is registered with https://shop.example.',
    ],
  ])('403: says to a page of %s what it was and what adds it', async (origin, detail) => {
    expect((await start({ origin })).json()).toMatchObject({ error: 'FORBIDDEN', detail: detail() })
  })

  it('403: a page of another origin cannot start a check; the site’s own may read the answer', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://bank.example'])
      expect(toError(await start({ origin }))).toEqual([403, 'FORBIDDEN'])
    const started = await start()
    expect([started.statusCode, started.headers['access-control-allow-origin']]).toEqual([201, SHOP_ORIGIN])
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: `/api/sites/${shop.key}/checks`,
      headers: { origin: SHOP_ORIGIN, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(204)
  })
})

it('keeps no secret, token, code or link where it could be read', async () => {
  const { id } = await addTestCheck(service, shop)
  const { token } = (await callCheck(service, `${id}/open`)).json()
  const { url } = (await callCheck(service, `${id}/pair`, { token })).json()
  const started = await startTestCheck(service, shop)
  const given = [started.token, started.open_secret]
  const stored = Object.values(await contentsOf(service.db)).join('')
  for (const secret of [shop.secret, token, ...given, new URL(url).hash.slice(1), computeCode(service, id)])
    expect(stored).not.toContain(secret)
})

describe('GET /api/admin/sites/:site_key/usage', () => {
  it('200: counts no unopened check of a page', async () => {
    const site = await addTestSite(service)
    const [, opened] = [await startTestCheck(service, site), await startTestCheck(service, site)]
    await callCheck(service, `${opened.id}/open`, { payload: { open_secret: opened.open_secret } })
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const { days } = (await service.call('GET', `/api/admin/sites/${site.key}/usage`, { headers })).json()
    expect(days).toEqual([{ day: '2026-03-10', created: 1, passed: 0, failed: 0, redeemed: 0 }])
  })

  it('200: counts by day', async () => {
    const site = await addTestSite(service)
    const ids = [
      await addTestCheck(service, site),
      await addTestCheck(service, site),
      await addTestCheck(service, site),
    ]
    await passTestCheck(service, ids[0]?.id ?? '')
    await redeem(ids[0]?.id ?? '', undefined, site)
    await callCheck(service, `${ids[1]?.id}/cancel`, { token: site.secret })
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const { days } = (await service.call('GET', `/api/admin/sites/${site.key}/usage`, { headers })).json()
    expect(days).toEqual([{ day: '2026-03-10', created: 3, passed: 1, failed: 1, redeemed: 1 }])
  })
})
