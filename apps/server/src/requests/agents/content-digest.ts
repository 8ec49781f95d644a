import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { isItem, parseDictionary } from './structured-fields.ts'

/** Digests of a body, taken while it arrives. */
export type BodyDigests = { update: (chunk: Uint8Array) => void; get: (algorithm: string) => Buffer | undefined }

const HASHES = { 'sha-256': 'sha256', 'sha-512': 'sha512' }

export function createBodyDigests(): BodyDigests {
  const hashes = new Map<string, Hash>(Object.entries(HASHES).map(([name, hash]) => [name, createHash(hash)]))
  return {
    update: (chunk) => {
      for (const hash of hashes.values()) hash.update(chunk)
    },
    get: (algorithm) => hashes.get(algorithm)?.copy().digest(),
  }
}

/** Whether a Content-Digest (RFC 9530) fits the body: every digest that is known here, and one at least. Never throws. */
export function fitsDigest(field: string, digests: BodyDigests): boolean {
  const members = [...(parseDictionary(field) ?? [])].map(([algorithm, member]) => {
    const computed = digests.get(algorithm)
    return computed && isItem(member) && isSame(member[0], computed)
  })
  const known = members.filter((fits) => fits !== undefined)
  return known.length > 0 && known.every(Boolean)
}

function isSame(given: unknown, computed: Buffer): boolean {
  return (
    given instanceof ArrayBuffer &&
    given.byteLength === computed.length &&
    timingSafeEqual(new Uint8Array(given), computed)
  )
}
