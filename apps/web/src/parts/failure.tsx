import { CallError, ProblemError } from '@stillhere/client/http'
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { language, say, sayCount } from '../words/speak.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type WordsFor = (error: unknown) => FailureWords

/** The general text for each problem code of the service. A page can replace some of them. */
const PROBLEM_WORDS: ProblemWords = {
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

const CALL_WORDS: Readonly<Record<CallError['kind'], FailureWords>> = {
  network: { title: say('We can’t reach the service.'), advice: say('Check your connection and try again.') },
  timeout: { title: say('The service is taking too long.'), advice: say('It may be busy. Try again in a moment.') },
  answer: {
    title: say('We got an unexpected answer.'),
    advice: say('A proxy or a Wi-Fi sign-in page may be in the way.'),
  },
  problem: { title: say('The service refused.'), advice: say('Try again later.') },
}

/** The context by which a page replaces the texts of failures in all components inside it. */
export const PageWords = createContext<WordsFor>((error) => describeFailure(error))

/**
 * Returns title and advice for any error. For a problem of the service, the text is selected by its code, first from `own` (the page's texts by
 * problem code) and then from the general ones, or else by its HTTP status.
 */
export function describeFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  if (error instanceof ProblemError) return describeProblem(error, own)
  if (error instanceof CallError) return CALL_WORDS[error.kind]
  return { title: say('Something went wrong on this page. That’s our fault.'), advice: say('Reload it and try again.') }
}

function describeProblem(problem: ProblemError, own: ProblemWords): FailureWords {
  const words = own[problem.code] ?? PROBLEM_WORDS[problem.code] ?? describeStatus
  return typeof words === 'function' ? words(problem) : words
}

function describeStatus({ status, detail, retryAfterMs }: ProblemError): FailureWords {
  if (status === 429)
    return { title: say('Too many tries.'), advice: `${isEnglish(detail)} ${formatWait(retryAfterMs)}`.trim() }
  if (status === 401) return { title: say('You need to sign in first.'), advice: detail }
  if (status >= 500) return { title: say('The service has a problem.'), advice: say('Try again in a moment.') }
  return { title: say('The service refused this.'), advice: detail }
}

// The service's details are in English only, so other languages leave them out if there is another text.
function isEnglish(detail: string): string {
  return language === 'en' ? detail : ''
}

/** Returns the error text for each form field that the service found invalid, by field name. Empty for any other error. */
export function listFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(
    error.errors.map(({ pointer, message }) => [pointer.slice(1), say('It {problem}.', { problem: message })]),
  )
}

/** Returns a sentence that says when to try again, in whole seconds, minutes or hours. If the time is unknown, it says "later". */
export function formatWait(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return say('Try again later.')
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return sayCount(seconds, 'Try again in a second.', 'Try again in {count} seconds.')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return sayCount(minutes, 'Try again in a minute.', 'Try again in {count} minutes.')
  return sayCount(Math.ceil(minutes / 60), 'Try again in an hour.', 'Try again in {count} hours.')
}

type FailureProps = {
  /** Null while nothing has failed; then nothing is shown. */
  error: unknown
  onRetry?: (() => void) | undefined
  /** Texts for this place, if those of the page don't fit. */
  wordsFor?: WordsFor
  children?: ComponentChildren
}

/**
 * Shows a notice about an error, with the button that its texts define or, if `onRetry` is given, "Try again", which calls it. Shows nothing
 * while `error` is null.
 */
export function Failure({ error, onRetry, wordsFor, children }: FailureProps) {
  const ofPage = useContext(PageWords)
  if (error === null) return null
  const { kind = 'bad', title, advice, wayOut } = (wordsFor ?? ofPage)(error)
  const way = wayOut ?? (onRetry && { label: say('Try again'), go: onRetry })
  return (
    <Notice kind={kind} title={title} live>
      {advice === '' ? null : <p>{advice}</p>}
      {children}
      {way ? (
        <p>
          <Button kind="quiet" onClick={way.go}>
            {way.label}
          </Button>
        </p>
      ) : null}
    </Notice>
  )
}

/** The texts of a failure: what happened, what to do, and an optional button. */
export type FailureWords = {
  title: string
  advice: string
  kind?: 'warn'
  wayOut?: { label: string; go: () => void }
}

/** Texts for problem codes; some depend on the details of the response. */
export type ProblemWords = Readonly<
  Partial<Record<ProblemError['code'], FailureWords | ((problem: ProblemError) => FailureWords)>>
>

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
