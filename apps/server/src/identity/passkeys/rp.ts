import { isIP } from 'node:net'
import type { ApproverKey } from '@stillhere/receipt/approver'
import { RequestProblem } from '../../platform/problem.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** The service as WebAuthn knows it (relying party): its domain, and the origin of its pages. */
export type RelyingParty = {
  id: string
  /** The origin of this service's pages; undefined without PUBLIC_URL, when any port of localhost is accepted. */
  origin: string | undefined
}

export const RP_NAME = 'Stillhere'
const LOOPBACK_ORIGIN = /^https?:\/\/localhost(?::\d{1,5})?$/

/**
 * Returns the WebAuthn relying party of this service: the domain of PUBLIC_URL, or localhost without that setting. Undefined if PUBLIC_URL
 * has an IP address, which can't have passkeys.
 */
export function findRelyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | undefined {
  if (publicUrl === undefined) return { id: 'localhost', origin: undefined }
  const { hostname, origin } = new URL(publicUrl)
  return isAddress(hostname) ? undefined : { id: hostname, origin }
}

/** Returns the WebAuthn relying party of this service; throws 409 if PUBLIC_URL, or without it the Host header in `host`, is an IP address. */
export function requireRelyingParty(settings: Settings, host: string | undefined): RelyingParty {
  const rp = findRelyingParty(settings)
  if (!rp) throw refusePasskeys('Its operator must set PUBLIC_URL to an address with a name.')
  if (rp.origin === undefined && isAddress((host ?? '').replace(/:\d+$/, '')))
    throw refusePasskeys('Open the service by the name localhost, or set PUBLIC_URL to an address with a name.')
  return rp
}

/** Returns whether pages of this origin may use passkeys of the relying party: its own origin, or without PUBLIC_URL any port of localhost. */
export function isOwnOrigin(rp: RelyingParty, origin: string): boolean {
  return rp.origin === undefined ? LOOPBACK_ORIGIN.test(origin) : rp.origin === origin
}

function refusePasskeys(advice: string): RequestProblem {
  return new RequestProblem('PASSKEYS_UNAVAILABLE', `An IP address cannot have passkeys. ${advice}`)
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

type Library = typeof import('@simplewebauthn/server') & typeof import('@simplewebauthn/server/helpers')

let loading: Promise<Library> | undefined

/** Loads the WebAuthn library on first use and returns the same promise afterwards. It has 280 files, so it isn't loaded at the start. */
export function loadLibrary(): Promise<Library> {
  return (loading ??= load())
}

async function load(): Promise<Library> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  // Roots are ours to judge, by those of the operator alone. With roots of its own the library would also fetch what certificates name.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    server.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return { ...server, ...helpers }
}

/**
 * Converts the public key of a passkey from COSE (RFC 9053) to a JSON Web Key with only the members that its thumbprint covers (RFC 7638).
 * Returns undefined for keys that receipts don't accept: all but P-256, Ed25519, and RSA with at least 2,048 bits and the exponent 65537.
 */
export async function readWebKey(publicKey: Uint8Array): Promise<ApproverKey | undefined> {
  const { cose, decodeCredentialPublicKey } = await loadLibrary()
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey))
  if (cose.isCOSEPublicKeyEC2(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256)
    return { kty: 'EC', crv: 'P-256', x: encode(key.get(cose.COSEKEYS.x)), y: encode(key.get(cose.COSEKEYS.y)) }
  if (cose.isCOSEPublicKeyOKP(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519)
    return { kty: 'OKP', crv: 'Ed25519', x: encode(key.get(cose.COSEKEYS.x)) }
  if (!cose.isCOSEPublicKeyRSA(key)) return undefined
  const [n = new Uint8Array(), e] = [key.get(cose.COSEKEYS.n), encode(key.get(cose.COSEKEYS.e))]
  return n.length >= 256 && e === 'AQAB' ? { kty: 'RSA', n: encode(n), e } : undefined
}

const encode = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('base64url')
