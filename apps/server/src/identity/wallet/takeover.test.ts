import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, post, listQueuedMails } from '../../../test/sign-in.ts'
import { messageOf, newWallet, signBody, visit } from '../../../test/wallets.ts'
import { createNonce } from './sign-in.ts'

const NOTHING = { is_bound: true, binding: 'provisional', skip_otp: false }

describe('takeover stories', () => {
  let service: TestService
  const ours = () => ({ nonce: createNonce(service.secrets, service.now()) })
  beforeEach(async () => {
    service = await startTestService()
  })
  afterEach(() => service.stop())

  it('wallet on a stranger’s e-mail: it gets no token, and the stranger’s code still comes', async () => {
    const ada = await addNode(service, { email: 'ada@example.org' })
    const eve = newWallet()
    const answer = (await visit(service, eve, { email: 'ada@example.org' })).json()
    expect(answer).toMatchObject({ ...NOTHING, node_handle: ada.handle })
    expect(answer).not.toHaveProperty('node_token')
    const sent = await post(service, '/api/send-otp', { email: 'ada@example.org' })
    expect(sent.json()).toMatchObject({ success: true, skip_otp: false, expires_in: 600 })
    expect(await lastCode(service, 'ada@example.org')).toMatch(/^\d{6}$/)
    expect((await visit(service, eve)).json()).not.toHaveProperty('node_token')
  })

  it('wallet on a stranger’s e-mail: a token of another node, or one given before activation, proves nothing', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    const foreign = await visit(service, newWallet(), { email: ada.email, headers: await bearerFor(service, eve) })
    expect([foreign.statusCode, foreign.json().error]).toEqual([401, 'UNAUTHORIZED'])
    const unproved = await bearerFor(service, ada, { proved: false })
    expect((await visit(service, newWallet(), { email: ada.email, headers: unproved })).json()).toMatchObject(NOTHING)
    const unknown = { authorization: `Bearer sh_${'A'.repeat(43)}` }
    expect((await visit(service, newWallet(), { email: ada.email, headers: unknown })).json()).toMatchObject(NOTHING)
  })

  it('somebody’s wallet: neither another node’s token nor another e-mail address moves it', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    const wallet = newWallet()
    await visit(service, wallet, { headers: await bearerFor(service, ada) })
    for (const way of [{ headers: await bearerFor(service, eve) }, { email: eve.email }, { email: 'x@example.org' }]) {
      const answer = await visit(service, wallet, way)
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'WALLET_TAKEN'])
    }
    expect((await visit(service, wallet)).json()).toMatchObject({ node_handle: ada.handle, binding: 'proved' })
    expect((await service.call('GET', '/api/identity?email=x@example.org')).json().found).toBe(false)
  })

  it('replayed message: what somebody overheard signs nobody in', async () => {
    const wallet = newWallet()
    await visit(service, wallet, { headers: await bearerFor(service, await addNode(service)) })
    const body = await signBody(wallet, messageOf(wallet, service.now(), ours()))
    expect((await post(service, '/api/auth/siwe', body)).json()).toHaveProperty('node_token')
    const before = await readStored(service)
    const replay = await post(service, '/api/auth/siwe', body)
    expect([replay.statusCode, replay.json().detail]).toEqual([401, 'nonce: was used before.'])
    expect(await readStored(service)).toEqual(before)
  })

  it('replayed message: one that was refused at the last step is used up as well', async () => {
    const wallet = newWallet()
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    await visit(service, wallet, { headers })
    const body = await signBody(wallet, messageOf(wallet, service.now(), ours()))
    expect((await post(service, '/api/auth/siwe', { ...body, email: 'y@example.org' })).statusCode).toBe(409)
    await service.call('DELETE', `/api/node/wallets/${wallet.address}`, { headers })
    expect((await post(service, '/api/auth/siwe', { ...body, email: 'y@example.org' })).statusCode).toBe(401)
  })

  it('replayed message: a day later, when its nonce is forgotten, it is too old', async () => {
    const wallet = newWallet()
    const body = await signBody(wallet, messageOf(wallet, service.now(), ours()))
    await post(service, '/api/auth/siwe', body)
    service.clock.set('2026-03-11T12:00:00.001Z')
    expect((await post(service, '/api/auth/siwe', body)).json().detail).toMatch(/^issued-at: /)
  })

  it('stale nonce: one that we gave more than ten minutes ago is refused, in a message however fresh', async () => {
    const { nonce } = (await service.call('GET', '/api/auth/siwe/nonce')).json()
    service.clock.set('2026-03-10T12:10:01.000Z')
    const before = await readStored(service)
    const answer = await visit(service, newWallet(), { fields: { nonce } })
    expect([answer.statusCode, answer.json().detail]).toEqual([401, 'nonce: is stale: ask for a fresh one.'])
    expect(await readStored(service)).toEqual(before)
  })

  it('provisional wallet before activation: the owner’s first code removes it', async () => {
    const eve = newWallet()
    expect((await visit(service, eve, { email: 'late@example.org' })).json()).toMatchObject(NOTHING)
    const owner = (await activate(service, 'late@example.org')).json()
    expect((await visit(service, eve)).json()).toMatchObject({ is_bound: false, status: 'NEW' })
    const headers = { authorization: `Bearer ${owner.node_token}` }
    expect((await service.call('GET', '/api/node/wallets', { headers })).json()).toEqual({ wallets: [] })
  })

  it('provisional wallet after activation: a later code neither proves nor removes it', async () => {
    await activate(service, 'twice@example.org')
    const eve = newWallet()
    await visit(service, eve, { email: 'twice@example.org' })
    await activate(service, 'twice@example.org')
    expect((await visit(service, eve)).json()).toMatchObject(NOTHING)
  })

  it('F5: a stolen token becomes no wallet: without a fresh sign-in nothing is written', async () => {
    const node = await addNode(service, { email: 'ada@example.org' })
    const headers = await bearerFor(service, node)
    service.clock.pass(600_000)
    const eve = newWallet()
    const body = await signBody(eve, messageOf(eve, service.now(), ours()))
    const before = await readStored(service)
    const refused = await post(service, '/api/auth/siwe', body, { headers })
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(await readStored(service)).toEqual(before)
    expect((await service.call('GET', '/api/node/wallets', { headers })).json()).toEqual({ wallets: [] })
    // The message that was refused is good after signing in again, and the owner hears of it.
    const fresh = await bearerFor(service, node)
    const bound = await post(service, '/api/auth/siwe', body, { headers: fresh })
    expect(bound.json()).toMatchObject({ binding: 'proved', email: 'ada@example.org' })
    expect((await listQueuedMails(service)).at(-1)).toMatchObject({ kind: 'notice', params: { event: 'wallet' } })
  })

  it('F5: the mailbox stays the root: whoever asks gets a code, and signs in by it, beside a proved wallet', async () => {
    const node = await addNode(service, { email: 'skip@example.org' })
    await visit(service, newWallet(), { headers: await bearerFor(service, node) })
    const sent = await post(service, '/api/send-otp', { email: 'skip@example.org' })
    expect(sent.json()).toMatchObject({ success: true, skip_otp: true, expires_in: 600 })
    const otp = await lastCode(service, 'skip@example.org')
    expect((await post(service, '/api/verify-otp', { email: 'skip@example.org', otp })).statusCode).toBe(200)
  })

  it('F4: a nonce that we did not give opens no node, and binds none; it is enough for a wallet without one', async () => {
    const node = await addNode(service)
    const [wallet, headers] = [newWallet(), await bearerFor(service, node)]
    const fields = { nonce: 'ofAnotherSite1' }
    const binding = await visit(service, wallet, { headers, fields })
    expect([binding.statusCode, binding.json().detail]).toEqual([401, expect.stringMatching(/^nonce: /)])
    expect((await visit(service, wallet, { headers })).json().binding).toBe('proved')
    const relayed = await visit(service, wallet, { fields: { nonce: 'ofAnotherSite2' } })
    expect([relayed.statusCode, relayed.json().error]).toEqual([401, 'SIWE_REFUSED'])
    expect(relayed.json().detail).toContain('/api/auth/siwe/nonce')
    expect((await visit(service, newWallet(), { fields: { nonce: 'ofAnotherSite3' } })).json().status).toBe('NEW')
  })
})

