import { Writable } from 'node:stream'
import { type ApproverKey, computeThumbprint } from '@stillhere/receipt/approver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAKERS } from '../../../test/attestations.ts'
import { FLAGS, newAuthenticator } from '../../../test/authenticator.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addPasskey, askForOptions } from '../../../test/passkeys.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService, UNHURRIED } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Node } from '../node-store.ts'
import { useChallenge } from './store.ts'

const PATH = '/api/node/passkeys'
const root = newAuthority('Root of a maker')

let service: TestService
let attesting: TestService
let node: Node
let headers: { authorization: string }
beforeAll(async () => {
  service = await startTestService()
  attesting = await startTestService({ deviceRoots: root.path, publicUrl: 'https://id.example.org' })
})
afterAll(async () => {
  await service.stop()
  await attesting.stop()
})
beforeEach(async () => {
  node = await addNode(service)
  headers = await bearerFor(service, node)
})

const list = async (whose = headers) => (await service.call('GET', PATH, { headers: whose })).json()
const add = (more: Parameters<typeof addPasskey>[2] = {}) => addPasskey(service, headers, more)

describe('POST /api/node/passkeys/options', () => {
  it('200: asks for a passkey that the device finds by itself and unlocks, and tells nobody whose it is', async () => {
    const { options, expires_at } = await askForOptions(service, headers)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Stillhere' },
      user: { name: node.handle, displayName: node.handle },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
    expect(expires_at).toBe('2026-03-10T12:05:00.000Z')
    const other = await askForOptions(service, await bearerFor(service, await addNode(service)))
    const again = await askForOptions(service, headers)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect([again.options.user.id, other.options.user.id === options.user.id]).toEqual([options.user.id, false])
    expect(again.options.challenge).not.toBe(options.challenge)
    expect(JSON.stringify(options)).not.toContain(node.email)
  })

  it('200: names the passkeys that there are', async () => {
    const authenticator = newAuthenticator()
    await add({ authenticator })
    expect(await askForOptions(service, headers)).toMatchObject({
      options: {
        excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
      },
    })
  })

  it('200: with DEVICE_ROOTS asks the device to attest itself, under the name of PUBLIC_URL', async () => {
    const whose = await bearerFor(attesting, await addNode(attesting))
    const { options } = await askForOptions(attesting, whose, { headers: { ...whose, host: 'id.example.org' } })
    expect(options).toMatchObject({ attestation: 'direct', rp: { id: 'id.example.org' } })
  })

  it('409: an IP address cannot have passkeys', async () => {
    const byAddress = await service.call('POST', `${PATH}/options`, { headers: { ...headers, host: '127.0.0.1' } })
    expect([byAddress.statusCode, byAddress.json().error]).toEqual([409, 'PASSKEYS_UNAVAILABLE'])
    const { settings } = service
    settings.publicUrl = 'http://[::1]:8787'
    const configured = await service.call('POST', `${PATH}/options`, { headers })
    settings.publicUrl = undefined
    expect([configured.statusCode, configured.json().detail]).toEqual([409, expect.stringContaining('PUBLIC_URL')])
  })
})

