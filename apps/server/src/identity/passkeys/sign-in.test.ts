import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, type Changes, FLAGS, newAuthenticator } from '../../../test/authenticator.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addPasskey, askForOptions } from '../../../test/passkeys.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import type { Node } from '../node-store.ts'

let service: TestService
let node: Node
let device: Authenticator
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  node = await addNode(service)
  device = newAuthenticator()
  await addPasskey(service, await bearerFor(service, node), { authenticator: device })
})

const askToSignIn = async () => (await service.call('POST', '/api/auth/passkey/options')).json()
const bytes = (challenge: string) => Buffer.from(challenge, 'base64url')
const send = (token: string, response: object) =>
  service.call('POST', '/api/auth/passkey', { payload: { token, response } })

async function signIn(by = device, changes: Changes = {}) {
  const { token, options } = await askToSignIn()
  return send(token, by.sign(bytes(options.challenge), changes))
}

describe('POST /api/auth/passkey/options', () => {
  it('200: asks for any passkey of the service, with user verification, and names none', async () => {
    const { options, expires_at } = await askToSignIn()
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 120_000,
      userVerification: 'required',
    })
    expect(expires_at).toBe('2026-03-10T12:05:00.000Z')
  })
})

describe('POST /api/auth/passkey', () => {
  it('200: signs in the node whose passkey signed, without a mail address, and tells its owner', async () => {
    const answer = await signIn()
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { email: node.email, node_handle: node.handle }])
    const headers = { authorization: `Bearer ${answer.json().node_token}` }
    expect((await service.call('GET', '/api/node/passkeys', { headers })).statusCode).toBe(200)
    const mails = (await listQueuedMails(service)).filter(({ to }) => to === node.email)
    expect(mails.at(-1)?.params).toMatchObject({ event: 'sign_in' })
    expect((await service.call('GET', `/api/node/privileges?email=${node.email}`)).statusCode).toBe(401)
  })

  it('400: takes a challenge once, also when it was used in vain', async () => {
    const { token, options } = await askToSignIn()
    const challenge = bytes(options.challenge)
    expect((await send(token, device.sign(challenge, { flags: FLAGS.up }))).statusCode).toBe(400)
    const again = await send(token, device.sign(challenge))
    expect([again.statusCode, again.json().detail]).toEqual([400, expect.stringContaining('used before')])
  })

  it('of twenty uses of one challenge at the same moment one signs in', async () => {
    const { token, options } = await askToSignIn()
    const signed = device.sign(bytes(options.challenge))
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(token, signed)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it.each<[string, Changes]>([
    ['without user verification', { flags: FLAGS.up }],
    ['made on a page of another origin', { origin: 'https://evil.example' }],
    ['made for another relying party', { rpId: 'evil.example' }],
    ['of a registration', { type: 'webauthn.create' }],
  ])('400: refuses a signature %s', async (_what, changes) => {
    const answer = await signIn(device, changes)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'PASSKEY_REFUSED'])
  })

  it('400: refuses a passkey that is unknown, removed, or signs another challenge', async () => {
    expect((await signIn(newAuthenticator())).statusCode).toBe(400)
    const { token } = await askToSignIn()
    expect((await send(token, device.sign(Buffer.alloc(32, 1)))).statusCode).toBe(400)
    const headers = await bearerFor(service, node)
    const { passkeys } = (await service.call('GET', '/api/node/passkeys', { headers })).json()
    await service.call('DELETE', `/api/node/passkeys/${passkeys[0].id}`, { headers })
    expect((await signIn()).json().detail).toContain('not registered here any more')
  })

  it('400: refuses a challenge that is too old, of another purpose, or of nobody', async () => {
    const { token, options } = await askToSignIn()
    const made = await askForOptions(service, await bearerFor(service, node))
    expect((await send(made.token, device.sign(bytes(made.options.challenge)))).statusCode).toBe(400)
    expect((await send('AAAA', device.sign(bytes(options.challenge)))).statusCode).toBe(400)
    service.clock.pass(300_000)
    expect((await send(token, device.sign(bytes(options.challenge)))).statusCode).toBe(400)
    service.clock.set('2026-03-10T12:00:00.000Z')
  })

  it('400: closes a passkey whose counter does not grow, and tells its owner', async () => {
    expect((await signIn(device, { counter: 9 })).statusCode).toBe(200)
    expect((await signIn(device, { counter: 9 })).json().detail).toContain('copied')
    expect((await signIn(device, { counter: 10 })).statusCode).toBe(400)
    const events = (await listQueuedMails(service))
      .filter(({ to }) => to === node.email)
      .map((mail) => mail.params['event'])
    expect(events).toContain('passkey_clone')
  })

  it('409: an IP address has no passkeys', async () => {
    const headers = { host: '127.0.0.1' }
    const answer = await service.call('POST', '/api/auth/passkey/options', { headers })
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'PASSKEYS_UNAVAILABLE'])
  })
})
