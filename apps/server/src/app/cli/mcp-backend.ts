import { AnswerError, CallError, createClient, ProblemError } from '@stillhere/client/http'
import { computeThumbprint, type Signer, signRequests } from '@stillhere/client/keys'
import { PROBLEMS, type ProblemCode } from '@stillhere/contract'
import { RequestProblem } from '../../platform/problem.ts'
import type { Backend } from '../../requests/mcp/tools.ts'

/** The tools of a service elsewhere: each call goes there over HTTP, signed with the key of the agent. */
export function createBackend(serviceUrl: string, key: Signer): Backend {
  // Whoever calls a tool can call it again; nobody should wait for long.
  const client = createClient({ baseUrl: serviceUrl, fetch: signRequests(key), timeoutMs: 15_000, retries: 1 })
  const call = async <Answer>(made: Promise<Answer>): Promise<Answer> => {
    try {
      return await made
    } catch (error) {
      throw await explain(error, key)
    }
  }
  return {
    createApproval: (asked) => call(client.createApproval(asked)),
    getApproval: (id) => call(client.getApproval({ id })),
    redeemApproval: (id, digest) => call(client.redeemApproval({ id, digest })),
    verifyReceipt: (body) => call(client.verifyReceipt(body)),
    declareAgent: (declaration) => call(client.declareAgent({ ...declaration, public_key: key.publicKey })),
    whoAmI: async () => {
      const { agent_id: id, agent_handle: name, origin } = await call(client.whoAmI())
      return { kind: 'agent', id, name, origin, service: serviceUrl }
    },
  }
}

/** The service's own refusal in its own words, or that it did not answer. */
async function explain(error: unknown, { publicKey }: Signer): Promise<unknown> {
  if (!(error instanceof CallError)) return error
  if (!(error instanceof ProblemError) || !isKnown(error.code))
    return new RequestProblem('SERVICE_UNAVAILABLE', describeSilence(error))
  const hint = `If nobody declared the key ${await computeThumbprint(publicKey)} yet, call declare_agent.`
  const detail = error.code === 'AGENT_SIGNATURE_REFUSED' ? `${error.detail} ${hint}` : error.detail
  return new RequestProblem(error.code, detail, { errors: [...error.errors] })
}

function isKnown(code: string): code is ProblemCode {
  return code in PROBLEMS
}

function describeSilence(error: CallError): string {
  const isOther = error instanceof AnswerError || error instanceof ProblemError
  return isOther ? 'What answers there is no Stillhere service.' : 'The service cannot be reached.'
}
