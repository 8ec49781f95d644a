import type { ProblemError } from '@stillhere/client/http'
import { say } from '../words/speak.ts'

/** What to tell a person about a failure: what happened, what to do, and the button that leads on where there is one. */
export type FailureWords = {
  title: string
  advice: string
  kind?: 'warn'
  wayOut?: { label: string; go: () => void }
}

/** Words for the codes of refused requests; some need what the service said of this one. */
export type ProblemWords = Readonly<
  Partial<Record<ProblemError['code'], FailureWords | ((problem: ProblemError) => FailureWords)>>
>

/** What a refusal means wherever it is met. A page that knows more about one has words of its own for that. */
export const PROBLEM_WORDS: ProblemWords = {
  CODE_INVALID: {
    title: say('That is not the code, or it is too old.'),
    advice: say('Check it, or request a new one.'),
  },
  FRESH_SIGN_IN_REQUIRED: {
    kind: 'warn',
    title: say('This needs a fresh sign-in.'),
    advice: say('Nothing was changed. Try again, and sign in with a passkey or a code when asked.'),
  },
  NODE_BLOCKED: {
    title: say('This account is blocked.'),
    advice: say('The operator of this service has blocked it. Ask them why.'),
  },
  WALLET_TAKEN: {
    title: say('This wallet belongs to another node.'),
    advice: say('Sign in there and remove it, or use another account.'),
  },
  SIWE_REFUSED: ({ detail }) =>
    SIWE_RULES[detail.split(':', 1)[0] ?? ''] ?? { title: say('The signature wasn’t accepted.'), advice: detail },
  LINK_USED: { title: say('This link has already been used. Its invite was shown then.'), advice: '' },
  LINK_EXPIRED: {
    title: say('This link has expired or is incomplete.'),
    advice: say('Copy the whole link, or apply again for a new one.'),
  },
  AGENT_SIGNATURE_REFUSED: ({ detail }) => ({
    title: say('The service didn’t accept the signature.'),
    advice: say('{detail} Check that this device’s clock is right and the key is the agent’s current one.', { detail }),
  }),
  AGENT_HANDLE_TAKEN: {
    title: say('This handle belongs to an agent from another origin.'),
    advice: say('Each handle can be used once; upper and lower case count as the same. Choose another.'),
  },
  AGENT_KEY_MISMATCH: {
    title: say('This agent is already declared with another key.'),
    advice: say('If it’s yours, look it up and use its key. If not, choose another handle.'),
  },
  AGENT_KEY_UNPROVABLE: {
    title: say('This key can be declared but not proved.'),
    advice: say('Only Ed25519 keys can be proved. Declare another agent with one, or with a key created here.'),
  },
  AGENT_KEY_IN_USE: {
    title: say('This key has already been proved, by this agent or another one.'),
    advice: say('A proved key belongs to one agent for good. Use a key that has never been used.'),
  },
  AGENT_REVOKED: {
    title: say('This agent has been revoked permanently.'),
    advice: say('Declare a new agent under another handle, or ask the operator of this service to free this one.'),
  },
  AGENT_NOT_FOUND: {
    title: say('There’s no agent with this ID.'),
    advice: say('An ID looks like agent:handle@origin. Check every character.'),
  },
  DUPLICATE_SESSION: {
    kind: 'warn',
    title: say('This session is already stored.'),
    advice: say('It counts once. Its delete code was shown when it first arrived and can’t be shown again.'),
  },
  INSUFFICIENT_DATA: ({ detail }) => ({
    title: say('There are too few research sessions.'),
    advice: say('{detail} More come in on the Research page.', { detail }),
  }),
  CALIBRATION_RUNNING: {
    title: say('A calibration is already running.'),
    advice: say('Someone else may have started it. Its progress is shown here. Wait for it to finish, or cancel it.'),
  },
  CALIBRATION_NOT_APPLICABLE: {
    title: say('This artifact can’t be put in force.'),
    advice: say('It’s kept for comparison. Its warnings say why.'),
  },
  PUBLISH_FAILED: ({ detail }) => ({
    title: say('The platform didn’t accept it.'),
    advice: say('{detail} You can send it again.', { detail }),
  }),
  PUBLISH_UNKNOWN: {
    title: say('We don’t know whether it was accepted.'),
    advice: say('It won’t be sent again automatically. Check the platform, then settle it in the history below.'),
  },
  PUBLICATION_SETTLED: {
    title: say('The outcome of this post is already known.'),
    advice: say('Someone settled it, or it’s being sent right now. The history shows it.'),
  },
}

// The detail of a refused EIP-4361 message begins with the rule that it breaks.
const SIWE_RULES: Readonly<Record<string, FailureWords>> = {
  'issued-at': { title: say('This device’s clock is wrong.'), advice: say('Set it automatically, then sign again.') },
  nonce: { title: say('This message was already used or has expired.'), advice: say('Sign a new one.') },
  signature: {
    title: say('The signature doesn’t match the account.'),
    advice: say(
      'Sign with the account named in the message. Smart contract wallets work only if the operator has set that up.',
    ),
  },
  domain: { title: say('This isn’t the service’s address.'), advice: say('Open the page at its public address.') },
}
