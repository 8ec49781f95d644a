import { ProblemError } from '@stillhere/client/http'
import { KeyError } from '@stillhere/client/keys'
import { type FailureWords, failureWords } from '../../parts/failure-words.ts'

/** Words for what went wrong with an agent; what is not an agent's matter goes to the general words. */
export function refusalWords(error: unknown): FailureWords {
  if (error instanceof KeyError) return { title: 'The browser’s key cannot be used.', advice: error.advice }
  if (!(error instanceof ProblemError)) return failureWords(error)
  if (error.code === 'AGENT_SIGNATURE_REFUSED')
    return { title: 'The service did not accept the signature.', advice: `${error.detail} ${SIGNATURE_ADVICE}` }
  return WORDS[error.code] ?? failureWords(error)
}

/** The fields of a form that the service objects to, by the member's name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(error.errors.map(({ pointer, message }) => [pointer.slice(1), `It ${message}.`]))
}

const SIGNATURE_ADVICE = 'See whether the clock of this device is right and the key is the agent’s current one.'

const WORDS: Readonly<Record<string, FailureWords>> = {
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
  UNAUTHORIZED: {
    title: 'This is not yours to do.',
    advice: 'An agent is revoked by its own key, by the node that answers for it, or by the operator of the service.',
  },
}
