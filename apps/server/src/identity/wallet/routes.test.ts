import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BAD_EMAILS, BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { messageOf, newWallet, type SignedBody, signBody, visit } from '../../../test/wallets.ts'
import { sql } from '../../platform/database/sql.ts'
import { findSignerInThread } from './verify.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const URL = '/api/auth/siwe'
const send = (payload: object, headers: Record<string, string> = {}) => service.call('POST', URL, { payload, headers })
const fresh = (fields = {}, wallet = newWallet()) => signBody(wallet, messageOf(wallet, service.now(), fields))

/** A sign-in is refused and leaves nothing behind. */
async function expectRefusal(payload: object, status: number, expected: object): Promise<void> {
  const before = await readStored(service)
  const answer = await send(payload)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject(expected)
  expect(await readStored(service)).toEqual(before)
}

describe('POST /api/auth/siwe', () => {
  it('200: a wallet that nobody knows, without an e-mail address, is new and stays so', async () => {
    const wallet = newWallet()
    const body = await fresh({}, wallet)
    const answer = await send({ ...body, address: body.address.toLowerCase() })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      success: true,
      address: wallet.address,
      is_bound: false,
      is_genesis: false,
      status: 'NEW',
      node_handle: null,
      skip_otp: false,
    })
    expect(await service.db.query(sql`SELECT 1 FROM wallet`)).toEqual([])
  })

  it('200: finds who signed in a thread, so that nobody else waits for it', async () => {
    const run = vi.spyOn(service.threads, 'run')
    expect((await send(await fresh())).statusCode).toBe(200)
    expect(run.mock.calls.map(([task]) => task)).toEqual([findSignerInThread])
    run.mockRestore()
  })

  it('200: an e-mail address without a node gets a pending one, and the wallet is provisional', async () => {
    const wallet = newWallet()
    const answer = await visit(service, wallet, { email: 'New@Example.org' })
    const { node_handle, ...rest } = answer.json()
    expect(node_handle).toMatch(/^[a-z]+-[a-z]+-[a-z0-9]{4}$/)
    expect(rest).toEqual({
      success: true,
      address: wallet.address,
      is_bound: true,
      is_genesis: false,
      status: 'PENDING_VERIFICATION',
      skip_otp: false,
      binding: 'provisional',
    })
    const identity = await service.call('GET', '/api/identity?email=new@example.org')
    expect(identity.json()).toMatchObject({ email: 'New@example.org', node_handle, status: 'PENDING_VERIFICATION' })
  })

  it('200: with the node’s token the wallet is proved; from then on it signs in by itself', async () => {
    const node = await addNode(service, { status: 'GENESIS_NODE' })
    const wallet = newWallet()
    const expected = {
      success: true,
      address: wallet.address,
      is_bound: true,
      is_genesis: true,
      status: 'GENESIS_NODE',
      node_handle: node.handle,
      skip_otp: true,
      binding: 'proved',
      node_token: expect.stringMatching(/^sh_/),
      email: node.email,
    }
    const bound = await visit(service, wallet, { headers: await bearerFor(service, node) })
    expect(bound.json()).toEqual(expected)
    const again = await visit(service, wallet)
    expect(again.json()).toEqual(expected)
    expect(again.json().node_token).not.toBe(bound.json().node_token)
    const headers = { authorization: `Bearer ${again.json().node_token}` }
    const wallets = await service.call('GET', '/api/node/wallets', { headers })
    expect([wallets.statusCode, wallets.headers['cache-control']]).toEqual([200, 'no-store'])
    const bound_at = '2026-03-10T12:00:00.000Z'
    expect(wallets.json()).toEqual({ wallets: [{ address: wallet.address, binding: 'proved', bound_at }] })
  })

  it('200: naming one’s own e-mail address beside token or wallet changes nothing', async () => {
    const node = await addNode(service)
    const wallet = newWallet()
    const headers = await bearerFor(service, node)
    expect((await visit(service, wallet, { email: node.email, headers })).json().binding).toBe('proved')
    expect((await visit(service, wallet, { email: node.email.toUpperCase() })).json().binding).toBe('proved')
  })

  it('200: a provisional wallet without an e-mail address stays provisional', async () => {
    const wallet = newWallet()
    const { node_handle } = (await visit(service, wallet, { email: 'claim@example.org' })).json()
    const answer = (await visit(service, wallet)).json()
    expect(answer).toMatchObject({ is_bound: true, binding: 'provisional', skip_otp: false, node_handle })
    expect(answer).not.toHaveProperty('node_token')
  })

  it('200: a provisional wallet follows its owner to another e-mail address, and to a node that is proved', async () => {
    const node = await addNode(service)
    const wallet = newWallet()
    await visit(service, wallet, { email: 'first@example.org' })
    const second = (await visit(service, wallet, { email: 'second@example.org' })).json()
    expect((await visit(service, wallet)).json().node_handle).toBe(second.node_handle)
    const proved = await visit(service, wallet, { headers: await bearerFor(service, node) })
    expect(proved.json()).toMatchObject({ binding: 'proved', node_handle: node.handle })
    const rows = await service.db.query(sql`SELECT 1 FROM wallet WHERE address = ${addressOf(wallet)}`)
    expect(rows).toHaveLength(1)
  })

  it('200: a node may have several wallets', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    for (const wallet of [newWallet(), newWallet()]) await visit(service, wallet, { headers })
    expect((await service.call('GET', '/api/node/wallets', { headers })).json().wallets).toHaveLength(2)
  })

  it('200: strangers leave five provisional wallets on a node at most, and no proved one goes for them', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    await visit(service, newWallet(), { headers })
    const strangers = Array.from({ length: 7 }, newWallet)
    for (const [second, wallet] of strangers.entries()) {
      service.clock.set(`2026-03-10T12:00:0${second}.000Z`)
      await visit(service, wallet, { email: node.email })
    }
    service.clock.set('2026-03-10T12:00:00.000Z')
    const { wallets } = (await service.call('GET', '/api/node/wallets', { headers })).json()
    expect(wallets.map(({ address }: { address: string }) => address).slice(0, 5)).toEqual(
      strangers
        .slice(2)
        .map(({ address }) => address)
        .toReversed(),
    )
    expect(wallets.map(({ binding }: { binding: string }) => binding)).toEqual([
      ...Array(5).fill('provisional'),
      'proved',
    ])
  })

  it('200: a nonce of the service', async () => {
    const asked = await service.call('GET', '/api/auth/siwe/nonce')
    expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(asked.json()).toEqual({ nonce: expect.stringMatching(/^[A-Za-z0-9]{8,}$/), expires_in: 600 })
    const fields = { nonce: asked.json().nonce }
    expect((await visit(service, newWallet(), { fields })).statusCode).toBe(200)
  })

  it.each<[string, (body: SignedBody) => object]>([
    ['no EIP-4361', (body) => ({ ...body, message: 'Sign in, please' })],
    ['an empty message', (body) => ({ ...body, message: '' })],
    ['a message without a nonce', (body) => ({ ...body, message: body.message.replace(/\nNonce: .*/, '') })],
    ['a line separator of Unicode', (body) => ({ ...body, message: `${body.message}\u2028` })],
    ['a line break at the end', (body) => ({ ...body, message: `${body.message}\n` })],
  ])('400: %s is malformed', async (_, change) => {
    const answer = { error: 'SIWE_MALFORMED', errors: [{ pointer: '/message' }] }
    await expectRefusal(change(await fresh()), 400, answer)
  })

  const past = new Date('2026-03-10T11:49:59.000Z')
  const later = new Date('2026-03-10T12:00:31.000Z')
  it.each<[rule: string, what: string, body: () => Promise<object>]>([
    ['chain-id', 'chain 0', () => changed((text) => text.replace('Chain ID: 1', 'Chain ID: 0'))],
    ['version', 'version 2', () => changed((text) => text.replace('Version: 1', 'Version: 2'))],
    [
      'checksum',
      'an address in lower case',
      () => changed((text) => text.replace(/0x\w{40}/, (one) => one.toLowerCase())),
    ],
    ['address', 'another address', async () => ({ ...(await fresh()), address: newWallet().address })],
    ['address', 'no address', async () => ({ ...(await fresh()), address: 'ada' })],
    ['scheme', 'another scheme', () => fresh({ scheme: 'app' })],
    ['domain', 'another domain', () => fresh({ domain: 'evil.example.org' })],
    ['uri', 'another URI', () => fresh({ uri: 'https://evil.example.org' })],
    ['issued-at', 'an old message', () => fresh({ issuedAt: past })],
    ['issued-at', 'a message of the future', () => fresh({ issuedAt: later })],
    ['expiration-time', 'an expired message', () => fresh({ expirationTime: service.now() })],
    ['not-before', 'a message for later', () => fresh({ notBefore: later })],
    [
      'signature',
      'the signature of another wallet',
      async () => ({ ...(await fresh()), signature: (await fresh()).signature }),
    ],
    [
      'signature',
      'the signature of another message',
      async () => {
        const body = await fresh()
        return { ...body, message: body.message.replace('/login', '/logon') }
      },
    ],
    ['signature', 'half a signature', async () => ({ ...(await fresh()), signature: '0x1234' })],
    ['signature', 'a signature that is no hexadecimal', async () => ({ ...(await fresh()), signature: 'signed: ada' })],
    ['signature', 'a signature of zeros', async () => ({ ...(await fresh()), signature: `0x${'00'.repeat(65)}` })],
    ['signature', 'a very long signature', async () => ({ ...(await fresh()), signature: `0x${'00'.repeat(8000)}` })],
  ])('401: %s refuses %s and names itself', async (rule, _, body) => {
    const detail = expect.stringMatching(new RegExp(`^${rule}: `))
    await expectRefusal(await body(), 401, { error: 'SIWE_REFUSED', detail })
  })

  it('401: nonce refuses a message that was sent before, whatever became of it', async () => {
    const body = await fresh()
    await send(body)
    await expectRefusal(body, 401, { error: 'SIWE_REFUSED', detail: 'nonce: was used before.' })
    await expectRefusal({ ...body, email: 'replay@example.org' }, 401, { error: 'SIWE_REFUSED' })
  })

  it('401: a refused message may be sent again when it is right', async () => {
    const body = await fresh()
    expect((await send({ ...body, signature: '0x00' })).statusCode).toBe(401)
    expect((await send(body)).statusCode).toBe(200)
  })

  it('401: a contract wallet is told what the service would need', async () => {
    const answer = await send({ ...(await fresh()), signature: `0x${'ab'.repeat(130)}` })
    expect(answer.json().detail).toMatch(/^signature: .*EIP-1271.*ETH_RPC_URL\.$/)
    const wrapped = await send({ ...(await fresh()), signature: `0x${'ab'.repeat(96)}${'6492'.repeat(16)}` })
    expect(wrapped.json().detail).toMatch(/^signature: .*EIP-6492/)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_, status, request) => {
    const before = await readStored(service)
    expect((await service.call('POST', URL, request)).statusCode).toBe(status)
    expect(await readStored(service)).toEqual(before)
  })

  it.each(BAD_EMAILS)('400: refuses the e-mail address %s', async (_, email) => {
    const before = await readStored(service)
    const answer = await send({ ...(await fresh()), email })
    expect([answer.statusCode, answer.json().error, pointersOf(answer.json())]).toEqual([
      400,
      'INVALID_REQUEST',
      ['/email'],
    ])
    expect(await readStored(service)).toEqual(before)
  })

  it.each(['message', 'signature', 'address'])('400: names %s when it is missing or no text', async (name) => {
    for (const value of [undefined, null, 7, Number.NaN, [], {}, true, 'x'.repeat(20_000)]) {
      const answer = await send({ ...(await fresh()), [name]: value })
      expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, [`/${name}`]])
    }
  })

  it('400 or 401: whatever is sent, it is never a failure of ours', async () => {
    const good = await fresh()
    const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('\n', '0x', '@', '://', '%00'))
    const change = fc.record({ part: fc.constantFrom('message', 'signature', 'address'), at: fc.nat(300), by: piece })
    await fc.assert(
      fc.asyncProperty(change, async ({ part, at, by }) => {
        const text = good[part]
        fc.pre(by !== '')
        const answer = await send({ ...good, [part]: `${text.slice(0, at)}${by}${text.slice(at)}` })
        expect([400, 401]).toContain(answer.statusCode)
      }),
      { seed: 20260310, numRuns: 200 },
    )
  })

  it('429: an address that tries too often waits', async () => {
    const once = { count: 1, perSeconds: 60 }
    const limits = { ...service.settings.limits, 'siwe.address': once, 'siwe.nonce.address': once }
    const narrow = await startTestService({ limits })
    expect((await visit(narrow, newWallet())).statusCode).toBe(200)
    const answer = await visit(narrow, newWallet())
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60'])
    expect((await narrow.call('GET', '/api/auth/siwe/nonce')).statusCode).toBe(200)
    expect((await narrow.call('GET', '/api/auth/siwe/nonce')).statusCode).toBe(429)
    await narrow.stop()
  })
})

