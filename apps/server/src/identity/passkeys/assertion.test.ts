import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Authenticator, type Changes, FLAGS, newAuthenticator } from '../../../test/authenticator.ts'
import { newKeys } from '../../../test/certificates.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Node } from '../node-store.ts'
import { listCredentialIds, verifyAssertion } from './assertion.ts'
import { countUse, setSuspected } from './store.ts'

let service: TestService
let node: Node
let headers: { authorization: string }
let authenticator: Authenticator
const challenge = randomBytes(32)

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  node = await addNode(service)
  headers = await bearerFor(service, node)
  authenticator = newAuthenticator()
  await addPasskey(service, headers, { authenticator })
})

const verify = (response: unknown, nodeId = node.id) =>
  service.db.transaction((tx) => verifyAssertion(tx, service, { nodeId, challenge, response }))
const sign = (changes: Changes = {}) => verify(authenticator.sign(challenge, changes))
const shown = async () => (await service.call('GET', '/api/node/passkeys', { headers })).json().passkeys[0]
const listIds = () =>
  service.db.transaction((tx) => listCredentialIds(tx, service, { nodeId: node.id, assurance: 2, signedFor: null }))
/** A problem with these words. */
const problem = (words: unknown) => expect.objectContaining({ code: 'PASSKEY_REFUSED', message: words })
/** A signature that was verified. */
const ASSERTED = { device: 'passkey', rpId: 'localhost', origin: 'http://localhost' }
const COPIED = problem(expect.stringContaining('may have been copied'))

it('a passkey of the node signs, and the hour of it is kept', async () => {
  service.clock.set('2026-03-10T13:37:21.000Z')
  expect(await sign()).toMatchObject(ASSERTED)
  expect(await sign()).toMatchObject(ASSERTED)
  expect((await shown()).last_used_at).toBe('2026-03-10T13:00:00.000Z')
  expect(await listIds()).toEqual([authenticator.credentialId])
})

it('a passkey that does not count may stay at zero', async () => {
  expect(await sign({ counter: 0 })).toMatchObject(ASSERTED)
  expect(await sign({ counter: 0 })).toMatchObject(ASSERTED)
})

it.each([
  ['another origin', { origin: 'https://localhost.example.org' }, 'It was made for another site.'],
  ['a frame of another site', { crossOrigin: true }, 'It was made in a frame of another site.'],
  ['another domain', { rpId: 'example.org' }, 'It was made for another site.'],
  ['no user verification', { flags: FLAGS.up }, expect.stringContaining('PIN')],
  ['no user presence', { flags: FLAGS.uv }, expect.stringContaining('PIN')],
  ['a registration', { type: 'webauthn.create' }, expect.any(String)],
  ['another key', { keys: newKeys() }, 'It cannot be read, or its signature is wrong.'],
] as [string, Changes, unknown][])('refuses %s, and counts nothing', async (_what, changes, words) => {
  expect(await sign({ counter: 9, ...changes })).toEqual(problem(words))
  expect(await sign({ counter: 8 })).toMatchObject(ASSERTED)
})

it('refuses another challenge, the passkey of another node, a removed one, and what is no assertion', async () => {
  expect(await verify(authenticator.sign(randomBytes(32)))).toEqual(problem('It was made for another challenge.'))
  const other = await addNode(service)
  expect(await verify(authenticator.sign(challenge), other.id)).toEqual(problem(expect.stringContaining('belong')))
  for (const bad of [null, undefined, 'x', [], {}, { id: 7 }, { ...authenticator.sign(challenge), response: {} }]) {
    expect(await verify(bad)).toEqual(problem(expect.stringContaining('cannot be read')))
  }
  const garbled = authenticator.sign(challenge)
  expect(await verify({ ...garbled, response: { ...garbled.response, clientDataJSON: 'AAAA' } })).toEqual(
    problem(expect.any(String)),
  )
  await service.call('DELETE', `/api/node/passkeys/${(await shown()).id}`, { headers })
  expect(await sign()).toEqual(problem(expect.stringContaining('belong')))
})

it.each([[5], [4], [0]])(
  'a counter of %i after 5 closes the passkey for good, and its owner is told',
  async (counter) => {
    expect(await sign({ counter: 5 })).toMatchObject(ASSERTED)
    expect(await sign({ counter })).toEqual(COPIED)
    expect(await sign({ counter: 6 })).toEqual(COPIED)
    expect((await shown()).suspected_clone).toBe(true)
    expect(await listIds()).toEqual([])
    const events = (await listQueuedMails(service))
      .filter(({ to }) => to === node.email)
      .map(({ params }) => params['event'])
    expect(events.filter((event) => event === 'passkey_clone')).toHaveLength(1)
  },
)

it('a passkey that another process has just closed counts no use', async () => {
  const { id } = await shown()
  const use = { id, counter: 7, backedUp: false, now: service.now() }
  expect(await setSuspected(service.db, id, service.now())).toBe(true)
  expect([await countUse(service.db, use), await setSuspected(service.db, id, service.now())]).toEqual([false, false])
})

it('of 20 parallel assertions with one counter one passes', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => sign({ counter: 3 })))
  expect(outcomes.filter((outcome) => 'passkey' in outcome)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome instanceof RequestProblem)).toHaveLength(19)
})
