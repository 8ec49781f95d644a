export * from './agents.ts'
export * from './approvals.ts'
export * from './askers.ts'
export * from './calibration.ts'
export * from './challenge.ts'
export { CHECK_FAILURES } from './check-fields.ts'
export * from './check-pages.ts'
export * from './checks.ts'
export * from './discovery.ts'
export type {
  Access,
  AnswerOf,
  Area,
  BodyOf,
  Credential,
  Endpoint,
  Method,
  Need,
  ParamsOf,
  ProgramScope,
  QueryOf,
} from './endpoint.ts'
export { listCredentials, listNeeds, PROGRAM_SCOPES } from './endpoint.ts'
export { ENDPOINTS } from './endpoints.ts'
export * from './entropy.ts'
export * from './identity.ts'
export * from './invites.ts'
export * from './kept-receipts.ts'
export * from './mail.ts'
export * from './mcp.ts'
export * from './motion.ts'
export * from './nodes.ts'
export * from './notices.ts'
export {
  type OpenApiDocument,
  type OpenApiOptions,
  type Operation,
  openApi,
  type Parameter,
  problemCodesOf,
} from './openapi.ts'
export { NAMED_SCHEMAS } from './openapi-components.ts'
export * from './otp.ts'
export * from './overview.ts'
export * from './passkeys.ts'
export * from './people.ts'
export { OTHER_WAYS, PROBLEMS, Problem, type ProblemCode } from './problem.ts'
export { PROBLEM_WORDS } from './problem-words.ts'
export * from './publishing.ts'
export * from './push.ts'
export * from './receipts.ts'
export * from './recovery.ts'
export * from './recruitment.ts'
export * from './research.ts'
export type { JsonSchema } from './sample.ts'
export * from './sessions.ts'
export * from './setup.ts'
export * from './sites.ts'
export * from './system.ts'
export * from './verification.ts'
export * from './waitlist.ts'
export * from './wallet.ts'
export * from './webhooks.ts'
