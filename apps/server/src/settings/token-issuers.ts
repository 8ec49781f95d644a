import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** A key of an issuer whose private tokens count (RFC 9578, type 2: blind RSA). */
export type TokenIssuer = {
  /** As challenges name it: a host, perhaps with a port. */
  name: string
  /** The public key as the issuer publishes it, whose hash names it in tokens. */
  spki: Buffer
  keyId: Buffer
  key: KeyObject
}

/** All of them go into one header field, and many servers in between take no more than 8 kB. */
const MOST_KEYS = 8

/** Reads "issuer.example.net=PUBLIC_KEY, …"; an issuer that changes its keys has several. A sentence where it cannot. */
export function parseTokenIssuers(text: string): TokenIssuer[] | string {
  const parts = text.split(',').map((part) => part.trim())
  const issuers = parts.filter((part) => part !== '').map(parseIssuer)
  const bad = issuers.find((one) => typeof one === 'string')
  if (bad !== undefined) return bad
  if (issuers.length > MOST_KEYS) return `names more than ${MOST_KEYS} keys`
  const read = issuers as TokenIssuer[]
  const isTwice = new Set(read.map(({ keyId }) => keyId.toString('hex'))).size < read.length
  return isTwice ? 'names a key twice' : read
}

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/

function parseIssuer(part: string): TokenIssuer | string {
  const [name = '', encoded = ''] = part.split(/=(.*)/s)
  if (!NAME.test(name))
    return `must be a list of ISSUER=KEY, like issuer.example.net=MIIBUj…, not ${JSON.stringify(part)}`
  const spki = /^[\w-]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64url') : Buffer.alloc(0)
  const key = readKey(spki)
  if (key === undefined)
    return `has no usable key for ${name}: it must be the token-key of the issuer's directory for token type 2, in base64url`
  return { name, spki, keyId: createHash('sha256').update(spki).digest(), key }
}

/** An RSA key of 2048 bits that is for PSS with SHA-384 and says so; undefined for any other. */
function readKey(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const { modulusLength, hashAlgorithm, mgf1HashAlgorithm, saltLength } = key.asymmetricKeyDetails ?? {}
    const found = [key.asymmetricKeyType, modulusLength, hashAlgorithm, mgf1HashAlgorithm, saltLength]
    return found.join() === 'rsa-pss,2048,sha384,sha384,48' ? key : undefined
  } catch {
    return undefined
  }
}
