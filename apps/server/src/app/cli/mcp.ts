import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { AnswerError, CallError, createClient, ProblemError } from '@stillhere/client/http'
import { computeThumbprint, KeyError, openKey, type Signer, signRequests } from '@stillhere/client/keys'
import { type ProblemCode, PROBLEMS } from '@stillhere/contract'
import { isLoopbackName } from '../../platform/loopback.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Backend } from '../../requests/mcp/tools.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'

const OPTIONS = { service: { type: 'string' }, key: { type: 'string' } } as const

/**
 * Runs an MCP server on stdin and stdout for an agent on this machine, with the tools of a remote service, until stdin ends. Only the protocol
 * may be printed to stdout.
 */
export const runMcp: Command = async (args) => {
  const { values } = readArguments(args, { options: OPTIONS })
  const serviceUrl = readServiceUrl(values.service)
  const key = await openKeyFile(values.key)
  const backend = createBackend(serviceUrl, key)
  // Not with the other commands: the library takes 0.2 s and 30 MB.
  const [{ serveStdio }, { createToolServer }, { createLinkState }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../../requests/mcp/tools.ts'),
    import('../../requests/mcp/tools.ts'),
  ])
  const report = (error: unknown): void => console.error(error)
  const state = createLinkState(randomBytes(32), key.publicKey)
  serveStdio(({ era }) => createToolServer({ backend, state, era, report }), { onerror: report, maxSubscriptions: 0 })
  return undefined
}

function readServiceUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageProblem('mcp needs --service URL')
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageProblem(
      '--service must be an address that begins with https, unless it leads to this machine itself',
    )
  return url.href
}

/** Opens the agent's key, which is created on first use in a file that only its owner can read. */
async function openKeyFile(file = join(findConfigFolder(), 'stillhere', 'agent-key.pem')): Promise<Signer> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return await openKey({ file })
  } catch (error) {
    if (error instanceof KeyError) throw new UsageProblem('--key: {problem}', { problem: error.message })
    throw error
  }
}

function findConfigFolder(): string {
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
}

/**
 * Creates the functions that MCP tools need, as calls to a remote service. Each request is signed with the agent's key; failures are thrown as
 * RequestProblem.
 */
export function createBackend(serviceUrl: string, key: Signer): Backend {
  // The caller of a tool can call it again, and should not wait for long.
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

/** Converts an error of a call to a RequestProblem: the service's own refusal, or that the service didn't answer. */
async function explain(error: unknown, { publicKey }: Signer): Promise<unknown> {
  if (!(error instanceof CallError)) return error
  if (!(error instanceof ProblemError) || !isKnown(error.code))
    return new RequestProblem('SERVICE_UNAVAILABLE', describeSilence(error))
  const hint = `If no agent has declared the key ${await computeThumbprint(publicKey)} yet, call declare_agent.`
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
