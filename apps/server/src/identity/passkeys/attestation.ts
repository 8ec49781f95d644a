import { X509Certificate } from 'node:crypto'
import type { AttestationFormat, decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { findPath, isInHardware, namesModel } from '../device-roots/chain.ts'
import type { DeviceTrust } from '../device-roots/trust.ts'
import { loadLibrary } from './library.ts'

/** An attestation object for the library, the format that the device sent, and the root that its certificates lead to. */
export type Statement = { object: string; format: string; root: X509Certificate | undefined }

type Trust = {
  /** What vouches for keys of a model, by its AAGUID. */
  readTrust: (aaguid: string) => Promise<DeviceTrust>
  now: Date
}
type Decoded = ReturnType<typeof decodeAttestationObject>

const JUDGED: ReadonlySet<string> = new Set<AttestationFormat>(['packed', 'tpm', 'android-key', 'apple'])

/**
 * Judges the certificates of an attestation object; throws when it cannot be read. A statement that cannot count is set aside, as
 * if none had been sent, where the library would know no such format or fetch addresses that a stranger wrote into it.
 */
export async function readStatement(object: string, trust: Trust): Promise<Statement> {
  const library = await loadLibrary()
  const decoded = library.decodeAttestationObject(new Uint8Array(Buffer.from(object, 'base64url')))
  const format: unknown = decoded.get('fmt')
  if (typeof format !== 'string' || format.length > 32) throw new Error('the attestation has no format')
  if (format === 'none') return { object, format, root: undefined }
  if (!JUDGED.has(format))
    return { object: encodeObject(library, decoded, { format: 'none' }), format, root: undefined }
  const path = await findTrustedPath(library, decoded, { format, ...trust })
  if (format === 'android-key') return readAndroidKey(library, decoded, path)
  return { object, format, root: path?.at(-1) }
}

/** The path to a root of the operator, or to one that metadata names for the very model that made the key. */
async function findTrustedPath(
  { parseAuthenticatorData, convertAAGUIDToString }: Parser,
  decoded: Decoded,
  { format, readTrust, now }: Trust & { format: string },
): Promise<X509Certificate[] | undefined> {
  const chain = readChain(decoded)
  const [leaf] = chain
  const { aaguid } = parseAuthenticatorData(decoded.get('authData'))
  if (!leaf || !aaguid) return undefined
  const { roots, models } = await readTrust(convertAAGUIDToString(aaguid))
  const path = findPath(chain, { roots, now })
  // One root may stand over several models, and a device could name another than its own: its certificate must name it, too.
  if (path || (format === 'packed' && !namesModel(leaf))) return path
  return findPath(chain, { roots: [...models.values()].flat(), now })
}

function readChain(decoded: Decoded): X509Certificate[] {
  return (decoded.get('attStmt').get('x5c') ?? []).map((bytes) => new X509Certificate(bytes))
}

// The library follows the chain once more, and asks for revocations whatever certificate names an address. The path is judged:
// the two certificates at its beginning are enough.
function readAndroidKey(library: Encoder, decoded: Decoded, path: X509Certificate[] | undefined): Statement {
  const format = 'android-key'
  const [leaf, issuer] = path ?? []
  if (!path || !leaf || !issuer || !isInHardware(path))
    return { object: encodeObject(library, decoded, { format: 'none' }), format, root: undefined }
  const statement = decoded.get('attStmt')
  const members = new Map<string, unknown>([
    ['alg', statement.get('alg')],
    ['sig', statement.get('sig')],
    ['x5c', [new Uint8Array(leaf.raw), new Uint8Array(issuer.raw)]],
  ])
  return { object: encodeObject(library, decoded, { format, members }), format, root: path.at(-1) }
}

type Parser = Pick<Awaited<ReturnType<typeof loadLibrary>>, 'parseAuthenticatorData' | 'convertAAGUIDToString'>
type Encoder = { isoCBOR: typeof isoCBOR }
type Written = { format: string; members?: Map<string, unknown> }

function encodeObject({ isoCBOR: cbor }: Encoder, decoded: Decoded, { format, members = new Map() }: Written): string {
  const object = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', members],
    ['authData', decoded.get('authData')],
  ])
  return Buffer.from(cbor.encode(object as Parameters<typeof cbor.encode>[0])).toString('base64url')
}
