import { ApprovalAction, type AssuranceLevel } from '@stillhere/contract'
import { type Language, LANGUAGES } from '@stillhere/messages'
import { parseJson } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import { compileBodyCheck } from '../../platform/http/body.ts'
import { computeActionDigest, findActionProblems } from '../request/rules.ts'
import { library } from './library.ts'
import { type AcrParams, chooseLevel, readDemand } from './rules.ts'

const checkAction = compileBodyCheck(ApprovalAction)

/** What a backchannel request says is to be approved. */
export type ActionParams = { request_context?: unknown; binding_message?: unknown }

type AskedAction = {
  action: ApprovalAction
  /** Of the binding message, where it is one of words. */
  language?: Language
}

/**
 * The action that a backchannel request asks for: that of `request_context`, whose six words the binding message must then be, in any language; or,
 * for clients that know only the standard, the binding message itself. Throws what the provider answers with where people could not be shown it.
 */
export function readAction({ request_context: context, binding_message: message }: ActionParams): AskedAction {
  const action = context === undefined ? { type: 'ciba', summary: message } : parseContext(context)
  if (context === undefined && message === undefined)
    throw new library.errors.InvalidRequest('binding_message or request_context must say what is to be approved')
  const Refused = context === undefined ? library.errors.InvalidBindingMessage : library.errors.InvalidRequest
  const problem = checkAction(action)
  if (problem) throw new Refused(problem.message)
  const [deceptive] = findActionProblems(action as ApprovalAction)
  if (deceptive) throw new Refused(`${deceptive.pointer} ${deceptive.message}`)
  const isBound = context !== undefined && message !== undefined
  return {
    action: action as ApprovalAction,
    ...(isBound && { language: findLanguageOf(message, action as ApprovalAction) }),
  }
}

function parseContext(context: unknown): unknown {
  try {
    return parseJson(String(context))
  } catch {
    throw new library.errors.InvalidRequest('request_context must be JSON, each name once: { type, summary, details? }')
  }
}

/** The language in which the message is the six words of the action. */
function findLanguageOf(message: unknown, action: ApprovalAction): Language {
  const digest = computeActionDigest(action)
  const language = LANGUAGES.find((one) => message === writeBindingWords(digest, one))
  if (language !== undefined) return language
  const wanted = writeBindingWords(digest, 'en')
  throw new library.errors.InvalidBindingMessage(`binding_message must be the six words of the digest: ${wanted}`)
}

/** The level to ask for: 2 where nothing is said, as for every approval. Throws where what is asked for cannot be reached. */
export function readLevel(params: AcrParams, highest: AssuranceLevel): AssuranceLevel {
  const demand = readDemand(params)
  const level = demand.values.length === 0 ? 2 : chooseLevel(demand, highest)
  if (level !== undefined) return level
  throw new library.errors.UnmetAuthenticationRequirements('this service cannot reach the acr that is asked for')
}
