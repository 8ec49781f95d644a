export { createClient } from './client.ts'
export type { Client, EndpointName, InputOf, OutputOf } from './endpoint-types.ts'
export {
  AnswerError,
  CallError,
  type FieldProblem,
  NetworkError,
  ProblemError,
  TimeoutError,
} from './errors.ts'
export type { CallOptions, ClientOptions, Runtime, TokenSource } from './options.ts'
export { pages } from './pages.ts'
