import { describe, expect, it, vi } from 'vitest'
import * as crypto from '#crypto'
import { ed25519Cases } from '../test/ed25519-cases.ts'
import * as web from './crypto-web.ts'
import { verifyEd25519 } from './ed25519.ts'

vi.mock('#crypto', () => import('./crypto-web.ts'))

describe('verifyEd25519 in browsers', () => {
  it('runs on the web backend in this file', () => {
    expect(crypto.verifyRaw).toBe(web.verifyRaw)
  })

  it.each(ed25519Cases())('answers $genuine for $name', ({ signature, message, publicKey, genuine }) => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(genuine)
  })
})
