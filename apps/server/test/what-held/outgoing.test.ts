import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PLATFORMS } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../src/publishing/provider.ts'
import { callRpc } from '../../src/wallet/json-rpc.ts'
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
    const places = ['cli/checks/proxy.ts', 'publishing/provider.ts', 'wallet/json-rpc.ts']
    expect(callers.map(({ path }) => path).toSorted()).toEqual(places)
    const OTHER_WAYS = /from '(?:node:)?(?:https|http2|undici|axios)'|\b(?:request|get|Agent)\b[^\n]* from 'node:http'/
    // By node:http, which follows no redirect and lets it choose the address that it connects to.
    expect(sources.filter(({ text }) => OTHER_WAYS.test(text)).map(({ path }) => path)).toEqual(['webhooks/post.ts'])
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
    expect(await callRpc(`${base}/rpc`, 'eth_chainId', [])).toEqual({ outcome: 'silent' })
    const signal = AbortSignal.timeout(20_000)
    expect(await ask(`${base}/post`, { method: 'POST', body: '{}', signal })).toMatchObject({ status: 307 })
    expect(visits).toEqual(['/rpc', '/post'])
  })
})
