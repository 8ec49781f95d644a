import { X509Certificate } from 'node:crypto'
import type { AttestationFormat, decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { findPath, isInHardware } from './chain.ts'
import { loadLibrary } from './library.ts'

/** An attestation object for the library, the format that the device sent, and whether its certificates lead to a root. */
export type Statement = { object: string; format: string; leadsToRoot: boolean }

type Trust = { roots: readonly X509Certificate[]; now: Date }
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
  if (format === 'none') return { object, format, leadsToRoot: false }
  if (!JUDGED.has(format))
    return { object: encodeObject(library, decoded, { format: 'none' }), format, leadsToRoot: false }
  const path = findPath(readChain(decoded), trust)
  if (format === 'android-key') return readAndroidKey(library, decoded, path)
  return { object, format, leadsToRoot: path !== undefined }
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
    return { object: encodeObject(library, decoded, { format: 'none' }), format, leadsToRoot: false }
  const statement = decoded.get('attStmt')
  const members = new Map<string, unknown>([
    ['alg', statement.get('alg')],
    ['sig', statement.get('sig')],
    ['x5c', [new Uint8Array(leaf.raw), new Uint8Array(issuer.raw)]],
  ])
  return { object: encodeObject(library, decoded, { format, members }), format, leadsToRoot: true }
}

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
