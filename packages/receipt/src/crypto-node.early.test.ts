import * as nodeCrypto from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { sha256Hex } from './crypto-node.ts'

// The first releases of Node 20 have no crypto.hash.
vi.mock('node:crypto', async (importOriginal) => {
  const { hash: _hash, ...early } = await importOriginal<typeof nodeCrypto>()
  return early
})

describe('sha256Hex on an early Node 20', () => {
  it('runs without crypto.hash in this file', () => {
    expect('hash' in nodeCrypto).toBe(false)
  })

  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('digests %j', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest)
    expect(sha256Hex(new TextEncoder().encode(text))).toBe(digest)
  })
})
