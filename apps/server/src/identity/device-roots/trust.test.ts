import type { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Choice, MAKERS } from '../../../test/attestations.ts'
import { type Authenticator, newAuthenticator } from '../../../test/authenticator.ts'
import { type Authority, newAuthority } from '../../../test/certificates.ts'
import { addTestSite } from '../../../test/checks.ts'
import { describeModel, describeModels, importBlob, newSigner, signBlob } from '../../../test/metadata.ts'
import { addNode, bearerFor, renewSignIn } from '../../../test/nodes.ts'
import { addPasskey, askForOptions } from '../../../test/passkeys.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { verifyAssertion } from '../passkeys/assertion.ts'
import { findMetadata } from './store.ts'

// The clock stands at 2026-03-10T12:00:00Z.
const root = newAuthority('Root of the metadata')
const signer = newSigner(root)
const [anchor] = root.path as [X509Certificate]
const maker = newAuthority('A maker')
const OTHER = '11111111-0000-4000-8000-000000000000'

let service: TestService
let other: FastifyInstance
let headers: { authorization: string }
let nodeId: number
let email: string
beforeEach(async () => {
  service = await startTestService()
  other = openSecondProcess(service)
  const node = await addNode(service)
  nodeId = node.id
  email = node.email
  headers = await bearerFor(service, node)
})
afterEach(async () => {
  await other.close()
  await service.stop()
})

let no = 0
/** Imports a newer blob with these models. */
async function load(entries: readonly object[], more: { nextUpdate?: string } = {}): Promise<void> {
  no++
  const blob = signBlob(signer, describeModels(entries, { no, ...more }))
  expect(await importBlob(service.db, { blob, root: anchor, now: service.now() })).toBe(true)
}

/** Registers a passkey that a maker vouches for, and says what it counts as. */
async function register(
  authority: Authority,
  choice: Choice = {},
  authenticator = newAuthenticator(),
): Promise<string> {
  const changes = { attest: MAKERS.packed(authority, choice) }
  return (await addPasskey(service, headers, { authenticator, changes })).json().device
}

/** What a passkey counts as when it signs now. */
async function judge(authenticator: Authenticator): Promise<string> {
  const challenge = Buffer.alloc(32, 5)
  const response = authenticator.sign(challenge)
  const asserted = await service.db.transaction((tx) => verifyAssertion(tx, service, { nodeId, challenge, response }))
  return asserted instanceof RequestProblem ? asserted.message : asserted.device
}

const listPasskeys = async () => (await service.call('GET', '/api/node/passkeys', { headers })).json()

/** The levels that a process offers in its discovery document. */
async function discover(app: FastifyInstance): Promise<number> {
  const answer = await app.inject({ url: '/oidc/.well-known/openid-configuration', headers: { host: 'localhost' } })
  return answer.json().acr_values_supported.length
}

