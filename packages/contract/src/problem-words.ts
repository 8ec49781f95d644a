import type { ProblemCode } from './problem.ts'

/** What each code of an error answer means, for people. */
export const PROBLEM_WORDS: Readonly<Record<ProblemCode, string>> = {
  INVALID_REQUEST: 'The request is malformed or out of bounds; `errors` names each bad field.',
  UNAUTHORIZED: 'The node’s token or the admin secret is missing or wrong.',
  CODE_INVALID: 'The code is wrong, used or too old, or there is no such e-mail address.',
  INVITE_CODE_REQUIRED: 'This e-mail address was never activated and needs an invite code.',
  INVITE_CODE_INVALID: 'There is no such invite code.',
  FORBIDDEN: 'A page of another origin may not call this endpoint.',
  NOT_FOUND: 'Nothing is there.',
  NODE_NOT_FOUND: 'There is no node with this e-mail address.',
  METHOD_NOT_ALLOWED: 'The path has no such method; `Allow` lists those it has.',
  NOT_ACCEPTABLE: 'The answer cannot be written in a form that the caller accepts.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  NODE_ALREADY_ACTIVE: 'The node is active already; sign in by a code.',
  HANDLE_TAKEN: 'Another node has this handle.',
  INVITE_CODE_USED: 'The invite code is used, or reserved for another e-mail address.',
  AGENT_KEY_MISMATCH: 'The agent is declared with another public key.',
  AGENT_HANDLE_TAKEN: 'An agent of another origin has this handle.',
  REQUEST_IN_FLIGHT: 'The first request with this Idempotency-Key is under way; try again soon.',
  INVITE_CODE_REVOKED: 'The invite code has been revoked.',
  PAYLOAD_TOO_LARGE: 'The body is larger than this endpoint takes.',
  URI_TOO_LONG: 'The address is too long.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json` in UTF-8 without compression.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was sent with another body.',
  TOO_MANY_REQUESTS: 'A budget is spent; `Retry-After` says when there is something again.',
  DAILY_LIMIT_REACHED: 'The day’s scans are used up; `Retry-After` counts to the next UTC day.',
  TOO_MANY_TRIES: 'Too many wrong codes; `Retry-After` says when to try again.',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'The header fields are too large.',
  INTERNAL_SERVER_ERROR: 'The service failed; the cause is in its log under the answer’s `x-request-id`.',
  SERVICE_UNAVAILABLE:
    'The service is overloaded, stopping or without its data store; `Retry-After` says when to try again.',
}