describe('POST /api/node/passkeys', () => {
  it('201: the owner gets a mail, and it stands in list and export', async () => {
    const authenticator = newAuthenticator()
    const changes = { flags: FLAGS.up | FLAGS.uv | FLAGS.be | FLAGS.bs }
    const answer = await add({ authenticator, changes, body: { name: ' Phone ' } })
    const passkey = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Phone',
      created_at: '2026-03-10T12:00:00.000Z',
      last_used_at: null,
      device: 'passkey',
      thumbprint: computeThumbprint(authenticator.keys.publicKey.export({ format: 'jwk' }) as ApproverKey),
      backed_up: true,
      transports: ['internal'],
      suspected_clone: false,
      only_for: null,
    }
    expect([answer.statusCode, answer.json()]).toEqual([201, passkey])
    expect(await list()).toEqual({ passkeys: [passkey], recommended: 2, most: 10, accepts_attested: false })
    const exported = (await service.call('GET', '/api/node/export', { headers })).json()
    expect(exported.passkeys).toEqual([
      {
        ...passkey,
        credential_id: authenticator.credentialId,
        public_key: expect.any(String),
        counter: 0,
        aaguid: '5374696c-6c68-6572-652d-746573742d31',
        format: 'none',
        attested_root: null,
        suspected_at: null,
      },
    ])
    const mails = await listQueuedMails(service)
    expect(mails.filter(({ to }) => to === node.email).map(({ params }) => params['event'])).toContain('passkey')
  })

  it('201: a device that proves itself counts as attested', async () => {
    const whose = { ...(await bearerFor(attesting, await addNode(attesting))), host: 'id.example.org' }
    const authenticator = newAuthenticator({ origin: 'https://id.example.org', rpId: 'id.example.org' })
    const attested = await addPasskey(attesting, whose, { authenticator, changes: { attest: MAKERS.packed(root) } })
    expect(attested.json()).toMatchObject({ device: 'attested' })
    const other = newAuthority('Root of a maker')
    const plain = newAuthenticator({ origin: 'https://id.example.org', rpId: 'id.example.org' })
    const unknown = await addPasskey(attesting, whose, {
      authenticator: plain,
      changes: { attest: MAKERS.packed(other) },
    })
    expect(unknown.json()).toMatchObject({ device: 'passkey' })
    const rows = await attesting.db.query(
      sql`SELECT attested_root IS NOT NULL AS attested, format FROM passkey ORDER BY slot`,
    )
    expect(rows).toEqual([
      { attested: true, format: 'packed' },
      { attested: false, format: 'packed' },
    ])
  })

  it('409: ten of one node, and none twice', async () => {
    const authenticator = newAuthenticator()
    for (let made = 0; made < 9; made++) expect((await add()).statusCode).toBe(201)
    expect((await add({ authenticator })).statusCode).toBe(201)
    expect((await add()).json().error).toBe('PASSKEY_LIMIT_REACHED')
    const other = await bearerFor(service, await addNode(service))
    expect((await addPasskey(service, other, { authenticator })).json().error).toBe('PASSKEY_TAKEN')
    const [{ id }] = (await list()).passkeys
    await service.call('DELETE', `${PATH}/${id}`, { headers })
    expect((await add()).statusCode).toBe(201)
  })

  it.each([
    ['another challenge', '/response', { changes: {}, challenge: 'AAAA' }],
    ['another origin', '/response', { changes: { origin: 'http://localhost.example.org' } }],
    ['another domain', '/response', { changes: { rpId: 'example.org' } }],
    ['no user verification', '/response', { changes: { flags: FLAGS.up } }],
    ['an assertion', '/response', { changes: { type: 'webauthn.get' } }],
    ['a broken statement', '/response', { changes: { attest: () => ({ fmt: 'packed', attStmt: new Map() }) } }],
    ['an attestation object that is none', '/response', { object: 'AAAA' }],
    ['the id of another passkey', '/response', { id: 'AAAA' }],
    ['a token that nobody sealed', '/token', { token: 'AAAA' }],
  ] as [string, string, { changes?: object; challenge?: string; object?: string; id?: string; token?: string }][])(
    '400: %s is refused, and nothing is written',
    async (_what, pointer, { changes = {}, challenge, object, id, token }) => {
      const asked = await askForOptions(service, headers)
      const before = await readStored(service)
      const made = newAuthenticator().register(challenge ?? asked.options.challenge, changes)
      if (object !== undefined) made.response.attestationObject = object
      if (id !== undefined) Object.assign(made, { id, rawId: id })
      const payload = { token: token ?? asked.token, response: made }
      const answer = await service.call('POST', PATH, { headers, payload })
      expect(answer.json()).toMatchObject({ error: 'PASSKEY_REFUSED', errors: [{ pointer }] })
      expect(await readStored(service)).toEqual(before)
    },
  )

  it('400: options of another node, after five minutes, or that made a passkey before', async () => {
    const { token, options } = await askForOptions(service, headers)
    const payload = { token, response: newAuthenticator().register(options.challenge) }
    const other = await bearerFor(service, await addNode(service))
    expect((await service.call('POST', PATH, { headers: other, payload })).json().error).toBe('PASSKEY_REFUSED')
    expect((await add({ body: { token, response: payload.response } })).statusCode).toBe(201)
    const again = { token, response: newAuthenticator().register(options.challenge) }
    expect((await add({ body: again })).json()).toMatchObject({ detail: 'It was used before: ask for new options.' })
    const late = await askForOptions(service, headers)
    service.clock.pass(300_000)
    const body = { token: late.token, response: newAuthenticator().register(late.options.challenge) }
    expect((await add({ body })).json()).toMatchObject({ errors: [{ pointer: '/token' }] })
  })

  it('50 parallel calls over HTTP with one challenge make one passkey, and the challenge is used once', async () => {
    const address = await service.app.listen({ host: 'localhost', port: 0 })
    const url = address.replace(/127\.0\.0\.1|\[::1\]/, 'localhost')
    const { token, options } = await askForOptions(service, headers)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const body = JSON.stringify({ token, response: newAuthenticator().register(options.challenge) })
        const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
        return (await fetch(`${url}${PATH}`, sent)).status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => ![201, 400].includes(status))).toEqual([])
    expect((await list()).passkeys).toHaveLength(1)
    const challenge = { id: '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a', expiresAt: service.now() }
    const used = await Promise.all(Array.from({ length: 50 }, () => useChallenge(service.db, challenge)))
    expect(used.filter(Boolean)).toHaveLength(1)
  })
})

