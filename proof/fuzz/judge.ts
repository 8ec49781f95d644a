import { type Endpoint, Problem, PROBLEMS, type ProblemCode, problemCodesOf } from '@stillhere/contract'
import { findSchemaErrors } from '../../apps/server/test/contract.ts'
import { type Answer, readField } from '../world/connection.ts'
import type { FuzzRequest } from './request.ts'

/** What is refused before an endpoint is looked at. */
const BEFORE_ANY_ENDPOINT: readonly ProblemCode[] = [
  'INVALID_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'URI_TOO_LONG',
  'REQUEST_HEADER_FIELDS_TOO_LARGE',
  'MISDIRECTED_REQUEST',
]

/** What is wrong with an answer by the contract; undefined where nothing is. */
export function judgeAnswer(request: FuzzRequest, answer: Answer): string | undefined {
  const { endpoint, isAstray } = request
  const { status } = answer
  const type = readType(answer)
  // Publishing reports the outcome of a call to a third party.
  const isListed = codesOf(endpoint).some((code) => PROBLEMS[code] === status)
  if (status >= 500 && (status === 500 || status === 503 || !isListed)) return `answered ${status}`
  if (type.startsWith('text/html') && isAstray) return undefined
  if (status >= 400) return judgeProblem(request, answer)
  if (status === 304) return request.headers.some(([name]) => name.startsWith('if-')) ? undefined : 'answered 304'
  if (isAstray) return undefined
  const schema = endpoint.responses[status]
  if (!schema) return `answered ${status}, which is not listed`
  const wanted = endpoint.isStream ? 'text/event-stream' : (endpoint.mediaType ?? 'application/json')
  if (endpoint.alternative && type.startsWith(endpoint.alternative.mediaType)) return undefined
  if (!type.startsWith(wanted)) return `answered ${type} instead of ${wanted}`
  return endpoint.isStream || !/json/.test(type) ? undefined : judgeBody(schema, answer)
}

function judgeProblem({ endpoint, isAstray }: FuzzRequest, answer: Answer): string | undefined {
  const type = readType(answer)
  if (!/^application\/(?:problem\+)?json/.test(type)) return `answered ${answer.status} as ${type}`
  const wrong = judgeBody(Problem, answer)
  if (wrong !== undefined) return wrong
  const problem = JSON.parse(answer.body.toString()) as Problem
  if (problem.status !== answer.status || PROBLEMS[problem.error] !== answer.status)
    return `the status is ${answer.status}, the problem says ${problem.status} ${problem.error}`
  const mayBe = isAstray || [...codesOf(endpoint), ...BEFORE_ANY_ENDPOINT].includes(problem.error)
  return mayBe ? undefined : `answered ${problem.error}, which is not listed`
}

function judgeBody(schema: Parameters<typeof findSchemaErrors>[0], { body }: Answer): string | undefined {
  const text = body.toString()
  if (!Buffer.from(text).equals(body)) return 'the answer is no UTF-8'
  const [error] = findSchemaErrors(schema, JSON.parse(text))
  return error && `the answer does not fit its schema: ${error.instancePath} ${error.message}`
}

function readType(answer: Answer): string {
  return readField(answer, 'content-type') ?? ''
}

const listed = new Map<Endpoint, readonly ProblemCode[]>()

function codesOf(endpoint: Endpoint): readonly ProblemCode[] {
  const codes = listed.get(endpoint) ?? problemCodesOf(endpoint)
  listed.set(endpoint, codes)
  return codes
}
