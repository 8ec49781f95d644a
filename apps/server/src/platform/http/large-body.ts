import type { BodyOf, Endpoint } from '@stillhere/contract'
import { type FieldProblem, RequestProblem } from '../problem.ts'
import type { TaskResult } from '../threads/task.ts'
import { parseBody, parseBodyLeniently } from './json-body.ts'
import { compileBodyCheck } from './validation.ts'

/** What a thread made of a body, or why the request is refused: a problem cannot be thrown from one thread to another. */
export type CaughtProblem<Result> = { result: Result } | { refused: Refusal }

type Refusal = Pick<RequestProblem, 'code' | 'message' | 'headers'> & { errors: FieldProblem[] | undefined }

const checks = new Map<Endpoint, ReturnType<typeof compileBodyCheck>>()

/** In a thread: the body of an endpoint from its bytes, held to the contract; otherwise throws the problem. */
export function readBody<One extends Endpoint>(endpoint: One, bytes: Uint8Array): BodyOf<One> {
  return holdToContract(endpoint, parseBody(bytes))
}

/** In a thread: a body that is worth a strict reading only if what it says at first sight holds. Nothing of it may be stored before. */
export function skimBody<One extends Endpoint>(endpoint: One, bytes: Uint8Array): BodyOf<One> {
  return holdToContract(endpoint, parseBodyLeniently(bytes))
}

function holdToContract<One extends Endpoint>(endpoint: One, body: unknown): BodyOf<One> {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  const check = checks.get(endpoint) ?? compileBodyCheck(endpoint.body)
  checks.set(endpoint, check)
  const problem = check(body)
  if (problem) throw problem
  return body as BodyOf<One>
}

/** In a thread: does the work, and hands on a refusal as data. */
export function catchProblem<Result>(work: () => Result): TaskResult<CaughtProblem<Result>> {
  try {
    return { answer: { result: work() } }
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    const { code, message, headers, errors } = error
    return { answer: { refused: { code, message, headers, errors } } }
  }
}

/** On the event loop: the result, or the refusal thrown as the problem that it is. */
export function unwrapResult<Result>(answer: CaughtProblem<Result>): Result {
  if ('result' in answer) return answer.result
  const { code, message, headers, errors } = answer.refused
  throw new RequestProblem(code, message, { headers, ...(errors ? { errors } : {}) })
}