/** The status of everything that asks for level 3. */
async function askForLevelThree(): Promise<number[]> {
  const shop = await addTestSite(service)
  const bearer = { authorization: `Bearer ${shop.secret}` }
  const admin = { 'x-admin-secret': 'the-admin-secret' }
  const site = { name: 'Bank', origins: ['https://bank.example'], actions: { Pay: 3 } }
  const approval = { approver: 'nobody', action: { type: 'pay', summary: 'Pay' }, assurance: 3 }
  const answers = [
    await service.call('POST', '/api/challenge', { payload: { purpose: 'verify', pace: 'live', assurance: 3 } }),
    await service.call('POST', '/api/checks', { payload: { action: 'Pay', assurance: 3 }, headers: bearer }),
    await service.call('POST', '/api/admin/sites', { payload: site, headers: admin }),
    await service.call('POST', '/api/approvals', { payload: approval, headers: bearer }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}

describe('metadata that is imported while the service runs', () => {
  it('makes level 3 reachable in every process, and asks keys to show what they are', async () => {
    expect([await discover(service.app), await discover(other)]).toEqual([2, 2])
    expect(await askForLevelThree()).toEqual([400, 400, 400, 400])
    expect((await listPasskeys()).accepts_attested).toBe(false)
    await load([describeModel(maker)])
    expect([await discover(service.app), await discover(other)]).toEqual([3, 3])
    // The person of the approval does not exist.
    expect(await askForLevelThree()).toEqual([201, 201, 201, 403])
    expect((await listPasskeys()).accepts_attested).toBe(true)
  })

  it('lets keys of its models count, and of no others', async () => {
    await load([describeModel(maker)])
    expect(await register(maker)).toBe('attested')
    expect(await register(newAuthority('A batch', maker))).toBe('attested')
    expect(await register(newAuthority('A maker'))).toBe('passkey')
    await load([describeModel(maker, { aaguid: OTHER })])
    expect(await register(maker)).toBe('passkey')
  })

  it('lets no key count whose certificate does not name its model: one root may stand over several', async () => {
    await load([describeModel(maker)])
    expect(await register(maker, { extensions: [] })).toBe('passkey')
  })

  it('does not count a day longer than 30 days after it was to be replaced', async () => {
    await load([describeModel(maker)], { nextUpdate: '2026-04-01' })
    const key = newAuthenticator()
    expect(await register(maker, {}, key)).toBe('attested')
    service.clock.set('2026-05-01T23:59:59.000Z')
    expect([await discover(service.app), await judge(key)]).toEqual([3, 'attested'])
    service.clock.set('2026-05-02T00:00:00.000Z')
    expect([await discover(service.app), await discover(other), await judge(key)]).toEqual([2, 2, 'passkey'])
  })
})

describe('a key that was attested', () => {
  it('counts no more when its model is revoked, left out or certified no longer', async () => {
    const key = newAuthenticator()
    await load([describeModel(maker)])
    expect(await register(maker, {}, key)).toBe('attested')
    expect(await judge(key)).toBe('attested')
    const good = describeModel(maker, { aaguid: OTHER })
    for (const statuses of [['FIDO_CERTIFIED_L1', 'REVOKED'], ['NOT_FIDO_CERTIFIED']]) {
      await load([describeModel(maker, { statuses }), good])
      expect(await judge(key)).toBe('passkey')
      expect((await listPasskeys()).passkeys).toMatchObject([{ device: 'passkey' }])
    }
    await load([good])
    expect(await judge(key)).toBe('passkey')
    await load([describeModel(maker), good])
    expect(await judge(key)).toBe('attested')
  })

  it('counts no more when its maker’s certificate is taken off its model', async () => {
    const key = newAuthenticator()
    await load([describeModel(maker)])
    await register(maker, {}, key)
    await load([describeModel(newAuthority('A maker'))])
    expect(await judge(key)).toBe('passkey')
  })

  it('counts by DEVICE_ROOTS for as long as its root is there', async () => {
    const key = newAuthenticator()
    Object.assign(service.settings, { deviceRoots: maker.path })
    expect(await register(maker, { extensions: [] }, key)).toBe('attested')
    expect(await discover(service.app)).toBe(3)
    Object.assign(service.settings, { deviceRoots: [] })
    expect([await judge(key), await discover(service.app)]).toEqual(['passkey', 2])
    // By metadata, the same root counts for its model alone; this very key was shown to be under it.
    await load([describeModel(maker)])
    expect(await judge(key)).toBe('attested')
  })

  it('is the one that is offered for level 3; others are offered where there is none', async () => {
    const [plain, attested] = [newAuthenticator(), newAuthenticator()]
    await load([describeModel(maker)])
    await addPasskey(service, headers, { authenticator: plain })
    const ask = async (assurance: number) => {
      const payload = { purpose: 'verify', pace: 'live', email, assurance }
      return (await service.call('POST', '/api/challenge', { payload, headers })).json().passkeys.credential_ids
    }
    expect(await ask(3)).toEqual([plain.credentialId])
    await register(maker, {}, attested)
    expect([await ask(2), await ask(3)]).toEqual([[plain.credentialId, attested.credentialId], [attested.credentialId]])
  })
})

it('metadata never goes back, in whichever order and by however many processes it comes', async () => {
  const blobs = [3, 1, 5, 2, 4].map((number) =>
    signBlob(signer, describeModels([describeModel(maker)], { no: number })),
  )
  await Promise.all(blobs.map((blob) => importBlob(service.db, { blob, root: anchor, now: service.now() })))
  expect((await findMetadata(service.db))?.number).toBe(5)
  const again = { blob: blobs[2]!, root: anchor, now: service.now(), leastCertification: 'L2' } as const
  expect(await importBlob(service.db, again)).toBe(true)
  expect((await findMetadata(service.db))?.models).toEqual({})
  const sameNumber = signBlob(signer, describeModels([], { no: 5 }))
  expect(await importBlob(service.db, { blob: sameNumber, root: anchor, now: service.now() })).toBe(false)
  const stranger = newAuthority('Root of the metadata')
  const foreign = signBlob(newSigner(stranger), describeModels([], { no: 9 }))
  expect(await importBlob(service.db, { blob: foreign, root: stranger.path[0]!, now: service.now() })).toBe(false)
})

it('a security key is asked for as a device of its own that shows what it is', async () => {
  await load([describeModel(maker)])
  await renewSignIn(service, headers)
  const { options } = await askForOptions(service, headers, { payload: { security_key: true } })
  expect(options).toMatchObject({
    attestation: 'direct',
    hints: ['security-key'],
    authenticatorSelection: { authenticatorAttachment: 'cross-platform', userVerification: 'required' },
  })
  const { options: usual } = await askForOptions(service, headers)
  expect(usual.hints).toBeUndefined()
  expect(usual.authenticatorSelection.authenticatorAttachment).toBeUndefined()
})
