import { ApprovalAction, type AssuranceLevel } from '@stillhere/contract'
import { parseJson } from '@stillhere/receipt'
import { compileBodyCheck } from '../http/validation.ts'
import { computeActionDigest, findActionProblems, writeBindingMessage } from '../requests/rules.ts'
import { library } from './library.ts'
import { type AcrParams, chooseLevel, readDemand } from './rules.ts'

const checkAction = compileBodyCheck(ApprovalAction)

/** What a backchannel request says is to be approved. */
export type ActionParams = { request_context?: unknown; binding_message?: unknown }

/**
 * The action that a backchannel request asks for: that of `request_context`, whose digest the binding message must then begin; or, for clients that
 * know only the standard, the binding message itself. Throws what the provider answers with where people could not be shown it.
 */
export function readAction({ request_context: context, binding_message: message }: ActionParams): ApprovalAction {
  const action = context === undefined ? { type: 'ciba', summary: message } : parseContext(context)
  if (context === undefined && message === undefined)
    throw new library.errors.InvalidRequest('binding_message or request_context must say what is to be approved')
  const Refused = context === undefined ? library.errors.InvalidBindingMessage : library.errors.InvalidRequest
  const problem = checkAction(action)
  if (problem) throw new Refused(problem.message)
  const [deceptive] = findActionProblems(action as ApprovalAction)
  if (deceptive) throw new Refused(`${deceptive.pointer} ${deceptive.message}`)
  if (context !== undefined && message !== undefined) demandMessage(action as ApprovalAction, message)
  return action as ApprovalAction
}

function parseContext(context: unknown): unknown {
  try {
    return parseJson(String(context))
  } catch {
    throw new library.errors.InvalidRequest('request_context must be JSON, each name once: { type, summary, details? }')
  }
}

function demandMessage(action: ApprovalAction, message: unknown): void {
  const wanted = writeBindingMessage(computeActionDigest(action))
  if (message !== wanted)
    throw new library.errors.InvalidBindingMessage(`binding_message must be ${wanted}, from the digest`)
}

/** The level to ask for: 2 where nothing is said, as for every approval. Throws where what is asked for cannot be reached. */
export function readLevel(params: AcrParams, highest: AssuranceLevel): AssuranceLevel {
  const demand = readDemand(params)
  const level = demand.values.length === 0 ? 2 : chooseLevel(demand, highest)
  if (level !== undefined) return level
  throw new library.errors.UnmetAuthenticationRequirements('this service cannot reach the acr that is asked for')
}
