import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signWithPasskey } from './browser.ts'

type Request = { publicKey: PublicKeyCredentialRequestOptions }

let asked: Request[]
const bytes = (...values: number[]) => new Uint8Array(values).buffer
beforeEach(() => {
  asked = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { hostname: 'id.example.org' })
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('navigator', {
    credentials: {
      get: async (request: Request) => {
        asked.push(request)
        const response = { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(251, 255) }
        return {
          id: 'AQID',
          rawId: bytes(1, 2, 3),
          type: 'public-key',
          response,
          getClientExtensionResults: () => ({}),
        }
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

it('asks for one of the passkeys, with user verification, and returns what it signed', async () => {
  const signed = await signWithPasskey(new Uint8Array([0, 250, 255]), ['AQID', 'BAUG'])
  expect(signed).toEqual({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: '-_8' },
  })
  const { challenge, rpId, allowCredentials = [], userVerification } = asked[0]?.publicKey ?? { challenge: bytes() }
  expect([rpId, userVerification]).toEqual(['id.example.org', 'required'])
  expect([...new Uint8Array(challenge as ArrayBuffer)]).toEqual([0, 250, 255])
  expect(allowCredentials.map(({ id }) => [...new Uint8Array(id as ArrayBuffer)])).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
})

it('takes the domain that the service names', async () => {
  await signWithPasskey(new Uint8Array([1]), [], 'example.org')
  expect(asked[0]?.publicKey.rpId).toBe('example.org')
})
