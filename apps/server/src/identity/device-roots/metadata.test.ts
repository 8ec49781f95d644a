import { createHmac, type X509Certificate } from 'node:crypto'
import { seededRandom } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { MODEL } from '../../../test/authenticator.ts'
import { newAuthority } from '../../../test/certificates.ts'
import {
  describeModel,
  describeModels,
  encodePart,
  newRsaKeys,
  newSigner,
  SIGNER_NAME,
  signBlob,
} from '../../../test/metadata.ts'
import { type Certification, MetadataProblem, readAge, readMetadata } from './metadata.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const root = newAuthority('Root of the metadata')
const issuer = newAuthority('Issuer of the metadata', root)
const maker = newAuthority('A maker')
const signer = newSigner(issuer)
const [anchor] = root.path as [X509Certificate]
const PAYLOAD = describeModels([describeModel(maker)], { no: 7 })
const GOOD = signBlob(signer, PAYLOAD)

type Choice = { leastCertification?: Certification; now?: Date; trusted?: X509Certificate }

const read = (blob: string, { leastCertification = 'L1', now = NOW, trusted = anchor }: Choice = {}) =>
  readMetadata(blob, { root: trusted, signer: SIGNER_NAME, leastCertification, now })

describe('a signed blob', () => {
  it('is read with ES256 and RS256, with or without the root in its chain', () => {
    const expected = { number: 7, nextUpdate: '2048-01-01', leftOut: 0 }
    expect(read(GOOD)).toMatchObject(expected)
    expect(read(`${GOOD}\n`).models).toEqual({
      [MODEL]: {
        name: 'Key of the tests',
        certification: 'L1',
        roots: [maker.path[0]?.raw.toString('base64')],
      },
    })
    const rsa = newSigner(issuer, { keys: newRsaKeys() })
    expect(read(signBlob(rsa, PAYLOAD))).toMatchObject(expected)
    expect(read(signBlob({ ...signer, chain: [...signer.chain, anchor] }, PAYLOAD))).toMatchObject(expected)
  })

  const [head = '', body = '', signature = ''] = GOOD.split('.')
  const other = encodePart(describeModels([describeModel(maker)], { no: 8 }))
  const hmac = (header: string) =>
    createHmac('sha256', signer.publicKey.export({ type: 'spki', format: 'pem' }))
      .update(header)
      .digest('base64url')
  const hs256 = `${encodePart({ alg: 'HS256', x5c: signer.chain.map(({ raw }) => raw.toString('base64')) })}.${body}`
  const expired = newAuthority('Issuer of the metadata', root, { to: '2026-01-01' })

  it.each<[string, RegExp, string, Choice?]>([
    ['under another root', /do not lead to the root/, GOOD, { trusted: maker.path[0]! }],
    ['under a root of the same name', /do not lead/, GOOD, { trusted: newAuthority('Root of the metadata').path[0]! }],
    ['by a certificate that has ended', /have ended/, signBlob(newSigner(issuer, { to: '2026-03-01' }), PAYLOAD)],
    ['by one that begins later', /have ended/, signBlob(newSigner(issuer, { from: '2027-01-01' }), PAYLOAD)],
    ['under an issuer that has ended', /have ended/, signBlob(newSigner(expired), PAYLOAD)],
    ['by an authority itself', /do not lead/, signBlob(newSigner(issuer, { ca: true }), PAYLOAD)],
    [
      'by another website under the root',
      /not signed by mds/,
      signBlob(newSigner(issuer, { host: 'a.example' }), PAYLOAD),
    ],
    ['without its issuer', /do not lead/, signBlob({ ...signer, chain: signer.chain.slice(0, 1) }, PAYLOAD)],
    ['with a chain of nine', /do not lead/, signBlob({ ...signer, chain: Array(9).fill(signer.chain[0]) }, PAYLOAD)],
    ['with another content', /signature of the metadata is wrong/, `${head}.${other}.${signature}`],
    ['by another key', /signature .* is wrong/, signBlob({ ...newSigner(issuer), chain: signer.chain }, PAYLOAD)],
    [
      'with another header',
      /signature .* is wrong/,
      `${encodePart({ alg: 'ES256', x5c: signer.chain.map(({ raw }) => raw.toString('base64')) })}.${body}.${signature}`,
    ],
    ['with alg none', /RS256 or ES256/, signBlob(signer, PAYLOAD, { alg: 'none' })],
    ['with alg none and no signature', /no metadata/, `${encodePart({ alg: 'none', x5c: [] })}.${body}.`],
    ['with the public key as a secret', /RS256 or ES256/, `${hs256}.${hmac(hs256)}`],
    ['with RS256 for a key of ES256', /RS256 or ES256/, signBlob(signer, PAYLOAD, { alg: 'RS256' })],
    ['with PS256', /RS256 or ES256/, signBlob(newSigner(issuer, { keys: newRsaKeys() }), PAYLOAD, { alg: 'PS256' })],
    ['by a key of 1,024 bits', /key that fits/, signBlob(newSigner(issuer, { keys: newRsaKeys(1024) }), PAYLOAD)],
    ['with a header that must be understood', /key that fits/, signBlob(signer, PAYLOAD, { crit: ['b64'] })],
    ['without certificates', /no metadata/, signBlob(signer, PAYLOAD, { x5c: undefined, x5u: 'https://a.example' })],
    ['with no certificate', /cannot be read/, signBlob(signer, PAYLOAD, { x5c: [] })],
    ['with a certificate of noise', /cannot be read/, signBlob(signer, PAYLOAD, { x5c: ['AAAA', 7] })],
    ['that is cut off', /wrong/, GOOD.slice(0, -10)],
    ['in four parts', /no metadata/, `${GOOD}.AAAA`],
    ['that is empty', /no metadata/, ''],
    ['that is a page', /no metadata/, '<!doctype html><title>Not found</title>'],
    ['that is binary', /no metadata/, '\u0000.\u00ff.\u0000'],
    ['without a number', /no number/, signBlob(signer, { ...PAYLOAD, no: undefined })],
    ['with a number below zero', /no number/, signBlob(signer, { ...PAYLOAD, no: -1 })],
    ['with half a number', /no number/, signBlob(signer, { ...PAYLOAD, no: 1.5 })],
    ['with a number as text', /no number/, signBlob(signer, { ...PAYLOAD, no: '7' })],
    ['without an end', /when it ends/, signBlob(signer, { ...PAYLOAD, nextUpdate: 'soon' })],
    ['with an impossible end', /when it ends/, signBlob(signer, { ...PAYLOAD, nextUpdate: '2048-13-01' })],
    ['without a list', /no list/, signBlob(signer, { ...PAYLOAD, entries: {} })],
    ['with a list as its content', /no number/, signBlob(signer, [PAYLOAD])],
    ['that is too old', /more than 30 days ago/, signBlob(signer, { ...PAYLOAD, nextUpdate: '2026-02-07' })],
  ])('%s is refused, with the reason', (_what, reason, blob, choice) => {
    expect(() => read(blob, choice)).toThrow(MetadataProblem)
    expect(() => read(blob, choice)).toThrow(reason)
  })

  it('gives nothing else after any change of a byte', () => {
    const random = seededRandom(46)
    const good = JSON.stringify(read(GOOD))
    let refused = 0
    for (let turn = 0; turn < 400; turn++) {
      const bytes = Buffer.from(GOOD)
      const place = Math.floor(random() * bytes.length)
      bytes[place] = Math.floor(random() * 256)
      try {
        // The last sign of base64url has bits that stand for nothing.
        expect(JSON.stringify(read(bytes.toString('latin1')))).toBe(good)
      } catch (error) {
        expect(error).toBeInstanceOf(MetadataProblem)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(380)
  })

  it('of 5 MB is read', () => {
    const icon = 'A'.repeat(20_000)
    const entries = Array.from({ length: 250 }, (_, at) => {
      const aaguid = `${String(at + 1).padStart(8, '0')}-0000-4000-8000-000000000000`
      return describeModel(maker, { aaguid, statement: { icon } })
    })
    const blob = signBlob(signer, describeModels(entries))
    expect(blob.length).toBeGreaterThan(5_000_000)
    expect(Object.keys(read(blob).models)).toHaveLength(250)
  })
})

describe('a model', () => {
  const certify = (choice: Parameters<typeof describeModel>[1], least?: Certification) => {
    const blob = signBlob(signer, describeModels([describeModel(maker, choice)]))
    return read(blob, least ? { leastCertification: least } : {}).models[MODEL]?.certification
  }
  const on = (effectiveDate: string, status: string) => ({ status, effectiveDate })

  it.each<[string, Certification, (string | ReturnType<typeof on>)[]]>([
    ['certified before there were levels', 'L1', ['FIDO_CERTIFIED']],
    ['certified at a level', 'L2plus', ['FIDO_CERTIFIED_L2plus']],
    [
      'that may be updated, and is good by FIPS 140',
      'L1',
      ['UPDATE_AVAILABLE', 'FIDO_CERTIFIED_L1', 'FIPS140_CERTIFIED_L3'],
    ],
    ['certified since', 'L1', [on('2021-01-01', 'FIDO_CERTIFIED_L1'), on('2020-01-01', 'NOT_FIDO_CERTIFIED')]],
    ['lifted to another level', 'L3', [on('2021-01-01', 'FIDO_CERTIFIED_L3'), on('2020-01-01', 'FIDO_CERTIFIED_L1')]],
    ['of two levels on one day', 'L1', ['FIDO_CERTIFIED_L2', 'FIDO_CERTIFIED_L1']],
    ['lifted to another level next year', 'L1', ['FIDO_CERTIFIED_L1', on('2027-01-01', 'FIDO_CERTIFIED_L2')]],
  ])('%s counts as %s', (_what, level, statuses) => {
    expect(certify({ statuses })).toBe(level)
  })

  it.each([
    'REVOKED',
    'USER_VERIFICATION_BYPASS',
    'ATTESTATION_KEY_COMPROMISE',
    'USER_KEY_REMOTE_COMPROMISE',
    'USER_KEY_PHYSICAL_COMPROMISE',
    'RETIRED',
    'A_STATUS_OF_2030',
  ])('that was ever %s does not count, certified since or not', (status) => {
    expect(certify({ statuses: [on('2020-01-01', status), on('2021-01-01', 'FIDO_CERTIFIED_L3')] })).toBeUndefined()
    expect(certify({ statuses: ['FIDO_CERTIFIED_L3', { status }] })).toBeUndefined()
    expect(certify({ statuses: ['FIDO_CERTIFIED_L3', on('2030-01-01', status)] })).toBeUndefined()
  })

  it.each<[string, Parameters<typeof describeModel>[1]]>([
    ['not certified', { statuses: ['NOT_FIDO_CERTIFIED'] }],
    ['certified no more', { statuses: ['FIDO_CERTIFIED_L1', on('2021-01-01', 'NOT_FIDO_CERTIFIED')] }],
    ['certified by its own word', { statuses: ['SELF_ASSERTION_SUBMITTED'] }],
    ['certified from next year on', { statuses: [on('2027-01-01', 'FIDO_CERTIFIED_L1')] }],
    ['without a status', { statuses: [] }],
    ['that may be updated', { statuses: ['UPDATE_AVAILABLE'] }],
    ['with keys in software', { statement: { keyProtection: ['software'] } }],
    ['with keys in software and hardware', { statement: { keyProtection: ['software', 'hardware'] } }],
    ['with keys elsewhere', { statement: { keyProtection: ['remote_handle'] } }],
    ['that says nothing of its keys', { statement: { keyProtection: undefined } }],
    ['of an older protocol', { statement: { protocolFamily: 'u2f' } }],
    ['that describes another', { statement: { aaguid: '11111111-0000-4000-8000-000000000000' } }],
    ['without roots', { statement: { attestationRootCertificates: [] } }],
    ['with a root of noise', { statement: { attestationRootCertificates: ['AAAA'] } }],
    ['of no description', { statement: undefined as never, aaguid: '00000000-0000-0000-0000-000000000000' }],
  ])('%s does not count', (_what, choice) => {
    const { aaguid = MODEL } = choice ?? {}
    const { models, leftOut } = read(signBlob(signer, describeModels([describeModel(maker, choice)])))
    expect([models[aaguid], leftOut]).toEqual([undefined, 1])
  })

  it('counts from the demanded certification on', () => {
    const levels = (['L1', 'L1plus', 'L2', 'L2plus', 'L3', 'L3plus'] as const).map((least) =>
      certify({ statuses: ['FIDO_CERTIFIED_L2'] }, least),
    )
    expect(levels).toEqual(['L2', 'L2', 'L2', undefined, undefined, undefined])
  })

  it('that is listed twice does not count, in whichever order and writing', () => {
    const revoked = describeModel(maker, { statuses: ['REVOKED'], aaguid: MODEL.toUpperCase() })
    for (const entries of [
      [describeModel(maker), revoked],
      [revoked, describeModel(maker)],
    ])
      expect(read(signBlob(signer, describeModels(entries)))).toMatchObject({ models: {}, leftOut: 1 })
  })

  it('is passed over where it is none, and others count', () => {
    const strange = [null, 7, [], {}, { aaguid: 7 }, { aaguid: '__proto__' }, { aaguid: 'x' }, { aaid: '1234#5678' }]
    const { models, leftOut } = read(signBlob(signer, describeModels([...(strange as object[]), describeModel(maker)])))
    expect([Object.keys(models), leftOut]).toEqual([[MODEL], 2])
  })

  it('has a name without signs that a terminal obeys', () => {
    const blob = signBlob(
      signer,
      describeModels([describeModel(maker, { statement: { description: '\u001b[31mRed\nline' } })]),
    )
    expect(read(blob).models[MODEL]?.name).toBe(' [31mRed line')
  })
})

it('metadata is current to the end of its last day, due for 30 days more, and then outdated', () => {
  const age = (time: string) => readAge('2026-03-10', new Date(time))
  expect(age('2026-03-10T23:59:59.999Z')).toBe('current')
  expect(age('2026-03-11T00:00:00.000Z')).toBe('due')
  expect(age('2026-04-09T23:59:59.999Z')).toBe('due')
  expect(age('2026-04-10T00:00:00.000Z')).toBe('outdated')
})
