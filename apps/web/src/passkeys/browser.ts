import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { InputOf, OutputOf } from '@stillhere/client/http'

/** Whether this browser can make and use passkeys here: old ones cannot, and none does without HTTPS but on this machine. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** Has the browser make a passkey; the person unlocks a device for it. */
export async function createPasskey(
  options: OutputOf<'startPasskey'>['options'],
): Promise<InputOf<'addPasskey'>['response']> {
  // The contract knows transports as text: new ones appear from time to time.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** What a passkey signed, as POST /api/verify takes it. */
export type SignedByPasskey = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/**
 * Has one of these passkeys sign a challenge; the person unlocks a device for it. `allow` are credential ids, and `rpId` is the domain that
 * they belong to, where it is not that of the page.
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
