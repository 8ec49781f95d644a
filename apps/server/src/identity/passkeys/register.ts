import { randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AttestationFormat, decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import type { addPasskey as addPasskeyEndpoint, AnswerOf, BodyOf, startPasskey } from '@stillhere/contract'
import { computeThumbprint } from '@stillhere/receipt/approver'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findPath, isInHardware, hasModel } from '../device-roots/metadata.ts'
import { computeFingerprint, type DeviceTrust, readDeviceTrust } from '../device-roots/trust.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { lockNodeById, type Node } from '../node-store.ts'
import { isOwnOrigin, loadLibrary, readWebKey, type RelyingParty, RP_NAME } from './rp.ts'
import { explainRefusal } from './rules.ts'
import { addPasskey, isRegistered, type NewPasskey, type StoredPasskey, useChallenge } from './store.ts'

type Body = BodyOf<typeof addPasskeyEndpoint>

/** A passkey that a browser created, and the challenge for which it was created. */
type NewCredential = { passkey: NewPasskey; issued: PasskeyChallenge }

/**
 * Verifies the passkey that a browser created for a node, and returns it with the challenge it was created for; throws 400 if it isn't what
 * was requested. Stores nothing.
 */
export async function readNewCredential(
  service: Service,
  { token, response }: Body,
  { nodeId, rp }: { nodeId: number; rp: RelyingParty },
): Promise<NewCredential> {
  const issued = openChallenge(service.secrets, token, service.now())
  if (issued?.nodeId !== nodeId)
    throw refusePasskey('/token', 'It is not of this node, or too old: ask for new options.')
  try {
    return { passkey: await verifyResponse(service, response, { issued, rp }), issued }
  } catch (error) {
    throw refusePasskey('/response', explainRefusal(error))
  }
}

async function verifyResponse(
  { db, settings, now }: Service,
  response: Body['response'],
  { issued, rp }: { issued: PasskeyChallenge; rp: RelyingParty },
): Promise<NewPasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = response.response
  const { decodeClientDataJSON, verifyRegistrationResponse } = await loadLibrary()
  const { origin } = decodeClientDataJSON(clientDataJSON)
  const { object, format, root } = await readStatement(attestationObject, {
    readTrust: (aaguid) => readDeviceTrust(db, { settings, keys: [{ aaguid }], now: now() }),
    now: now(),
  })
  const verified = await verifyRegistrationResponse({
    response: toLibrary(response, object),
    expectedChallenge: issued.challenge,
    expectedOrigin: isOwnOrigin(rp, origin) ? origin : (rp.origin ?? 'http://localhost'),
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified.verified) throw new Error('the signature of the attestation is wrong')
  const { credential, aaguid, credentialBackedUp, credentialDeviceType } = verified.registrationInfo
  if (credential.id !== response.id) throw new Error('the credential has another id')
  const key = await readWebKey(credential.publicKey)
  if (key === undefined) throw new Error('the kind of key is none of ES256, EdDSA and RS256')
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    thumbprint: computeThumbprint(key),
    counter: credential.counter,
    transports,
    backedUp: credentialBackedUp,
    // A key that may be copied to other devices says nothing about the one that holds it.
    attestedRoot: root && credentialDeviceType === 'singleDevice' ? computeFingerprint(root) : null,
    aaguid,
    format,
    askerId: issued.onlyFor?.rightId ?? null,
    onlyFor: issued.onlyFor?.id ?? null,
  }
}

function toLibrary(response: Body['response'], attestationObject: string): RegistrationResponseJSON {
  const { id, rawId, type } = response
  const { clientDataJSON } = response.response
  return { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} }
}

type Registration = { nodeId: number; made: NewCredential; name: string }

/**
 * Stores a new passkey of a node, and queues a mail to the owner. Returns a problem if the challenge was used before, no slot is free or
 * the passkey is registered already. The challenge is spent in any case.
 */
export async function enrollPasskey(
  tx: Transaction,
  service: Service,
  { nodeId, made, name }: Registration,
): Promise<StoredPasskey | RequestProblem> {
  const node = await lockNodeById(tx, nodeId)
  if (!node) return new RequestProblem('UNAUTHORIZED', 'This node has been erased.')
  if (!(await useChallenge(tx, made.issued))) return refusePasskey('/token', 'It was used before: ask for new options.')
  const added = await addPasskey(tx, made.passkey, { nodeId, name, now: tx.now })
  if (!added) return explainConflict(tx, made.passkey)
  await queueOwnerNotice(tx, service, { node, event: 'passkey' })
  return added
}

