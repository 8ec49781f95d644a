import type { OutputOf } from '@stillhere/client/http'
import { describeFailure, type FailureWords, type ProblemWords } from '../parts/failure.tsx'
import { RECOVERY_WAIT_WORDS } from '../sign-in/sign-in.ts'
import { say } from '../words/speak.ts'

/** Returns title and advice for an error that occurred while a passkey was created or added. */
export function describePasskeyFailure(error: unknown): FailureWords {
  const { name = '', code = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  return BROWSER_WORDS[code] ?? BROWSER_WORDS[name] ?? describeFailure(error, OWN)
}

const NO_UNLOCK: FailureWords = {
  title: say('This device has no way to unlock a passkey.'),
  advice: say('Set up a PIN, fingerprint or face unlock, or use another device.'),
}
const ADDRESS: FailureWords = {
  title: say('Passkeys don’t work at this address.'),
  advice: say('Open the page at its public address, or as localhost on this machine.'),
}

// By the codes of @simplewebauthn/browser, and by the names of WebAuthn's own errors.
const BROWSER_WORDS: Readonly<Record<string, FailureWords>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: {
    kind: 'warn',
    title: say('This device already has a passkey for your node.'),
    advice: say('For a second one, use another device: a phone, a computer or a security key.'),
  },
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: NO_UNLOCK,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: {
    title: say('This device can’t store a passkey.'),
    advice: say('Use another one.'),
  },
  ERROR_INVALID_DOMAIN: ADDRESS,
  ERROR_INVALID_RP_ID: ADDRESS,
  NotAllowedError: {
    kind: 'warn',
    title: say('No passkey was created.'),
    advice: say('It was canceled, took too long, or the device wasn’t unlocked. Try again.'),
  },
  AbortError: {
    kind: 'warn',
    title: say('No passkey was created.'),
    advice: say('It was canceled. Try again if you like.'),
  },
}

const OWN: ProblemWords = {
  ...RECOVERY_WAIT_WORDS,
  PASSKEY_REFUSED: ({ detail }) => ({ title: say('The service didn’t accept this passkey.'), advice: detail }),
  PASSKEY_TAKEN: { title: say('This passkey is already registered.'), advice: say('Use another device.') },
  PASSKEY_LIMIT_REACHED: { title: say('Your node has ten passkeys.'), advice: say('Remove one to add another.') },
  PASSKEYS_UNAVAILABLE: ({ detail }) => ({ ...ADDRESS, advice: detail }),
}

type Passkey = OutputOf<'listPasskeys'>['passkeys'][number]

/** Returns one sentence about a passkey: suspected of being copied, attested by its maker, backed up, or bound to one device. */
export function describeKind({ suspected_clone, device, backed_up }: Passkey): string {
  if (suspected_clone) return say('It may have been copied, so it can no longer sign. Remove it and create a new one.')
  if (device === 'attested') return say('Attested device: its maker vouches for it.')
  return backed_up ? say('Passkey backed up by its provider.') : say('Passkey on one device.')
}

/** Texts of the offer of a passkey. */
export const OFFER_WORDS = {
  title: say('Next time, sign in with your face or fingerprint'),
  text: say(
    'Add a passkey to this device and you won’t need a code from your email. It never leaves the device, or your own password manager.',
  ),
  add: say('Add a passkey'),
  notNow: say('Not now'),
  added: say('Passkey added. Next time, choose “Sign in with a passkey”.'),
} as const

/** Texts about security keys, which level 3 needs. */
export const SECURITY_KEY_WORDS = {
  title: say('Have a security key?'),
  why: say('Level 3 needs one that this service accepts: its maker vouches that the passkey can’t leave it.'),
  how: say('Hold your security key to the phone, or plug it in. It asks for its PIN or your fingerprint.'),
  name: say('Security key'),
  add: say('Add a security key'),
  plain: say('This key doesn’t reach level 3 here.'),
  plainAdvice: say(
    'It’s added as a passkey and can sign up to level 2. For level 3, use another certified security key.',
  ),
} as const

/** Returns title and advice for an error that occurred during a sign-in with a passkey. */
export function describeSignInFailure(error: unknown): FailureWords {
  const { name = '' } = error instanceof Error ? error : {}
  return name === 'NotAllowedError' || name === 'AbortError' ? NOT_PICKED : describeFailure(error, SIGN_IN)
}

const NOT_PICKED: FailureWords = {
  kind: 'warn',
  title: say('No passkey was used.'),
  advice: say('It was canceled, or this device has none for this site. Sign in by email instead, or try again.'),
}

const SIGN_IN: ProblemWords = {
  PASSKEY_REFUSED: ({ detail }) => ({ title: say('That passkey didn’t work.'), advice: detail }),
  PASSKEYS_UNAVAILABLE: ({ detail }) => ({ ...ADDRESS, advice: detail }),
}
