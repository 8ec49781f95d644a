import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { service } from '../service.ts'
import { revokeToken, startSession } from './sign-in.ts'

// A challenge is good for five minutes; the browser offers passkeys for as long as the page is open.
const RENEW_MS = 240_000

/** Returns true if passkeys can sign in on this page: the browser supports them, and the page's host isn't an IP address. */
export function canSignInByPasskey(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname)
}

/**
 * Signs this browser in with a passkey that the person selects. If `email` is given, a passkey of another node is refused with an OtherNodeError,
 * and no session starts. Rejects if the person cancels.
 */
export function signInByPasskey(email?: string): Promise<void> {
  return signIn({ useBrowserAutofill: false, email })
}

/** Thrown if a passkey belongs to another node than requested. */
export class OtherNodeError extends Error {}

/**
 * Lets the browser suggest passkeys in the input field with `autocomplete="… webauthn"`. Calls `onIn` after a sign-in with the selected passkey,
 * and `onFailed` if it failed. Returns the function that stops it. Does nothing without such a field or support.
 */
export function openPasskeyOffer({
  onIn,
  onFailed,
}: {
  onIn: () => void
  onFailed: (error: unknown) => void
}): () => void {
  let isOver = false
  const offer = async () => {
    const hasField = document.querySelector('input[autocomplete~="webauthn"]') !== null
    if (isOver || !hasField || !canSignInByPasskey() || !(await browserSupportsWebAuthnAutofill())) return
    try {
      await signIn({ useBrowserAutofill: true })
      if (!isOver) onIn()
    } catch (error) {
      // Canceled, by the person or by another request; that is no failure.
      if (!isOver && !isCanceled(error)) onFailed(error)
    }
  }
  void offer()
  const timer = setInterval(() => void offer(), RENEW_MS)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

type SignIn = { useBrowserAutofill: boolean; email?: string | undefined }

async function signIn({ useBrowserAutofill, email }: SignIn): Promise<void> {
  const { token, options } = await service.startPasskeySignIn()
  const signed = await startAuthentication({ optionsJSON: { ...options, allowCredentials: [] }, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature } = signed.response
  const answer = await service.signInWithPasskey({
    token,
    response: {
      id: signed.id,
      rawId: signed.rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
    },
  })
  if (email !== undefined && answer.email !== email) {
    await revokeToken(answer.node_token)
    throw new OtherNodeError(`the passkey is not of ${email}`)
  }
  await startSession(answer.node_token)
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name)
}
