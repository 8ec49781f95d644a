import { describe, expect, it, vi } from 'vitest'
import * as crypto from '#crypto'
import { ed25519Cases, lyingAboutLength } from '../test/ed25519-cases.ts'
import * as web from './crypto-web.ts'
import { verifyEd25519 } from './ed25519.ts'

vi.mock('#crypto', () => import('./crypto-web.ts'))

const CASES = ed25519Cases()

describe('verifyEd25519 in browsers', () => {
  it('runs on the web backend in this file', () => {
    expect(crypto.verifyRaw).toBe(web.verifyRaw)
  })

  it.each(CASES)('answers $genuine for $name', ({ signature, message, publicKey, genuine }) => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(genuine)
  })

  it('reads the message itself, not what a subclass says about it', () => {
    const { signature, publicKey } = CASES[0]!
    expect(verifyEd25519(signature, lyingAboutLength('message 0 and more', 9), publicKey)).toBe(false)
  })
})
