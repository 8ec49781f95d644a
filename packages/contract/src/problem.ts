import { type Static, Type } from 'typebox'

/** Every code that an error answer can carry, and the HTTP status that goes with it. */
export const PROBLEMS = {
  INVALID_REQUEST: 400,
  INSUFFICIENT_DATA: 400,
  CHALLENGE_REFUSED: 400,
  UNAUTHORIZED: 401,
  CODE_INVALID: 401,
  INVITE_CODE_REQUIRED: 403,
  INVITE_CODE_INVALID: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NODE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  NODE_ALREADY_ACTIVE: 409,
  HANDLE_TAKEN: 409,
  INVITE_CODE_USED: 409,
  AGENT_KEY_MISMATCH: 409,
  AGENT_HANDLE_TAKEN: 409,
  DUPLICATE_SESSION: 409,
  CALIBRATION_RUNNING: 409,
  CALIBRATION_ENDED: 409,
  CALIBRATION_NOT_APPLICABLE: 409,
  REQUEST_IN_FLIGHT: 409,
  INVITE_CODE_REVOKED: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  DAILY_LIMIT_REACHED: 429,
  TOO_MANY_TRIES: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type ProblemCode = keyof typeof PROBLEMS

/** RFC 9457, with a stable code and, for bad fields, where they are (RFC 6901). */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  error: Type.Enum(Object.keys(PROBLEMS) as ProblemCode[]),
  errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }))),
})
export type Problem = Static<typeof Problem>
