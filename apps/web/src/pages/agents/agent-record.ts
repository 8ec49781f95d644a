import type { OutputOf } from '@stillhere/client/http'
import { KeyError, type KeyErrorKind } from '@stillhere/client/keys'
import { describeFailure, type FailureWords, type ProblemWords } from '../../parts/failure.tsx'
import { say } from '../../words/speak.ts'

export type AgentRecord = OutputOf<'getAgent'>
export type AgentKey = AgentRecord['keys'][number]

/** The states of an agent in words. */
export const STATE_WORDS: Readonly<Record<AgentRecord['state'], string>> = {
  declared: say('Declared. The key hasn’t been proved yet.'),
  verified: say('Verified. The key has been proved.'),
  revoked: say('Revoked permanently'),
}

/** Returns the index of the step that is due: 1 (prove the key) if the agent is only declared, 2 (all done) otherwise. */
export function findStepIndex({ state }: Pick<AgentRecord, 'state'>): number {
  return state === 'declared' ? 1 : 2
}

/** Returns the key in use, or the last key if the agent is revoked. Returns undefined if the record has no keys. */
export function findCurrentKey({ keys }: Pick<AgentRecord, 'keys'>): AgentKey | undefined {
  return keys.findLast(({ ended_at }) => ended_at === null) ?? keys.at(-1)
}

/** Shortens a public key to its first and last eight characters, where people notice differences. */
export function formatKey(publicKey: string): string {
  const oneLine = publicKey.replace(/\s+/g, ' ')
  return oneLine.length <= 20 ? oneLine : `${oneLine.slice(0, 8)}…${oneLine.slice(-8)}`
}

/** Describes who revoked an agent, if that is known. */
export function describeRevocation(by: AgentRecord['revoked_by']): string {
  if (by === 'agent') return say('This agent was revoked by its own key.')
  if (by === 'operator') return say('This agent was revoked by its responsible node.')
  return by === 'admin'
    ? say('This agent was revoked by the operator of this service.')
    : say('This agent has been revoked.')
}

/** Returns true if the text looks like a private key (PEM or JWK), so that the page can refuse to send it. */
export function hasPrivateKey(text: string): boolean {
  return /PRIVATE KEY/i.test(text) || /"d"\s*:/.test(text)
}

/** Returns the address of an agent's page on this service. */
export function toAgentHref(agentId: string): string {
  return `/agents?id=${encodeURIComponent(agentId)}`
}

/** Describes to the person why a request about an agent failed, or why its key in this browser can't be used. */
export function describeAgentFailure(error: unknown): FailureWords {
  if (error instanceof KeyError)
    return { title: say('This browser can’t use the key.'), advice: KEY_ADVICE[error.kind] ?? OTHER_KEY }
  return describeFailure(error, OWN)
}

const OTHER_KEY = say('Reload the page and try again. If that doesn’t help, declare the agent again with a new key.')

const KEY_ADVICE: Readonly<Partial<Record<KeyErrorKind, string>>> = {
  unsupported: say('Update your browser. Chrome and Edge 137, Firefox 129, and Safari 17 or later can sign.'),
  insecure_page: say('Open this page over https, or as localhost on this computer.'),
  storage_unavailable: say(
    'Leave private browsing, allow this site to store data, and check that there is free space.',
  ),
}

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: say('You can’t do that.'),
    advice: say(
      'An agent can be revoked with its own key, by its responsible node, or by the operator of this service.',
    ),
  },
}
