import type { AgentRecord, AnswerOf, getAgentKeys } from '@stillhere/contract'

type KeyDirectory = AnswerOf<typeof getAgentKeys>

/**
 * The keys by which requests of an agent may be verified now. An agent that is revoked, or never proved its key, has none: verifiers
 * take an empty directory as news, and keep the keys that they know where a directory cannot be found.
 */
export function listSigningKeys({ state, keys }: AgentRecord): KeyDirectory {
  const current = keys.filter((key) => key.ended_at === null)
  return {
    keys: state === 'verified' ? current.flatMap(({ jwk }) => (jwk ? [{ ...jwk, use: 'sig' as const }] : [])) : [],
  }
}