describe.each(['open', 'lock', 'strict'] as const)('AUTH_MODE %s', (authMode) => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService({ authMode })
  })
  afterEach(() => service.stop())

  const privileges = async (email: string, headers = {}) =>
    (await service.call('GET', `/api/node/privileges?email=${email}`, { headers })).statusCode

  it('takes a wallet without any token, and an e-mail address for what the mode makes of it', async () => {
    expect((await visit(service, newWallet())).json().status).toBe('NEW')
    const node = await addNode(service)
    const answer = (await visit(service, newWallet(), { email: node.email })).json()
    const isOpen = authMode === 'open'
    expect(answer).toMatchObject({
      is_bound: true,
      binding: isOpen ? 'proved' : 'provisional',
      skip_otp: isOpen,
      node_handle: node.handle,
    })
    // What an e-mail address alone is enough for is never a token: that would open what needs one in every mode.
    expect(answer).not.toHaveProperty('node_token')
    const sent = (await service.call('POST', '/api/send-otp', { payload: { email: node.email } })).json()
    expect(sent).toMatchObject({ success: true, skip_otp: isOpen, expires_in: 600 })
    expect(await lastCode(service, node.email)).toMatch(/^\d{6}$/)
  })

  it('a wallet bound by e-mail alone does not outlive the mode that took it for proved', async () => {
    const node = await addNode(service)
    const wallet = newWallet()
    await visit(service, wallet, { email: node.email })
    service.settings.authMode = 'lock'
    expect((await visit(service, wallet)).json()).toMatchObject(NOTHING)
  })

  it('a proved wallet closes the node for calls without a token, as far as the mode closes nodes', async () => {
    const node = await addNode(service)
    expect(await privileges(node.email)).toBe(authMode === 'strict' ? 401 : 200)
    const bound = await visit(service, newWallet(), { headers: await bearerFor(service, node) })
    expect(await privileges(node.email)).toBe(authMode === 'open' ? 200 : 401)
    const headers = { authorization: `Bearer ${bound.json().node_token}` }
    expect(await privileges(node.email, headers)).toBe(200)
  })

  it('a provisional wallet closes nothing', async () => {
    const node = await addNode(service)
    await visit(service, newWallet(), { email: node.email })
    expect(await privileges(node.email)).toBe(authMode === 'strict' ? 401 : 200)
  })

  it('a wallet proved while the mode was open closes the node at its next sign-in', async () => {
    const node = await addNode(service)
    const wallet = newWallet()
    service.settings.authMode = 'open'
    await visit(service, wallet, { headers: await bearerFor(service, node) })
    service.settings.authMode = 'lock'
    expect(await privileges(node.email)).toBe(200)
    await visit(service, wallet)
    expect(await privileges(node.email)).toBe(401)
  })
})
