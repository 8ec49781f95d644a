import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIssuerIdentity, encodeHeader, type KeyPair, type Receipt, signStatusList } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AUDIENCE, guardReceipt, ISSUER_KEYS, NOW, OTHER_KEYS } from '../../test/guard-receipts.ts'
import { judgeRequest } from './decide.ts'
import { checkPolicy, type ReceiptPolicy } from './policy.ts'
import { type Fetch, remoteIssuer } from './remote-issuer.ts'

type PublishedKey = { use: string; status: string; from: string; until: string | null; statusList: string }

/** What the issuer answers now; tests change it. */
let published: Map<KeyPair, Partial<PublishedKey>>
let revoked: string[]
let isDown: boolean
let cacheControl: string
let asked: string[]
let hold: Promise<unknown>
let nowMs: number

let server: Server
let address: string
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    void serve(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

beforeEach(() => {
  published = new Map([[ISSUER_KEYS, {}]])
  revoked = []
  asked = []
  isDown = false
  cacheControl = 'public, max-age=60'
  hold = Promise.resolve()
  nowMs = NOW
})

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await hold
  const document = isDown ? undefined : answer(new URL(request.url ?? '', address))
  response.writeHead(document ? 200 : 503, { 'content-type': 'application/json', 'cache-control': cacheControl })
  response.end(JSON.stringify(document ?? {}))
}

function answer({ pathname, searchParams }: URL): unknown {
  if (pathname === '/.well-known/continuity-issuer.json') return { keys: [...published].map(describeKey) }
  const id = searchParams.get('issuer')
  const keys = [...published.keys()].find((pair) => createIssuerIdentity(pair).id === id)
  return keys && signStatusList({ revoked, issuedAt: nowMs, nextUpdate: nowMs + 3_600_000 }, keys.secretKey)
}

function describeKey([keys, changes]: [KeyPair, Partial<PublishedKey>]): object {
  const { id, publicKey } = createIssuerIdentity(keys)
  const times = { from: new Date(NOW - 3_600_000).toISOString(), until: null }
  const statusList = `/.well-known/continuity-status.json?issuer=${id}`
  return { id, publicKey, use: 'production', status: 'active', ...times, statusList, ...changes }
}

function makeGuard(more: Partial<ReceiptPolicy> = {}): (receipt: Receipt) => Promise<string> {
  const demands = { maxAgeMs: 7_200_000, audience: AUDIENCE, now: () => nowMs }
  const policy = checkPolicy({ issuer: remoteIssuer(address), ...demands, ...more })
  return async (receipt) => {
    const read = () => ({ from: 'header' as const, value: encodeHeader(receipt) })
    const decision = await judgeRequest({ request: null, read }, policy)
    return decision.status === 'ACCEPTED' ? 'ACCEPTED' : decision.refusal.error
  }
}

const receiptOf = (keys: KeyPair, more = {}) => guardReceipt({ keys, lifetimeMs: 7_200_000, ...more })
const GOOD = receiptOf(ISSUER_KEYS)
const countFetches = (name: string) => asked.filter((url) => url.includes(name)).length
const at = (ms: number) => new Date(NOW + ms).toISOString()

