import type { OutputOf } from '@stillhere/client/http'
import { describeFailure } from '../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../parts/problem-words.ts'

/** Words for whatever kept a passkey from being made, or the service from taking it. */
export function describePasskeyFailure(error: unknown): FailureWords {
  const { name = '', code = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  return BROWSER_WORDS[code] ?? BROWSER_WORDS[name] ?? describeFailure(error, OWN)
}

const NO_UNLOCK: FailureWords = {
  title: 'This device has nothing to unlock a passkey with.',
  advice: 'Set a PIN, fingerprint or face unlock on it, or use another device.',
}
const ADDRESS: FailureWords = {
  title: 'Passkeys do not work under this address.',
  advice: 'Open the page by its public name; on this machine, by localhost.',
}

// By the codes of @simplewebauthn/browser, and by the names of WebAuthn's own errors.
const BROWSER_WORDS: Readonly<Record<string, FailureWords>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: {
    kind: 'warn',
    title: 'This device has a passkey for your node already.',
    advice: 'Use another device for the second one: a phone, a computer or a security key.',
  },
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: NO_UNLOCK,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: {
    title: 'This device cannot keep a passkey.',
    advice: 'Use another one.',
  },
  ERROR_INVALID_DOMAIN: ADDRESS,
  ERROR_INVALID_RP_ID: ADDRESS,
  NotAllowedError: {
    kind: 'warn',
    title: 'No passkey was made.',
    advice: 'It was canceled, it took too long, or the device did not unlock. Press again to try once more.',
  },
  AbortError: { kind: 'warn', title: 'No passkey was made.', advice: 'It was canceled. Press again to try once more.' },
}

const OWN: ProblemWords = {
  PASSKEY_REFUSED: ({ detail }) => ({ title: 'The service did not take this passkey.', advice: detail }),
  PASSKEY_TAKEN: { title: 'This passkey is registered already.', advice: 'Use another device.' },
  PASSKEY_LIMIT_REACHED: { title: 'Your node has ten passkeys.', advice: 'Remove one to add another.' },
  PASSKEYS_UNAVAILABLE: ({ detail }) => ({ ...ADDRESS, advice: detail }),
}

type Passkey = OutputOf<'listPasskeys'>['passkeys'][number]

/** What a passkey is, in a sentence, and no more than is known of it. */
export function describeKind({ suspected_clone, device, backed_up }: Passkey): string {
  if (suspected_clone) return 'It may have been copied, so it signs nothing any more. Remove it and make a new one.'
  if (device === 'attested') return 'Attested device: its maker vouches for it.'
  return backed_up ? 'Passkey, which its maker’s service keeps copies of.' : 'Passkey on one device.'
}
