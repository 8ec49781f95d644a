import type { Static, TObject, TSchema } from 'typebox'
import type { ProblemCode } from './problem.ts'

export type Area =
  | 'system'
  | 'nodes'
  | 'identity'
  | 'otp'
  | 'invites'
  | 'waitlist'
  | 'agents'
  | 'entropy'
  | 'motion'
  | 'recruitment'
  | 'mail'
  | 'research'
  | 'verification'
  | 'receipts'
  | 'kept-receipts'
  | 'calibration'
  | 'wallet'
  | 'passkeys'
  | 'sessions'
  | 'recovery'
  | 'sites'
  | 'webhooks'
  | 'checks'
  | 'approvals'
  | 'discovery'
  | 'push'
  | 'notices'
  | 'mcp'
  | 'publishing'
  | 'setup'
  | 'overview'
  | 'people'

/**
 * The callers of an endpoint, in the order of the names: anyone; a node, with its token if AUTH_MODE demands it; a node with its token in
 * every mode; a site with its secret; the operator with the admin secret.
 */
export type Access = 'public' | 'node' | 'token' | 'site' | 'admin'

/** Accepted credentials; `nothing` means that the body or a setting of the service decides. */
export type Credential =
  | 'nothing'
  | 'nodeToken'
  | 'sessionCookie'
  | 'adminSecret'
  | 'siteSecret'
  | 'checkToken'
  | 'agentSignature'
  | 'deleteToken'

/** The scopes that a program's token can have. */
export const PROGRAM_SCOPES = ['read', 'scan', 'entropy'] as const
export type ProgramScope = (typeof PROGRAM_SCOPES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint: everything that the server, the client and the OpenAPI document need to know about it. */
export type Endpoint = {
  area: Area
  method: Method
  path: string
  summary: string
  access: Access
  /** For a public endpoint that looks at credentials by itself; the first is the one to show in examples. */
  accepts?: readonly Credential[]
  /**
   * What needs a sign-in of the last ten minutes, as the subject of a sentence: it grants lasting authority, which a token alone must
   * not. Absent where nothing does. For an operator, the admin secret itself is always fresh.
   */
  freshFor?: string
  /** The scope that a program's token needs. If absent, no program's token opens the endpoint. */
  scope?: ProgramScope
  /** A POST that may be sent again without an Idempotency-Key: it changes nothing, or its content tells it apart. */
  repeatable?: true
  /** Pages of every origin may call it; it looks at the origin by itself. */
  isForPages?: true
  /** The answer is a stream of server-sent events, each of which holds what the schema says. */
  isStream?: true
  /** The body may also come as a form (application/x-www-form-urlencoded). */
  takesForm?: true
  query?: TObject
  params?: TObject
  body?: TObject
  /** An absent body then counts as {}. */
  bodyIsOptional?: boolean
  /** For a body that may be larger than 64 KiB. */
  maxBodyBytes?: number
  /** Threads work for it, and their processor time counts against the caller's network. */
  countsCpu?: true
  /** Its 429 names the ways to sign in without a code; the same ones for every e-mail address. */
  hasOtherWays?: true
  /** A request body that the tests send. */
  example?: unknown
  responses: { [status: number]: TSchema }
  /** Media type of the response if it isn't application/json. */
  mediaType?: string
  /** Content negotiation: if the Accept header asks for this media type, the response is this member alone. */
  alternative?: { mediaType: string; member: string }
  /** Beside INVALID_REQUEST, TOO_MANY_REQUESTS and what every endpoint may answer. */
  problems: readonly ProblemCode[]
}

const CREDENTIALS: Readonly<Record<Access, readonly Credential[]>> = {
  public: ['nothing'],
  // Whether the token is needed depends on AUTH_MODE and on the node.
  node: ['nothing', 'nodeToken', 'sessionCookie'],
  token: ['nodeToken', 'sessionCookie'],
  site: ['siteSecret'],
  admin: ['adminSecret'],
}

/**
 * Returns the kinds of credentials that an endpoint accepts, in the order of its definition; a caller needs only one of them. Falls back to
 * the usual credentials of the endpoint's `access`.
 */
export function listCredentials({ access, accepts = CREDENTIALS[access] }: Endpoint): readonly Credential[] {
  return accepts
}

/** The weakest credential that opens an endpoint: from nothing to a sign-in of the last ten minutes, or a credential of another kind. */
export type Need =
  | 'nothing'
  | `program token: ${ProgramScope}`
  | 'sign-in'
  | 'fresh sign-in'
  | Exclude<Credential, 'nothing' | 'nodeToken' | 'sessionCookie'>

/**
 * Returns, for each kind of credential that an endpoint accepts, the weakest credential that opens it. A caller needs only one of the
 * returned credentials. `nothing` alone is returned for a public endpoint. For access `node` the result holds for closed nodes (AUTH_MODE),
 * and parts of the endpoint may still need a fresh sign-in (`freshFor`).
 */
export function listNeeds(one: Endpoint): Need[] {
  const { access, freshFor, scope } = one
  const takes = listCredentials(one)
  const isPublic = takes.includes('nothing')
  if (isPublic && access !== 'node') return ['nothing']
  return takes.flatMap((credential): Need[] => {
    if (credential === 'nothing' || credential === 'sessionCookie') return []
    if (credential !== 'nodeToken') return [credential]
    if (freshFor !== undefined && !isPublic) return ['fresh sign-in']
    return [scope === undefined ? 'sign-in' : `program token: ${scope}`]
  })
}

/**
 * Returns the endpoint unchanged. The call preserves its exact type, so that handlers and callers get the types of its body, query and
 * response.
 */
export function endpoint<const One extends Endpoint>(one: One): One {
  return one
}

type StaticOrNothing<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export type BodyOf<One extends Endpoint> = StaticOrNothing<One['body']>
export type QueryOf<One extends Endpoint> = StaticOrNothing<One['query']>
export type ParamsOf<One extends Endpoint> = StaticOrNothing<One['params']>
export type AnswerOf<One extends Endpoint> = Static<One['responses'][keyof One['responses'] & number]>