describe('PATCH and DELETE /api/node/passkeys/:id', () => {
  it('200: renames and removes one’s own, and 404 for all others', async () => {
    const { id } = (await add()).json()
    const renamed = await service.call('PATCH', `${PATH}/${id}`, { headers, payload: { name: 'Key ring' } })
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Key ring'])
    const other = await bearerFor(service, await addNode(service))
    for (const [whose, which] of [
      [other, id],
      [headers, 'x%00'],
      [headers, '1'],
    ] as const) {
      const payload = { name: 'Mine' }
      expect((await service.call('PATCH', `${PATH}/${which}`, { headers: whose, payload })).statusCode).toBe(404)
      expect((await service.call('DELETE', `${PATH}/${which}`, { headers: whose })).statusCode).toBe(404)
    }
    expect((await list()).passkeys[0].name).toBe('Key ring')
    expect((await service.call('DELETE', `${PATH}/${id}`, { headers })).statusCode).toBe(200)
    expect((await list()).passkeys).toEqual([])
  })

  it.each(['', '  ', 'a\nb', 'x'.repeat(65), 7, null])('400: the name %j', async (name) => {
    const answer = await service.call('PATCH', `${PATH}/1`, { headers, payload: { name } })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/name'])
  })
})

it('401: without a token given at activation nothing of it can be done', async () => {
  const unproved = await bearerFor(service, node, { proved: false })
  for (const whose of [{}, unproved]) {
    expect((await service.call('GET', PATH, { headers: whose })).statusCode).toBe(401)
    expect((await service.call('POST', `${PATH}/options`, { headers: whose })).statusCode).toBe(401)
    expect((await service.call('PATCH', `${PATH}/1`, { headers: whose, payload: { name: 'a' } })).statusCode).toBe(401)
    expect((await service.call('DELETE', `${PATH}/1`, { headers: whose })).statusCode).toBe(401)
    const payload = { token: 'AAAA', response: newAuthenticator().register('AAAA') }
    expect((await service.call('POST', PATH, { headers: whose, payload })).statusCode).toBe(401)
  }
})

it('erasing a node leaves nothing of its passkeys, and used challenges are forgotten after a day', async () => {
  await add()
  await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
  expect(await service.db.query(sql`SELECT 1 FROM passkey WHERE node_id = ${node.id}`)).toEqual([])
  service.clock.pass(2 * 86_400_000)
  await deleteExpired(service)
  expect(await service.db.query(sql`SELECT 1 FROM used_passkey_challenge`)).toEqual([])
})

it('429: as LIMITS says, for options and passkeys together', async () => {
  const { limits } = service.settings
  const call = { headers, remoteAddress: '198.51.100.9' }
  service.settings.limits = { ...limits, 'passkey.address': { count: 1, perSeconds: 600 } }
  const statuses = []
  for (let calls = 0; calls < 2; calls++)
    statuses.push((await service.call('POST', `${PATH}/options`, call)).statusCode)
  service.settings.limits = limits
  expect(statuses).toEqual([200, 429])
})

it('logs neither credential ids nor user handles, whatever comes of a call', async () => {
  let written = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk
      done()
    },
  })
  const app = createTestApp(service, { ...UNHURRIED, logger: createLogger('debug', lines) })
  const authenticator = newAuthenticator()
  const { token, options } = (await app.inject({ method: 'POST', url: `${PATH}/options`, headers })).json()
  const send = (changes: object) => {
    const payload = { token, response: authenticator.register(options.challenge, changes) }
    return app.inject({ method: 'POST', url: PATH, headers, payload })
  }
  const statuses = [await send({ origin: 'https://example.org' }), await send({}), await send({})]
  await app.inject({ method: 'DELETE', url: `${PATH}/${authenticator.credentialId}`, headers })
  await app.close()
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 201, 400])
  expect(written.trim().split('\n')).toHaveLength(5)
  for (const secret of [authenticator.credentialId, options.user.id, options.challenge, token])
    expect(written).not.toContain(secret)
})
