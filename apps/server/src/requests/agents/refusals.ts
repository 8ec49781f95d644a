import { RequestProblem } from '../../platform/problem.ts'

/** A 401 that names the rule by which a signature of an agent is refused. */
export function signatureRefused(rule: string, headers: Record<string, string> = {}): RequestProblem {
  return new RequestProblem('AGENT_SIGNATURE_REFUSED', `The signature is refused: ${rule}.`, { headers })
}

export function agentRevoked(): RequestProblem {
  return new RequestProblem('AGENT_REVOKED', 'This agent is revoked.')
}

export function noSuchAgent(): RequestProblem {
  return new RequestProblem('AGENT_NOT_FOUND', 'There is no agent with this id.')
}

export function keyInUse(): RequestProblem {
  return new RequestProblem(
    'AGENT_KEY_IN_USE',
    'This key was proved before; every agent and every change needs its own.',
  )
}

export function keyUnprovable(): RequestProblem {
  return new RequestProblem('AGENT_KEY_UNPROVABLE', 'This key is no Ed25519 key, or a weak one.')
}

export function nonceUsed(): RequestProblem {
  return signatureRefused('its nonce was used before')
}

/** A 401 where the service cannot say whether something was signed for it. */
export function ownNameUnknown(): RequestProblem {
  return signatureRefused('the service does not know its own name here; its operator must set PUBLIC_URL')
}
