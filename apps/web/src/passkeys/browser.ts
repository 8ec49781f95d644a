import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { InputOf, OutputOf } from '@stillhere/client/http'

/** Returns true if this browser offers WebAuthn on this page, which requires HTTPS or localhost. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/**
 * Creates a passkey by WebAuthn with the service's options and returns the browser's response for `addPasskey`. The browser asks the person to
 * unlock a device; rejects if they cancel.
 */
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
 * Signs a challenge with a passkey; the browser asks the person to unlock a device. `allow` lists the permitted credential ids, and `rpId` is the
 * domain of these passkeys if it isn't the page's. Rejects if the person cancels.
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
