import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { computePayloadDigest, computeReceiptHash } from './digest.ts'

const DIGESTED = { b: [1, 2.5], a: { é: 'text' } }
const DIGEST = createHash('sha256').update('{"a":{"é":"text"},"b":[1,2.5]}').digest('hex')

it.each([
  ['computePayloadDigest', computePayloadDigest],
  ['computeReceiptHash', computeReceiptHash],
])('%s is the SHA-256 of the RFC 8785 text in UTF-8', (_, digest) => {
  expect(digest(DIGESTED)).toBe(DIGEST)
  expect(digest({ a: { é: 'text' }, b: [1, 2.5] })).toBe(DIGEST)
  expect(digest({ ...DIGESTED, b: [1, 2.6] })).not.toBe(DIGEST)
})

it.each([
  ['computePayloadDigest', computePayloadDigest],
  ['computeReceiptHash', computeReceiptHash],
])('%s refuses what JSON cannot write', (_, digest) => {
  expect(() => digest({ a: Number.NaN })).toThrow('/a is NaN')
})
