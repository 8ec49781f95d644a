import { verify, X509Certificate } from 'node:crypto'
import { OperatorProblem } from '@stillhere/messages'
import { DAY_MS, toDay } from '../../platform/day.ts'

/** Levels of FIDO's certification, the lowest first. */
export const CERTIFICATIONS = ['L1', 'L1plus', 'L2', 'L2plus', 'L3', 'L3plus'] as const
export type Certification = (typeof CERTIFICATIONS)[number]

/** The name in the certificate that signs the FIDO Alliance's metadata. It is required because the same root also signs certificates of websites. */
export const FIDO_SIGNER = 'mds.fidoalliance.org'

/** The number of days for which models are accepted after newer metadata was due. */
export const GRACE_DAYS = 30

/** An accepted model of devices. `roots` are the certificates (base64 DER) to which attestations of its keys must lead. */
export type DeviceModel = { name: string; certification: Certification; roots: string[] }

/** Verified metadata: the accepted models by AAGUID, and in `leftOut` the number of models that aren't accepted. */
export type Metadata = { number: number; nextUpdate: string; models: Record<string, DeviceModel>; leftOut: number }

/** The requirements for a metadata blob: the root and name of its signer, and the lowest certification of accepted models. */
export type Demand = { root: X509Certificate; signer: string; leastCertification: Certification }

/** Metadata that must not be used; the message says why. */
export class MetadataProblem<Text extends string = string> extends OperatorProblem<Text> {}

/**
 * Verifies and parses a metadata blob of the FIDO Alliance (FIDO Metadata Service 3.1): a JWS whose signer has the required name and a
 * valid certificate path to the required root. Throws a MetadataProblem for any other text, or if the metadata is outdated. Makes no
 * network requests.
 */
export function readMetadata(blob: string, { now, ...demand }: Demand & { now: Date }): Metadata {
  const { no, nextUpdate, entries } = verifyBlob(blob, demand, now)
  if (typeof no !== 'number' || !Number.isSafeInteger(no) || no < 0)
    throw new MetadataProblem('the metadata has no number ("no")')
  if (!isDay(nextUpdate)) throw new MetadataProblem('the metadata does not say when it ends ("nextUpdate")')
  if (!Array.isArray(entries)) throw new MetadataProblem('the metadata has no list of models ("entries")')
  if (readAge(nextUpdate, now) === 'outdated')
    throw new MetadataProblem('the metadata was to be replaced on {day}, more than {days} days ago: get a newer one', {
      day: nextUpdate,
      days: GRACE_DAYS,
    })
  return { number: no, nextUpdate, ...readModels(entries, { now, least: demand.leastCertification }) }
}

/**
 * Classifies metadata by `nextUpdate`, the day when it was to be replaced: `current` up to the end of that day, `due` for the next 30 days,
 * then `outdated`, when it is no longer used.
 */
export function readAge(nextUpdate: string, now: Date): 'current' | 'due' | 'outdated' {
  const daysLate = Math.floor((now.getTime() - Date.parse(nextUpdate)) / DAY_MS)
  return daysLate <= 0 ? 'current' : daysLate <= GRACE_DAYS ? 'due' : 'outdated'
}

type Members = Record<string, unknown>

