import type { X509Certificate } from 'node:crypto'

/** More than any maker's chain has. */
const MOST_CERTIFICATES = 8

type Trust = { roots: readonly X509Certificate[]; now: Date }

/**
 * The path from a device's certificate to a root, both included; undefined where there is none. Everything on it must be good
 * now, each signed by the next, and only the device's own is no authority.
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

/** 1.3.6.1.4.1.11129.2.1.17 in DER: what an Android device says of a key. */
const KEY_DESCRIPTION = Buffer.from('060a2b06010401d679020111', 'hex')
// SEQUENCE { version INTEGER, attestationSecurityLevel ENUMERATED, keyMintVersion INTEGER, keyMintSecurityLevel ENUMERATED … };
// both levels: 1 a trusted environment, 2 a chip of its own. 0 is software.
const HARDWARE_LEVELS =
  /^04(?:..|81..|82....)30(?:..|81..|82....)(?:0201..|0202....)0a010[12](?:0201..|0202....)0a010[12]/

/** Whether an Android key lives in hardware, by the word of its own certificate; none above it may speak for a key. */
export function isInHardware([leaf, ...issuers]: readonly X509Certificate[]): boolean {
  const at = leaf?.raw.indexOf(KEY_DESCRIPTION) ?? -1
  if (!leaf || at < 0 || issuers.some(({ raw }) => raw.includes(KEY_DESCRIPTION))) return false
  return HARDWARE_LEVELS.test(leaf.raw.subarray(at + KEY_DESCRIPTION.length).toString('hex'))
}

/** 1.3.6.1.4.1.45724.1.1.4 in DER: of which model a device's certificate is (id-fido-gen-ce-aaguid). */
const MODEL = Buffer.from('060b2b0601040182e51c010104', 'hex')

/** Whether a device's certificate names its model. The name itself is compared where the statement is verified. */
export function namesModel({ raw }: X509Certificate): boolean {
  return raw.includes(MODEL)
}
