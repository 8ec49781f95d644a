import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { InputOf, OutputOf } from '@stillhere/client/http'

/** Returns true if this browser supports passkeys here: over HTTPS or on this machine. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** Creates a passkey; the person unlocks a device for it. */
export async function createPasskey(
  options: OutputOf<'startPasskey'>['options'],
): Promise<InputOf<'addPasskey'>['response']> {
  // The contract knows transports as text: new ones appear from time to time.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** A passkey's signature, in the form of POST /api/verify. */
export type SignedByPasskey = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/**
 * Signs a challenge with one of the allowed passkeys; the person unlocks a device for it. `allow` lists credential ids, and `rpId` is their
 * domain if it isn't the page's.
 */
export async function signWithPasskey(
  challenge: Uint8Array,
  allow: readonly string[],
  rpId: string = location.hostname,
): Promise<SignedByPasskey> {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: {
      challenge: toBase64Url(challenge),
      rpId,
      allowCredentials: allow.map((one) => ({ id: one, type: 'public-key' })),
      userVerification: 'required',
      timeout: 60_000,
    },
  })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
