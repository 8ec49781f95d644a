import type { ProblemError } from '@stillhere/client/http'

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
  CODE_INVALID: { title: 'That is not the code, or it is too old.', advice: 'Check it, or ask for a new one.' },
  WALLET_TAKEN: {
    title: 'This wallet belongs to another node.',
    advice: 'Sign in there and remove it, or use another account.',
  },
  SIWE_REFUSED: ({ detail }) =>
    SIWE_RULES[detail.split(':', 1)[0] ?? ''] ?? { title: 'The signature was not accepted.', advice: detail },
  LINK_USED: { title: 'This link was opened before, and its invite was shown then.', advice: '' },
  LINK_EXPIRED: {
    title: 'This link is too old or not complete.',
    advice: 'Copy all of it, or apply again for a new one.',
  },
  AGENT_SIGNATURE_REFUSED: ({ detail }) => ({
    title: 'The service did not accept the signature.',
    advice: `${detail} See whether the clock of this device is right and the key is the agent’s current one.`,
  }),
  AGENT_HANDLE_TAKEN: {
    title: 'This handle belongs to an agent of another origin.',
    advice: 'A handle is given once, whatever its letter case. Choose another one.',
  },
  AGENT_KEY_MISMATCH: {
    title: 'This agent is declared already, with another key.',
    advice: 'If it is yours, look it up and use the key it has. If not, choose another handle.',
  },
  AGENT_KEY_UNPROVABLE: {
    title: 'This key can be declared but not proved.',
    advice: 'Only Ed25519 keys can be proved. Declare another agent with such a key, or with one made here.',
  },
  AGENT_KEY_IN_USE: {
    title: 'This key was proved before, by another agent or by this one.',
    advice: 'A proved key belongs to one agent for good. Use a key that was never used.',
  },
  AGENT_REVOKED: {
    title: 'This agent is revoked, for good.',
    advice: 'Declare a new agent under another handle, or ask the operator of this service to free this one.',
  },
  AGENT_NOT_FOUND: {
    title: 'There is no agent with this id.',
    advice: 'An id reads agent:handle@origin. Compare every character.',
  },
  DUPLICATE_SESSION: {
    kind: 'warn',
    title: 'This session is stored already.',
    advice: 'It is counted once. Its delete code was shown when it first arrived and cannot be shown again.',
  },
  INSUFFICIENT_DATA: ({ detail }) => ({
    title: 'There are too few research sessions.',
    advice: `${detail} More come in on the Research page.`,
  }),
  CALIBRATION_RUNNING: {
    title: 'A calibration is under way already.',
    advice: 'Somebody else may have begun it. Its progress is shown here; wait for its end, or cancel it.',
  },
  CALIBRATION_NOT_APPLICABLE: {
    title: 'This artifact cannot be put in force.',
    advice: 'It is kept for comparison. Its warnings say why.',
  },
  PUBLISH_FAILED: ({ detail }) => ({
    title: 'The platform did not take it.',
    advice: `${detail} It can be sent again.`,
  }),
  PUBLISH_UNKNOWN: {
    title: 'Nobody knows whether it was taken.',
    advice: 'It is not sent again by itself. Look on the platform, then settle it in the history below.',
  },
  PUBLICATION_SETTLED: {
    title: 'It is known by now what became of this post.',
    advice: 'Somebody settled it, or it is just being sent. The history shows it.',
  },
}

// The detail of a refused EIP-4361 message begins with the rule that it breaks.
const SIWE_RULES: Readonly<Record<string, FailureWords>> = {
  'issued-at': { title: 'The clock of this device is wrong.', advice: 'Set it by the network, then sign again.' },
  nonce: { title: 'This message was used before, or waited too long.', advice: 'Sign a new one.' },
  signature: {
    title: 'The signature does not fit the account.',
    advice:
      'Sign with the account that the message names. Wallets that are contracts work only where the operator set it up.',
  },
  domain: { title: 'This is not the address of the service.', advice: 'Open the page under its public address.' },
}
