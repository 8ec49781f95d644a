import { createHash } from 'node:crypto'

/** Computes the JSON Web Key thumbprint (RFC 7638) of an Ed25519 key. `x` is the public key in base64url. */
export function computeThumbprint(x: string): string {
  // The required members in the order of their names, without a space.
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}