describe('a guard that follows an issuer', () => {
  it('accepts what a key of the issuer signed, and nothing of another', async () => {
    const judge = makeGuard()
    expect(await judge(GOOD)).toBe('ACCEPTED')
    expect(await judge(receiptOf(OTHER_KEYS))).toBe('UNTRUSTED_ISSUER')
    expect(await judge({ ...GOOD, verdict: 'FAIL' })).toBe('INVALID_SIGNATURE')
  })

  // The scan of these receipts ended ten seconds before NOW, and they were signed then.
  it.each<[string, Partial<PublishedKey>, string]>([
    ['a key that was replaced afterwards', { status: 'retired', until: at(-10_000) }, 'ACCEPTED'],
    ['a key that was replaced before', { status: 'retired', until: at(-10_001) }, 'UNTRUSTED_ISSUER'],
    ['a key that was made afterwards', { from: at(-9_999) }, 'UNTRUSTED_ISSUER'],
    ['a compromised key', { status: 'compromised', until: at(60_000) }, 'UNTRUSTED_ISSUER'],
    ['a key whose times cannot be read', { from: 'noon' }, 'UNTRUSTED_ISSUER'],
    ['a key whose end is missing', { until: undefined as never }, 'UNTRUSTED_ISSUER'],
    ['a key of an unknown status', { status: 'paused' }, 'UNTRUSTED_ISSUER'],
    ['a key of an unknown use', { use: 'toys' }, 'UNTRUSTED_ISSUER'],
    ['a key for tests', { use: 'test' }, 'TEST_RECEIPT'],
  ])('%s: %j', async (_name, changes, expected) => {
    published.set(ISSUER_KEYS, changes)
    expect(await makeGuard()(GOOD)).toBe(expected)
  })

  it('lets a key for tests through where tests are allowed', async () => {
    published.set(ISSUER_KEYS, { use: 'test' })
    expect(await makeGuard({ allowTest: true })(receiptOf(ISSUER_KEYS, { policy: { test: true } }))).toBe('ACCEPTED')
  })

  it('refuses a revoked receipt, from the next list on', async () => {
    const judge = makeGuard()
    expect(await judge(GOOD)).toBe('ACCEPTED')
    revoked = [GOOD.receiptId]
    expect(await judge(GOOD)).toBe('ACCEPTED')
    nowMs += 60_000
    expect(await judge(GOOD)).toBe('REVOKED')
    expect(await judge(receiptOf(ISSUER_KEYS, { id: 2 }))).toBe('ACCEPTED')
  })

  it('asks its host about what the issuer let through', async () => {
    expect(await makeGuard({ revoked: () => true })(GOOD)).toBe('REVOKED')
  })
})

describe('what is fetched', () => {
  it('nothing before the first receipt, and then once for all who come at the same time', async () => {
    const judge = makeGuard()
    expect(asked).toEqual([])
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const judged = Promise.all(Array.from({ length: 20 }, () => judge(GOOD)))
    resolve()
    expect(new Set(await judged)).toEqual(new Set(['ACCEPTED']))
    expect([countFetches('issuer.json'), countFetches('status.json')]).toEqual([1, 1])
  })

  it.each([
    ['public, max-age=60', 59_999, 60_000],
    ['max-age=0', 9_999, 10_000],
    ['max-age=31536000', 3_599_999, 3_600_000],
    ['', 299_999, 300_000],
  ])('the keys again by %j', async (header, before, after) => {
    cacheControl = header
    const judge = makeGuard()
    await judge(GOOD)
    nowMs = NOW + before
    await judge(GOOD)
    expect(countFetches('issuer.json')).toBe(1)
    nowMs = NOW + after
    await judge(GOOD)
    expect(countFetches('issuer.json')).toBe(2)
  })

  it('the keys again for an unknown key, but not for every stranger', async () => {
    const judge = makeGuard()
    const rotated = receiptOf(OTHER_KEYS)
    await judge(GOOD)
    published.set(OTHER_KEYS, {})
    nowMs += 9_999
    expect(await judge(rotated)).toBe('UNTRUSTED_ISSUER')
    expect(countFetches('issuer.json')).toBe(1)
    nowMs += 1
    expect(await judge(rotated)).toBe('ACCEPTED')
    expect(countFetches('issuer.json')).toBe(2)
  })

  it('nothing for what names no key', async () => {
    const judge = makeGuard()
    for (const odd of [null, {}, { issuer: null, signature: 7 }, { issuer: { publicKey: 7 } }])
      expect(await judge(odd as never)).toBe('INVALID_SCHEMA')
    expect(asked).toEqual([])
  })
})

