import { createHash, generateKeyPairSync, sign, type X509Certificate } from 'node:crypto'
import { type Certification, readMetadata } from '../src/identity/device-roots/metadata.ts'
import { saveMetadata } from '../src/identity/device-roots/store.ts'
import type { Queries } from '../src/platform/database/pool.ts'
import { MODEL } from './authenticator.ts'
import { type Authority, type CertificateChoice, certify, type KeyPair, nameOf, newKeys } from './certificates.ts'

/** By whom a blob is signed: a key, and its certificates without the root. */
export type Signer = KeyPair & { chain: X509Certificate[] }

export const SIGNER_NAME = 'mds.fidoalliance.org'
export const newRsaKeys = (bits = 2048): KeyPair => generateKeyPairSync('rsa', { modulusLength: bits })

/** A signer under an authority. */
export function newSigner(
  authority: Authority,
  { keys = newKeys(), host = SIGNER_NAME, ...choice }: CertificateChoice & { keys?: KeyPair; host?: string } = {},
): Signer {
  const leaf = certify(keys, authority, { name: nameOf({ '2.5.4.3': host }), ...choice })
  return { ...keys, chain: [leaf, ...authority.path.slice(0, -1)] }
}

/** A part of a JWT. */
export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed blob; `header` replaces members of its header. */
export function signBlob(
  { privateKey, chain }: Signer,
  payload: object,
  header: Readonly<Record<string, unknown>> = {},
): string {
  const alg = privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  const head = { alg, typ: 'JWT', x5c: chain.map(({ raw }) => raw.toString('base64')), ...header }
  const signed = `${encodePart(head)}.${encodePart(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

type EntryChoice = {
  aaguid?: string
  statuses?: readonly (string | { status: string; effectiveDate?: string })[]
  statement?: Readonly<Record<string, unknown>>
}

/** What a blob says of one model: certified, in hardware, its keys vouched for by this authority's certificate. */
export function describeModel({ path: [own] }: Authority, choice: EntryChoice = {}): object {
  const { aaguid = MODEL, statuses = ['FIDO_CERTIFIED_L1'], statement = {} } = choice
  return {
    aaguid,
    metadataStatement: {
      aaguid,
      description: 'Key of the tests',
      protocolFamily: 'fido2',
      keyProtection: ['hardware', 'secure_element'],
      attestationRootCertificates: [own?.raw.toString('base64')],
      ...statement,
    },
    statusReports: statuses.map((one) =>
      typeof one === 'string' ? { status: one, effectiveDate: '2020-01-01' } : one,
    ),
  }
}

/** The content of a blob. */
export function describeModels(entries: readonly object[], { no = 1, nextUpdate = '2048-01-01' } = {}) {
  return { legalHeader: 'For tests', no, nextUpdate, entries }
}

type Import = { blob: string; root: X509Certificate; now: Date; leastCertification?: Certification }

/** Imports a blob as the command does; false where it is not newer. */
export function importBlob(db: Queries, { blob, root, now, leastCertification = 'L1' }: Import): Promise<boolean> {
  const demand = { root, signer: SIGNER_NAME, leastCertification }
  const metadata = readMetadata(blob, { ...demand, now })
  return saveMetadata(db, { metadata, demand, sha256: createHash('sha256').update(blob).digest(), now })
}