async function explainConflict(tx: Transaction, { credentialId }: NewPasskey): Promise<RequestProblem> {
  if (await isRegistered(tx, credentialId))
    return new RequestProblem('PASSKEY_TAKEN', 'This passkey is registered already.')
  return new RequestProblem('PASSKEY_LIMIT_REACHED', 'This node has ten passkeys. Remove one first.')
}

/** Returns a 400 about a passkey or a signature. `pointer` is the JSON pointer of the bad field. */
export function refusePasskey(pointer: string, message: string): RequestProblem {
  return new RequestProblem('PASSKEY_REFUSED', message, { errors: [{ pointer, message }] })
}

/** An attestation object for the library, the format that the device sent, and the accepted root to which its certificates lead. */
type Statement = { object: string; format: string; root: X509Certificate | undefined }

type Trust = {
  /** Reads the root certificates accepted for keys of a model, given its AAGUID. */
  readTrust: (aaguid: string) => Promise<DeviceTrust>
  now: Date
}
type DecodedCredential = ReturnType<typeof decodeAttestationObject>

const JUDGED: ReadonlySet<string> = new Set<AttestationFormat>(['packed', 'tpm', 'android-key', 'apple'])

/**
 * Verifies the certificates of an attestation object; throws if it can't be parsed. An attestation that can't be accepted is dropped, as if
 * the device had sent none, if the library doesn't know its format or would fetch URLs that it contains.
 */
async function readStatement(object: string, trust: Trust): Promise<Statement> {
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

/** Finds the certificate path to a root in DEVICE_ROOTS, or to a root that metadata lists for the model that created the key. */
async function findTrustedPath(
  { parseAuthenticatorData, convertAAGUIDToString }: Parser,
  decoded: DecodedCredential,
  { format, readTrust, now }: Trust & { format: string },
): Promise<X509Certificate[] | undefined> {
  const chain = readChain(decoded)
  const [leaf] = chain
  const { aaguid } = parseAuthenticatorData(decoded.get('authData'))
  if (!leaf || !aaguid) return undefined
  const { roots, models } = await readTrust(convertAAGUIDToString(aaguid))
  const path = findPath(chain, { roots, now })
  // One root may stand over several models, and a device could name another than its own: its certificate must name it, too.
  if (path || (format === 'packed' && !hasModel(leaf))) return path
  return findPath(chain, { roots: [...models.values()].flat(), now })
}

function readChain(decoded: DecodedCredential): X509Certificate[] {
  return (decoded.get('attStmt').get('x5c') ?? []).map((bytes) => new X509Certificate(bytes))
}

// The library follows the chain once more, and asks for revocations if any certificate names an address. The path is judged:
// the two certificates at its beginning are enough.
function readAndroidKey(library: Encoder, decoded: DecodedCredential, path: X509Certificate[] | undefined): Statement {
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
type AttestationText = { format: string; members?: Map<string, unknown> }

function encodeObject(
  { isoCBOR: cbor }: Encoder,
  decoded: DecodedCredential,
  { format, members = new Map() }: AttestationText,
): string {
  const object = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', members],
    ['authData', decoded.get('authData')],
  ])
  return Buffer.from(cbor.encode(object as Parameters<typeof cbor.encode>[0])).toString('base64url')
}

/** Ed25519, ECDSA with P-256, and RSA, by their COSE numbers (RFC 9053): the algorithms that devices use and Node can verify. */
const ALGORITHMS = [-8, -7, -257]
/** The time that the browser gives the person to use a passkey. */
export const TIMEOUT_MS = 120_000

type OptionsInput = {
  node: Node
  rp: RelyingParty
  drawn: PasskeyChallenge
  passkeys: readonly StoredPasskey[]
  /** True to ask the device for an attestation. */
  isAttesting: boolean
  /** The name of the only asker for which the passkey is to sign; null if it signs for all. */
  askerName: string | null
  /** True if the passkey must be on a separate device, such as a security key. */
  isSecurityKey: boolean
}

