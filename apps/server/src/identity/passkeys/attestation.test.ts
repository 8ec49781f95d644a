import type { X509Certificate } from 'node:crypto'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { describe, expect, it } from 'vitest'
import { attestSelf, type Choice, MAKERS } from '../../../test/attestations.ts'
import { type Attest, FLAGS, newAuthenticator, type ObjectParts, writeObject } from '../../../test/authenticator.ts'
import { certify, extension, nameOf, newAuthority, newKeys } from '../../../test/certificates.ts'
import { encodeElement, encodeExplicit, encodeSequence } from '../../app/lan/certificate.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { createSecrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { drawChallenge, readNewCredential, sealChallenge } from './register.ts'

const root = newAuthority('Root of a maker')
const batch = newAuthority('Batch of a maker', root)
const stranger = newAuthority('Batch of a maker', newAuthority('Root of a maker'))
const [anchor] = root.path as [X509Certificate]

const NOW = new Date('2026-03-10T12:00:00.000Z')
const secrets = createSecrets(Buffer.alloc(32, 7))
const rp = { id: 'localhost', origin: undefined }
const drawn = drawChallenge({ nodeId: 1, onlyFor: null }, NOW)
const token = sealChallenge(secrets, drawn)

type Response = ReturnType<ReturnType<typeof newAuthenticator>['register']>
type Format = keyof typeof MAKERS
const FORMATS = Object.keys(MAKERS) as Format[]

/** What comes of a response: its device, or that it is refused. Anything but a refusal of ours is a bug. */
async function judge(
  response: Response,
  { roots = [anchor], now = NOW } = {},
): Promise<'passkey' | 'attested' | 'refused'> {
  const settings = { ...readSettings({}), deviceRoots: roots }
  // No metadata is imported.
  const db = { query: async () => [] }
  const service = { db, secrets, settings, now: () => now } as unknown as Service
  const fresh = now === NOW ? token : sealChallenge(secrets, { ...drawn, expiresAt: new Date(now.getTime() + 1) })
  try {
    const { passkey } = await readNewCredential(service, { token: fresh, response }, { nodeId: 1, rp })
    return passkey.attestedRoot ? 'attested' : 'passkey'
  } catch (error) {
    if (error instanceof RequestProblem && error.code === 'PASSKEY_REFUSED') return 'refused'
    throw error
  }
}

const make = (attest: Attest, more = {}, challenge = drawn.challenge) =>
  newAuthenticator().register(challenge, { attest, ...more })
const statement = (format: Format, choice: Choice = {}, authority = batch) => make(MAKERS[format](authority, choice))

describe.each(FORMATS)('%s', (format) => {
  it('counts where its chain leads to a root, with or without the root itself, or right below it', async () => {
    expect(await judge(statement(format))).toBe('attested')
    expect(await judge(statement(format, { chain: (chain) => [...chain, anchor] }))).toBe('attested')
    expect(await judge(statement(format, {}, root))).toBe('attested')
    expect(await judge(statement(format), { roots: stranger.path.slice(-1).concat(anchor) })).toBe('attested')
  })

  it('does not count without roots, or under a root of the same name', async () => {
    expect(await judge(statement(format), { roots: [] })).toBe('passkey')
    expect(await judge(statement(format), { roots: stranger.path.slice(-1) })).toBe('passkey')
  })

  it('does not count once a certificate on its path has ended, or before it begins', async () => {
    const late = new Date('2050-01-01T00:00:00.000Z')
    expect(await judge(statement(format), { now: late })).toBe('passkey')
    expect(await judge(statement(format), { now: new Date('2019-12-31T00:00:00.000Z') })).toBe('passkey')
    const young = newAuthority('Young', root, { from: '2030-01-01' })
    expect(await judge(statement(format, {}, young))).toBe('passkey')
  })

  it('does not count where the key may be copied to other devices', async () => {
    expect(await judge(make(MAKERS[format](batch), { flags: FLAGS.up | FLAGS.uv | FLAGS.be }))).toBe('passkey')
  })
})

it('none and self attestation are plain passkeys, and so is a format that nobody judges', async () => {
  expect(await judge(make(() => ({ fmt: 'none', attStmt: new Map() })))).toBe('passkey')
  expect(await judge(make(attestSelf))).toBe('passkey')
  expect(await judge(make(() => ({ fmt: 'compound', attStmt: new Map() })))).toBe('passkey')
})

it('an Android key in software does not count, nor one that an attested key vouches for', async () => {
  expect(await judge(statement('android-key', { level: 0 }))).toBe('passkey')
  expect(await judge(statement('android-key', { level: 2 }))).toBe('attested')
  const extensions = [extension('1.3.6.1.4.1.11129.2.1.17', encodeSequence())]
  const attestedKey = newAuthority('A key with a description of its own', batch, { extensions })
  expect(await judge(statement('android-key', {}, attestedKey))).toBe('passkey')
  expect(await judge(statement('packed', {}, attestedKey))).toBe('attested')
})

