import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PLATFORMS } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRpc } from '../../src/identity/wallet/verify.ts'
import { createPost } from '../../src/platform/outbox/post.ts'
import { sendRequest } from '../../src/publishing/provider.ts'
import { type Providers, startProviders } from '../providers.ts'
import { startTestService, type TestService } from '../service.ts'
import { newWallet, visit } from '../wallets.ts'

const SOURCES = join(import.meta.dirname, '..', '..', 'src')
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

/** Every source file of the service, without its tests. */
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('testing.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }))
// That of a handler answers a request, and makes none.
const FETCH = /(?<!\bhandler\.)\bfetch\(/g
const callers = sources.filter(({ text }) => text.match(FETCH))

describe('the requests that the service makes, in its sources', () => {
  it('stand in four places: platforms, the Ethereum node, the doctor’s look at PUBLIC_URL, and what sites and devices are told', () => {
    const places = ['app/cli/doctor.ts', 'identity/wallet/verify.ts', 'publishing/provider.ts']
    expect(callers.map(({ path }) => path).toSorted()).toEqual(places)
    const OTHER_WAYS = /from '(?:node:)?(?:https|http2|undici|axios)'|\b(?:request|get|Agent)\b[^\n]* from 'node:http'/
    // By node:http, which follows no redirect and lets it choose the address that it connects to.
    expect(sources.filter(({ text }) => OTHER_WAYS.test(text)).map(({ path }) => path)).toEqual([
      'platform/outbox/post.ts',
    ])
    // The library of web push encrypts and signs; what it would send by itself follows no rule of ours.
    expect(sources.filter(({ text }) => text.includes('sendNotification'))).toEqual([])
    // The OpenID provider would call others by itself.
    const settingUp = sources.filter(({ text }) => text.includes('): Configuration {'))
    expect(settingUp.map(({ text }) => text.includes('fetch: createLogoutFetch('))).toEqual([true])
  })

  it('follow no redirects', () => {
    for (const { path, text } of callers)
      expect(text.match(/redirect: '(?:manual|error)'/g), path).toHaveLength(text.match(FETCH)?.length ?? 0)
  })
})

describe('a webhook that leads inside', () => {
  const INSIDE =
    '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1 172.31.255.254 192.0.0.8 192.168.0.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:7f00:1 ::ffff:a00:1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1::1 2001:0:7f00:1:: fc00::1 fd00::1 fe80::1 fec0::1 ff02::1'.split(
      ' ',
    )
  const reach = { publicUrl: 'https://id.example.org', webhookPrivateAddresses: false }
  const REFUSED = 'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES forbids'

  it.each(INSIDE)('by a name that means %s as it is called: not called', async (address) => {
    const asked: string[] = []
    // The second answer differs, for code that would ask twice.
    const resolve = async (name: string) => {
      asked.push(name)
      return [asked.length === 1 ? { address, family: address.includes(':') ? 6 : 4 } : { address: '::1', family: 6 }]
    }
    const post = createPost(reach, { resolve })
    const answer = await post({ url: 'https://hooks.shop.example/', headers: {}, body: '{}' })
    expect(answer).toEqual({ outcome: 'failed', problem: REFUSED })
    expect(asked).toEqual(['hooks.shop.example'])
  })

  it.each(INSIDE.map((address) => (address.includes(':') ? `[${address}]` : address)))(
    'by its address %s: not called',
    async (host) => {
      const post = createPost(reach, { resolve: () => Promise.reject(new Error('nothing is to be looked up')) })
      expect(await post({ url: `https://${host}/`, headers: {}, body: '{}' })).toEqual({
        outcome: 'failed',
        problem: REFUSED,
      })
    },
  )
})

describe('a server inside', () => {
  const visits: string[] = []
  const inside = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  let base: string
  let providers: Providers
  let service: TestService
  beforeAll(async () => {
    inside.listen(0, '127.0.0.1')
    await once(inside, 'listening')
    base = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
    providers = await startProviders()
    service = await startTestService({ publishing: providers.settings(), ethRpcUrl: `${base}/rpc` })
  })
  beforeEach(() => void visits.splice(0))
  afterAll(async () => {
    inside.closeAllConnections()
    inside.close()
    await service.stop()
    await providers.stop()
  })

  it.each(PLATFORMS)('is not visited by publishing its address to %s', async (platform) => {
    const payload = { platform, title: 'A title', content: `See ${base}/content`, url: `${base}/url`, dry_run: false }
    const answer = await service.call('POST', '/api/matrix/publish', { payload, headers: ADMIN })
    expect(answer.json(), answer.body).toMatchObject({ status: 'PUBLISHED' })
    expect(providers.posts(platform)).toBe(1)
    expect(visits).toEqual([])
  })

  it('is the Ethereum node only by ETH_RPC_URL, whatever a message names; where it leads is not followed', async () => {
    const [wallet, contract] = [newWallet(), newWallet()]
    const fields = { address: contract.address, resources: [`${base}/resource`] }
    const claimed = Object.assign(Object.create(wallet), { address: contract.address })
    const answer = await visit(service, claimed, { fields })
    expect(answer.statusCode).toBe(401)
    expect(visits).toEqual(['/rpc'])
  })

  it('leads nobody elsewhere', async () => {
    expect(await sendRpc(`${base}/rpc`, 'eth_chainId', [])).toEqual({ outcome: 'silent' })
    const signal = AbortSignal.timeout(20_000)
    expect(await sendRequest(`${base}/post`, { method: 'POST', body: '{}', signal })).toMatchObject({ status: 307 })
    expect(visits).toEqual(['/rpc', '/post'])
  })
})