/** Creates the options with which a browser creates a passkey. The user handle is a keyed hash, which doesn't identify the node. */
export async function createOptions(
  { secrets }: Service,
  { node, rp, drawn, passkeys, isAttesting, askerName, isSecurityKey }: OptionsInput,
): Promise<AnswerOf<typeof startPasskey>['options']> {
  const { generateRegistrationOptions } = await loadLibrary()
  // A device keeps one passkey for each user handle: one for an asker alone must not take the place of the others.
  const rightId = drawn.onlyFor?.rightId ?? null
  const whose = rightId === null ? String(node.id) : `${node.id} ${rightId}`
  const userName = askerName === null ? node.handle : `${node.handle} (${askerName})`
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rp.id,
    userID: new Uint8Array(secrets.hash('passkey-user', whose)),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(Buffer.from(drawn.challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    rp: { id: rp.id, name: RP_NAME },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: TIMEOUT_MS,
    attestation: isAttesting ? 'direct' : 'none',
    excludeCredentials: passkeys
      .filter(({ askerId }) => askerId === rightId)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key',
        transports,
      })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
      ...(isSecurityKey && { authenticatorAttachment: 'cross-platform' }),
    },
    ...(isSecurityKey && { hints: ['security-key'] }),
  }
}

const LIFETIME_MS = 300_000

/** A challenge for creating a passkey. The browser holds it as an encrypted token that only this service can create or read. */
type PasskeyChallenge = {
  id: string
  nodeId: number
  /** The only asker for which the passkey is to sign, or null: the id of its right to ask the node, and its public id. */
  onlyFor: { rightId: number; id: string } | null
  challenge: string
  expiresAt: Date
}

/**
 * Creates a random challenge for creating a passkey, valid for five minutes. `whose` names the node, and the asker if the passkey is to
 * sign for one asker only.
 */
export function drawChallenge(whose: Pick<PasskeyChallenge, 'nodeId' | 'onlyFor'>, now: Date): PasskeyChallenge {
  return { ...whose, ...drawSignIn(now) }
}

/** Creates a random challenge for signing in with a passkey, valid for five minutes. */
export function drawSignIn(now: Date): SignInChallenge {
  const challenge = randomBytes(32).toString('base64url')
  return { id: randomUUID(), challenge, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

/** Encrypts the challenge for creating a passkey into a token, which the browser sends back with the passkey. */
export function sealChallenge(secrets: Secrets, drawn: PasskeyChallenge): string {
  return secrets.seal('passkey-challenge', JSON.stringify(drawn)).toString('base64url')
}

/** A challenge for signing in with any passkey. */
export type SignInChallenge = Omit<PasskeyChallenge, 'nodeId' | 'onlyFor'>

/** Encrypts the challenge for signing in into a token, which the browser sends back with the signature. */
export function sealSignIn(secrets: Secrets, { id, challenge, expiresAt }: SignInChallenge): string {
  return secrets.seal('passkey-sign-in', JSON.stringify({ id, challenge, expiresAt })).toString('base64url')
}

/** Decrypts a token of sealSignIn; returns undefined if it has expired or isn't such a token. A token for creating a passkey isn't accepted for signing in. */
export function openSignIn(secrets: Secrets, token: string, now: Date): SignInChallenge | undefined {
  const text = openToken(secrets, 'passkey-sign-in', token)
  return text === null ? undefined : selectUnexpired(JSON.parse(text) as WrittenChallenge<SignInChallenge>, now)
}

/** Decrypts a token of sealChallenge; returns undefined if it has expired or isn't such a token. */
function openChallenge(secrets: Secrets, token: string, now: Date): PasskeyChallenge | undefined {
  const text = openToken(secrets, 'passkey-challenge', token)
  return text === null ? undefined : selectUnexpired(JSON.parse(text) as WrittenChallenge<PasskeyChallenge>, now)
}

type WrittenChallenge<Challenge> = Omit<Challenge, 'expiresAt'> & { expiresAt: string }

function selectUnexpired<Sealed extends { expiresAt: string }>(sealed: Sealed, now: Date) {
  const expiresAt = new Date(sealed.expiresAt)
  return now < expiresAt ? { ...sealed, expiresAt } : undefined
}