describe('DELETE /api/node/wallets/:address', () => {
  it('200: the wallet is nobody’s afterwards, and can be bound anew', async () => {
    const [node, other] = [await addNode(service), await addNode(service)]
    const headers = await bearerFor(service, node)
    const wallet = newWallet()
    await visit(service, wallet, { headers })
    const answer = await service.call('DELETE', `/api/node/wallets/${wallet.address.toLowerCase()}`, { headers })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect((await visit(service, wallet)).json().status).toBe('NEW')
    expect((await visit(service, wallet, { headers: await bearerFor(service, other) })).json().binding).toBe('proved')
  })

  it('404: the wallet of another node stays', async () => {
    const [node, other] = [await addNode(service), await addNode(service)]
    const wallet = newWallet()
    await visit(service, wallet, { headers: await bearerFor(service, node) })
    const headers = await bearerFor(service, other)
    const answer = await service.call('DELETE', `/api/node/wallets/${wallet.address}`, { headers })
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
    expect((await visit(service, wallet)).json().node_handle).toBe(node.handle)
  })

  it.each(['0', '0x', 'ada', '%00', `0x${'g'.repeat(40)}`, newWallet().address])(
    '404: no wallet %s',
    async (address) => {
      const headers = await bearerFor(service, await addNode(service))
      expect((await service.call('DELETE', `/api/node/wallets/${address}`, { headers })).statusCode).toBe(404)
    },
  )

  it('401: without a token, and with one given before activation', async () => {
    const unproved = await bearerFor(service, await addNode(service), { proved: false })
    for (const headers of [{}, unproved]) {
      expect((await service.call('GET', '/api/node/wallets', { headers })).statusCode).toBe(401)
      const url = `/api/node/wallets/${newWallet().address}`
      expect((await service.call('DELETE', url, { headers })).statusCode).toBe(401)
    }
  })
})

describe('export and erase', () => {
  it('200: the wallets are in the export, and gone with the node', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const [wallet, stranger] = [newWallet(), newWallet()]
    await visit(service, wallet, { headers })
    await visit(service, stranger, { email: node.email })
    const exported = (await service.call('GET', '/api/node/export', { headers })).json()
    expect(exported.wallets).toHaveLength(2)
    expect(exported.wallets).toContainEqual({
      address: wallet.address,
      binding: 'proved',
      bound_at: '2026-03-10T12:00:00.000Z',
    })
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    for (const one of [wallet, stranger]) expect((await visit(service, one)).json().status).toBe('NEW')
  })
})

function addressOf({ address }: { address: string }): Buffer {
  return Buffer.from(address.slice(2), 'hex')
}

/** A message that no wallet's page would write, signed all the same. */
async function changed(change: (text: string) => string): Promise<SignedBody> {
  const wallet = mixedWallet()
  return signBody(wallet, change(messageOf(wallet, service.now())))
}

/** One wallet of four thousand has an address without a capital letter, which is the same in lower case. */
function mixedWallet(): ReturnType<typeof newWallet> {
  const wallet = newWallet()
  return /[A-F]/.test(wallet.address) ? wallet : mixedWallet()
}