describe('an issuer that does not answer', () => {
  it('lets nobody through at first, and is asked again a second later', async () => {
    isDown = true
    const judge = makeGuard()
    expect(await judge(GOOD)).toBe('UNDECIDED')
    expect(await judge(GOOD)).toBe('UNDECIDED')
    expect(asked).toHaveLength(1)
    isDown = false
    nowMs += 1000
    expect(await judge(GOOD)).toBe('ACCEPTED')
  })

  it('lets nobody through once its keys are no longer fresh', async () => {
    const judge = makeGuard()
    await judge(GOOD)
    isDown = true
    nowMs += 59_999
    expect(await judge(GOOD)).toBe('ACCEPTED')
    nowMs += 1
    expect(await judge(GOOD)).toBe('UNDECIDED')
  })

  it('is believed about revoked receipts for as long as its list says, and no longer', async () => {
    let areListsGone = false
    const fetchSome: Fetch = (url, init) =>
      areListsGone && url.href.includes('status.json') ? Promise.reject(new TypeError('gone')) : fetch(url, init)
    const judge = makeGuard({ issuer: remoteIssuer(address, { fetch: fetchSome }) })
    expect(await judge(GOOD)).toBe('ACCEPTED')
    areListsGone = true
    nowMs = NOW + 3_599_999
    expect(await judge(GOOD)).toBe('ACCEPTED')
    nowMs = NOW + 3_600_000
    expect(await judge(GOOD)).toBe('UNDECIDED')
  })

  it('has no list of a key that it no longer vouches for', async () => {
    published.set(ISSUER_KEYS, { statusList: '/.well-known/continuity-status.json?issuer=none' })
    expect(await makeGuard()(GOOD)).toBe('UNDECIDED')
  })

  it.each([
    [
      'a list of another key',
      () => signStatusList({ revoked: [], issuedAt: NOW, nextUpdate: NOW + 1 }, OTHER_KEYS.secretKey),
    ],
    [
      'a forged list',
      () => ({
        ...signStatusList(
          { revoked: [GOOD.receiptId], issuedAt: NOW, nextUpdate: NOW + 60_000 },
          ISSUER_KEYS.secretKey,
        ),
        revoked: [],
      }),
    ],
    ['no list', () => 'nothing'],
  ])('nor does one that answers %s', async (_name, makeList) => {
    const fetchOther: Fetch = (url, init) =>
      url.href.includes('status.json') ? Promise.resolve(Response.json(makeList())) : fetch(url, init)
    expect(await makeGuard({ issuer: remoteIssuer(address, { fetch: fetchOther }) })(GOOD)).toBe('UNDECIDED')
  })

  it.each([
    ['no JSON', () => new Response('<html>')],
    ['no keys', () => Response.json({})],
    ['keys with an error', () => Response.json({ keys: [...published].map(describeKey) }, { status: 500 })],
    ['a redirect', () => Response.redirect('https://elsewhere.example/')],
    ['null', () => Response.json(null)],
  ])('nor does one that answers %s', async (_name, respond) => {
    const fetchOther: Fetch = (url, init) =>
      url.href.includes('issuer.json') ? Promise.resolve(respond()) : fetch(url, init)
    expect(await makeGuard({ issuer: remoteIssuer(address, { fetch: fetchOther }) })(GOOD)).toBe('UNDECIDED')
  })

  it('is not waited for longer than timeoutMs', async () => {
    hold = new Promise(() => {})
    expect(await makeGuard({ issuer: remoteIssuer(address, { timeoutMs: 1 }) })(GOOD)).toBe('UNDECIDED')
    server.closeAllConnections()
  })
})

describe('an address', () => {
  it.each(['https://id.example.org', 'https://id.example.org/here/', 'http://localhost:8787', 'http://[::1]:8787'])(
    'may be %s',
    async (url) => {
      const urls: string[] = []
      const fetchNothing: Fetch = async (one) => {
        urls.push(one.href)
        return Response.json({})
      }
      await makeGuard({ issuer: remoteIssuer(url, { fetch: fetchNothing }) })(GOOD)
      expect(urls).toEqual([`${url.replace(/\/$/, '')}/.well-known/continuity-issuer.json`])
    },
  )

  it.each([
    'http://id.example.org',
    'id.example.org',
    '',
    'https://a:b@id.example.org',
    'https://id.example.org?x=1',
    undefined,
  ])('may not be %s', (url) => {
    expect(() => remoteIssuer(url as string)).toThrow(/^remoteIssuer: the address must/)
  })
})