/** Verifies the signature of a metadata blob and returns its content; throws a MetadataProblem otherwise. */
function verifyBlob(blob: string, { root, signer }: Omit<Demand, 'leastCertification'>, now: Date): Members {
  const [head = '', body = '', signature = '', ...rest] = blob.trim().split('.')
  const { alg, x5c, crit } = parseObject(head) ?? {}
  if (rest.length > 0 || signature === '' || !Array.isArray(x5c))
    throw new MetadataProblem('this is no metadata: a JWT with the certificates of its signer ("x5c")')
  const chain = x5c.map(readCertificate)
  const certificates = chain.filter((one) => one !== undefined)
  const [leaf] = certificates
  if (!leaf || certificates.length < chain.length)
    throw new MetadataProblem('a certificate of the signer cannot be read')
  if (!findPath(certificates, { roots: [root], now }))
    throw new MetadataProblem('the certificates of the signer do not lead to the root, or have ended')
  if (leaf.checkHost(signer) === undefined)
    throw new MetadataProblem('the metadata is not signed by {signer}', { signer })
  const { publicKey } = leaf
  const { modulusLength = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  const isKnown =
    (alg === 'RS256' && publicKey.asymmetricKeyType === 'rsa' && modulusLength >= 2048) ||
    (alg === 'ES256' && publicKey.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1')
  if (!isKnown || crit !== undefined)
    throw new MetadataProblem('the metadata is not signed with RS256 or ES256, by a key that fits')
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw new MetadataProblem('the signature of the metadata is wrong')
  return parseObject(body) ?? {}
}

function parseObject(part: string): Members | undefined {
  try {
    return toObject(JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function toObject(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

function readCertificate(text: unknown): X509Certificate | undefined {
  try {
    return typeof text === 'string' ? new X509Certificate(Buffer.from(text, 'base64')) : undefined
  } catch {
    return undefined
  }
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

type Choice = { now: Date; least: Certification }

/** Selects the accepted models. A model that is listed twice isn't accepted, because one of its entries could be a revocation. */
function readModels(entries: readonly unknown[], choice: Choice): Pick<Metadata, 'models' | 'leftOut'> {
  const models = new Map<string, DeviceModel | undefined>()
  for (const entry of entries) {
    const { aaguid, ...rest } = toObject(entry) ?? {}
    // Devices of older protocols have no AAGUID.
    if (typeof aaguid !== 'string') continue
    const id = aaguid.toLowerCase()
    models.set(id, models.has(id) || !AAGUID.test(id) ? undefined : readModel(id, rest, choice))
  }
  const good = [...models].filter((one): one is [string, DeviceModel] => one[1] !== undefined)
  return { models: Object.fromEntries(good), leftOut: models.size - good.length }
}

// The AAGUID of zeros is that of no model.
const AAGUID = /^(?!0{8}-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a model if it is accepted: its keys are in hardware, its certification is high enough, and no status report speaks against it. */
function readModel(id: string, { metadataStatement, statusReports }: Members, { now, least }: Choice) {
  const { aaguid, protocolFamily, description, keyProtection, attestationRootCertificates } =
    toObject(metadataStatement) ?? {}
  const certification = findCertification(statusReports, toDay(now))
  const isCertified =
    certification !== undefined && CERTIFICATIONS.indexOf(certification) >= CERTIFICATIONS.indexOf(least)
  const isOwn = typeof aaguid === 'string' && aaguid.toLowerCase() === id && protocolFamily === 'fido2'
  const isHardware =
    Array.isArray(keyProtection) &&
    !keyProtection.includes('software') &&
    keyProtection.some((one) => HARDWARE.has(one))
  const roots = Array.isArray(attestationRootCertificates) ? attestationRootCertificates.map(readCertificate) : []
  if (!isCertified || !isOwn || !isHardware || roots.length === 0 || roots.includes(undefined)) return undefined
  // Shown on a terminal.
  const name = typeof description === 'string' ? description.replaceAll(/\p{C}+/gu, ' ').slice(0, 120) : ''
  return { name, certification, roots: roots.map((one) => one?.raw.toString('base64') ?? '') }
}

const HARDWARE: ReadonlySet<unknown> = new Set(['hardware', 'secure_element', 'tee'])

/** The certification that a status in a report means; undefined if the status means that the model isn't certified. */
const CERTIFIED: Readonly<Record<string, Certification | undefined>> = {
  NOT_FIDO_CERTIFIED: undefined,
  SELF_ASSERTION_SUBMITTED: undefined,
  FIDO_CERTIFIED: 'L1',
  ...Object.fromEntries(CERTIFICATIONS.map((level) => [`FIDO_CERTIFIED_${level}`, level])),
}
const NEUTRAL = /^(?:UPDATE_AVAILABLE|FIPS140_CERTIFIED_L[1-4])$/

/**
 * Returns the certification that applies today: the newest, and of several with the same date the lowest. Undefined if there is none, or if
 * any report has a status that isn't known to be harmless, such as a revocation, compromised keys, or a status of a later version of the
 * format.
 */
function findCertification(reports: unknown, today: string): Certification | undefined {
  if (!Array.isArray(reports)) return undefined
  const all = reports.map((one) => toObject(one) ?? {})
  const isHarmless = all.every(
    ({ status }) => typeof status === 'string' && (Object.hasOwn(CERTIFIED, status) || NEUTRAL.test(status)),
  )
  if (!isHarmless) return undefined
  const dated = all
    .filter(({ status }) => Object.hasOwn(CERTIFIED, String(status)))
    .map(({ status, effectiveDate }) => ({
      level: CERTIFIED[String(status)],
      day: isDay(effectiveDate) ? effectiveDate : '',
    }))
    .filter(({ day }) => day <= today)
  const newest = dated.reduce((day, one) => (one.day > day ? one.day : day), '')
  const levels = dated.filter(({ day }) => day === newest).map(({ level }) => level)
  return levels.includes(undefined) ? undefined : CERTIFICATIONS.find((level) => levels.includes(level))
}

/** The longest accepted certificate chain; makers' chains are shorter. */
const MOST_CERTIFICATES = 8

type Trust = { roots: readonly X509Certificate[]; now: Date }

/**
 * Returns the certificate path from a device's certificate to one of the roots, both included, or undefined if there is none. Each
 * certificate must be valid at `now` and signed by the next one, and the device's own certificate must not be a CA.
 */
export function findPath(chain: readonly X509Certificate[], { roots, now }: Trust): X509Certificate[] | undefined {
  const last = chain.at(-1)
  if (!last || chain.length > MOST_CERTIFICATES || chain[0]?.ca) return undefined
  const root = roots.find((one) => one.raw.equals(last.raw)) ?? roots.find((one) => isIssuedBy(last, one))
  if (!root) return undefined
  const path = root.raw.equals(last.raw) ? [...chain] : [...chain, root]
  const isWhole = path.every((one, at) => at === 0 || isIssuedBy(path[at - 1], one))
  return isWhole && path.every((one) => isGood(one, now)) ? path : undefined
}

function isIssuedBy(one: X509Certificate | undefined, issuer: X509Certificate): boolean {
  return one !== undefined && issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)
}

function isGood({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate
}

/** The OID 1.3.6.1.4.1.11129.2.1.17 in DER: the extension in which an Android device describes a key. */
const KEY_DESCRIPTION = Buffer.from('060a2b06010401d679020111', 'hex')
// SEQUENCE { version INTEGER, attestationSecurityLevel ENUMERATED, keyMintVersion INTEGER, keyMintSecurityLevel ENUMERATED … };
// both levels: 1 a trusted environment, 2 a chip of its own. 0 is software.
const HARDWARE_LEVELS =
  /^04(?:..|81..|82....)30(?:..|81..|82....)(?:0201..|0202....)0a010[12](?:0201..|0202....)0a010[12]/

/**
 * Returns whether the first certificate of an Android attestation chain says that the key lives in hardware. Returns false if a certificate
 * further up contains the same extension, because it could make the claim for any key.
 */
export function isInHardware([leaf, ...issuers]: readonly X509Certificate[]): boolean {
  const at = leaf?.raw.indexOf(KEY_DESCRIPTION) ?? -1
  if (!leaf || at < 0 || issuers.some(({ raw }) => raw.includes(KEY_DESCRIPTION))) return false
  return HARDWARE_LEVELS.test(leaf.raw.subarray(at + KEY_DESCRIPTION.length).toString('hex'))
}

/** The OID 1.3.6.1.4.1.45724.1.1.4 in DER: the extension with the model of a device (id-fido-gen-ce-aaguid). */
const MODEL = Buffer.from('060b2b0601040182e51c010104', 'hex')

/**
 * Returns whether a device's certificate contains a model identifier (AAGUID extension). The identifier itself is compared where the
 * attestation is verified.
 */
export function hasModel({ raw }: X509Certificate): boolean {
  return raw.includes(MODEL)
}