it('never asks an address that a certificate names', async () => {
  const asked: string[] = []
  const real = globalThis.fetch
  globalThis.fetch = ((url: string) => asked.push(url)) as unknown as typeof fetch
  const address = encodeElement(0x86, Buffer.from('http://10.0.0.1/list.crl'))
  const extensions = [
    extension('2.5.29.31', encodeSequence(encodeSequence(encodeExplicit(0, encodeExplicit(0, address))))),
  ]
  const own = newAuthority('Stranger', newAuthority('Strange root', undefined, { extensions }), { extensions })
  for (const format of FORMATS)
    await judge(statement(format, { chain: (chain) => [...chain, ...own.path.slice(-1)] }, own))
  globalThis.fetch = real
  expect(asked).toEqual([])
})

describe('1,000 forged statements', () => {
  const seen: Record<string, number> = {}
  const count = async (responses: readonly Response[]) => {
    for (const response of responses) {
      const outcome = await judge(response)
      seen[outcome] = (seen[outcome] ?? 0) + 1
    }
  }
  const times = <T>(many: number, one: (at: number) => T) => Array.from({ length: many }, (_, at) => one(at))
  const parts = (response: Response): ObjectParts => {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
    )
    return { fmt: decoded.get('fmt'), attStmt: decoded.get('attStmt') as never, authData: decoded.get('authData') }
  }
  const put = (response: Response, object: string): Response => ({
    ...response,
    response: { ...response.response, attestationObject: object },
  })
  const alter = (response: Response, change: (parts: ObjectParts) => ObjectParts) =>
    put(response, writeObject(change(parts(response))))
  // Every byte is reached over the formats; the step is prime, so that no field is passed over.
  const flip = (bytes: Uint8Array, at: number) => {
    const altered = Buffer.from(bytes)
    const place = (at * 37) % altered.length
    altered[place] = (altered[place] ?? 0) ^ (1 << (at % 8))
    return altered
  }

  // The length of the last text, and the tag and length around a signature's two numbers, are not looked at by the library: they change nothing.
  const write = (response: Response) =>
    JSON.stringify(parts(response), (_, value) => {
      if (value instanceof Map) return [...value].map(([name, one]) => [name, name === 'sig' ? one.slice(2) : one])
      return value
    })
  const saysTheSame = (one: Response, other: Response) => {
    try {
      return write(one) === write(other)
    } catch {
      return false
    }
  }

  it.each(FORMATS)('%s: altered bytes anywhere, and in authenticator data', async (format) => {
    const good = statement(format)
    const object = Buffer.from(good.response.attestationObject, 'base64url')
    const altered = times(180, (at) => put(good, flip(object, at).toString('base64url')))
    await count(altered.filter((one) => !saysTheSame(one, good)))
    await count(times(40, (at) => alter(good, (old) => ({ ...old, authData: flip(old.authData, at) }))))
  })

  it.each(FORMATS)('%s: for another challenge, key or format', async (format) => {
    const attest = MAKERS[format](batch)
    await count(times(10, () => make(attest, {}, Buffer.alloc(32, 9).toString('base64url'))))
    await count(
      times(10, () => alter(statement(format), (old) => ({ ...old, authData: parts(statement(format)).authData }))),
    )
    await count(
      times(10, () => alter(statement(format), (old) => ({ ...old, attStmt: parts(make(attestSelf)).attStmt }))),
    )
    const others = FORMATS.filter((other) => other !== format)
    await count(others.map((fmt) => alter(statement(format), (old) => ({ ...old, fmt }))))
  })

  it.each(FORMATS)('%s: with a bad chain', async (format) => {
    const name = nameOf({ '2.5.4.3': 'Batch of a maker' })
    const notCa = { ...newKeys(), name }
    const bad: [Choice, typeof batch?][] = [
      [{}, stranger],
      [{ chain: (chain) => [...chain, anchor] }, stranger],
      [{ chain: ([leaf]) => (leaf ? [leaf, ...batch.path] : []) }, stranger],
      [{ chain: (chain) => chain.slice(0, 1) }],
      [{ chain: (chain) => chain.slice(1) }],
      [{ chain: (chain) => chain.toReversed() }],
      [{ chain: () => [] }],
      [{ chain: () => [anchor] }],
      [{ chain: (chain) => [...chain, ...chain, anchor] }],
      [{ ca: true }],
      [{ from: '2020-01-01', to: '2021-01-01' }],
      [{ from: '2040-01-01' }],
      [{}, { ...notCa, path: [certify(notCa, root, { name }), anchor] }],
    ]
    await count(bad.map(([choice, authority]) => statement(format, choice, authority)))
    await count(times(10, () => make(attestSelf)))
  })

  it('none of them counts', () => {
    const { attested = 0, passkey = 0, refused = 0 } = seen
    expect([attested, passkey + refused >= 1000]).toEqual([0, true])
    expect(refused).toBeGreaterThan(500)
  })
})
