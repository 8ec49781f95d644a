import { constants, createHash, verify } from 'node:crypto'
import type { Settings } from '../settings/settings.ts'
import type { TokenIssuer } from '../settings/token-issuers.ts'

/*
 * Private tokens (RFC 9577, RFC 9578 type 2): an issuer signs blindly for a device that it knows, so nobody can tell for which. Whoever
 * redeems one needs only the issuer's public key.
 */
const BLIND_RSA = 2
const TOKEN_BYTES = 354

/** A token of type 2: which challenge it answers, by which key, what was signed, and the signature. */
type PrivateToken = {
  challengeDigest: Buffer
  keyId: Buffer
  signed: Buffer
  authenticator: Buffer
}

/** The challenge that a token must answer; the bytes are a TokenChallenge of RFC 9577. */
type TokenChallenge = { issuerName: string; redemptionContext: Buffer; originInfo: string }

export function encodeTokenChallenge({ issuerName, redemptionContext, originInfo }: TokenChallenge): Buffer {
  const [issuer, origin] = [Buffer.from(issuerName, 'ascii'), Buffer.from(originInfo, 'ascii')]
  const context = Buffer.concat([Buffer.of(redemptionContext.length), redemptionContext])
  return Buffer.concat([uint16(BLIND_RSA), uint16(issuer.length), issuer, context, uint16(origin.length), origin])
}

/** What a token of this issuer must answer to count for this live challenge, at this service, and for nothing else. */
function challengeIssuer(settings: Settings, { name }: TokenIssuer, challengeId: string): Buffer {
  const redemptionContext = hash(Buffer.from(challengeId))
  return encodeTokenChallenge({ issuerName: name, redemptionContext, originInfo: originOf(settings) })
}

/** WWW-Authenticate for a live challenge: a challenge for each key, of which a client answers one. */
export function writeTokenChallenges(settings: Settings, challengeId: string): string {
  const write = (issuer: TokenIssuer) => {
    const challenge = toPadded(challengeIssuer(settings, issuer, challengeId))
    return `PrivateToken challenge="${challenge}", token-key="${toPadded(issuer.spki)}"`
  }
  return settings.privateTokenIssuers.map(write).join(', ')
}

const SCHEME = /^PrivateToken\s/i
const PARAMETER = /(?:^PrivateToken\s+|,\s*)token=(?:"([\w-]+={0,2})"|([\w-]+={0,2}))\s*(?:,|$)/i

/** Whose token it is, and what to remember of it; or why it does not count. */
export type JudgedToken = { issuer: TokenIssuer; digest: Buffer } | { refused: string }

/** Judges the token of an Authorization header for a live challenge; undefined where none came. */
export function judgeToken(
  settings: Settings,
  challengeId: string,
  authorization: string | undefined,
): JudgedToken | undefined {
  const token = readPrivateToken(authorization)
  if (token === undefined) return undefined
  if (typeof token === 'string') return { refused: token }
  const issuer = settings.privateTokenIssuers.find(({ keyId }) => keyId.equals(token.keyId))
  if (issuer === undefined) return { refused: 'token_key_id names no key that this service knows.' }
  const problem = findTokenProblem(token, issuer, challengeIssuer(settings, issuer, challengeId))
  // What was signed names the challenge, too. It leads back to nobody.
  return problem === null ? { issuer, digest: hash(token.signed) } : { refused: problem }
}

/** The token of an Authorization header: undefined where none came, a sentence where it cannot be read. */
function readPrivateToken(authorization: string | undefined): PrivateToken | string | undefined {
  if (authorization === undefined || !SCHEME.test(authorization)) return undefined
  const [, quoted, plain] = PARAMETER.exec(authorization) ?? []
  const encoded = quoted ?? plain
  if (encoded === undefined) return 'token must be base64url.'
  return parseToken(Buffer.from(encoded, 'base64url'))
}

/** Cuts a token into its parts; a sentence where it is none of type 2. */
export function parseToken(bytes: Buffer): PrivateToken | string {
  const type = bytes.length < 2 ? undefined : bytes.readUInt16BE()
  if (type !== BLIND_RSA) return `token_type must be ${BLIND_RSA}.`
  if (bytes.length !== TOKEN_BYTES) return `token must have ${TOKEN_BYTES} bytes, not ${bytes.length}.`
  return {
    challengeDigest: bytes.subarray(34, 66),
    keyId: bytes.subarray(66, 98),
    signed: bytes.subarray(0, 98),
    authenticator: bytes.subarray(98),
  }
}

/** Why a token does not count for a challenge of this issuer, in words that name the field; null where it does. */
export function findTokenProblem(token: PrivateToken, issuer: TokenIssuer, challenge: Buffer): string | null {
  if (!token.challengeDigest.equals(hash(challenge))) return 'challenge_digest is of another challenge.'
  const key = { key: issuer.key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }
  return verify('sha384', token.signed, key, token.authenticator)
    ? null
    : 'authenticator is no signature of the issuer.'
}

/** The name under which clients reach the service; a client checks that it is the one it is talking to. */
function originOf({ publicUrl }: Settings): string {
  return publicUrl === undefined ? 'localhost' : new URL(publicUrl).host
}

function uint16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** base64url with its padding, as RFC 9577 asks for. */
function toPadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}
