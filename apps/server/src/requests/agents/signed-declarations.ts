import { fieldProblem } from '../../platform/problem.ts'
import { type ProvableKey, readKey } from './keys.ts'
import { keyUnprovable, signatureRefused } from './refusals.ts'

/** The key that a body declares, if it is the one that keyid names: nobody proves a key by the signature of another. */
export function readDeclaredKey(body: unknown, keyid: string): ProvableKey {
  const text = readPublicKey(body)
  if (text === undefined) throw fieldProblem('/public_key', 'must be the text of the key that signs the request')
  const key = readKey(text.trim())
  if (!key) throw keyUnprovable()
  if (key.thumbprint !== keyid) throw signatureRefused('keyid must name the public_key that the body declares')
  return key
}

// The body is read before its schema was looked at.
function readPublicKey(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null && 'public_key' in body
  return isObject && typeof body.public_key === 'string' ? body.public_key : undefined
}
