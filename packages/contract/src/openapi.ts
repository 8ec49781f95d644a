import { type Credential, type Endpoint, listCredentials } from './endpoint.ts'
import { nameOf } from './endpoints.ts'
import { writeComponents, type Named, refer } from './openapi-components.ts'
import { PROBLEM_WORDS } from './problem-words.ts'
import { PROBLEMS, type ProblemCode } from './problem.ts'
import { type JsonSchema, makeSample } from './sample.ts'
import { TAGS } from './tags.ts'

/** An OpenAPI 3.1 document; its form is the standard's. */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, unknown>
}

export type Parameter = { name: string; in: string; required: boolean; schema: unknown; description?: string }

export type OpenApiOptions = { version: string; serverUrl?: string; schemas?: Named }

const DESCRIPTION = `Registers humans and AI agents, scores presence, and counts both.

Errors are problem documents (RFC 9457) with a stable code in \`error\`. A POST with an \`Idempotency-Key\` is done once in
24 hours and answered alike every time. Every 429 and 503 says in \`Retry-After\` when to come back.

A sandbox says \`test: true\` in every answer below \`/api/\` that is a JSON object, problems included: what it says and signs proves nothing.

OpenID Connect is described by its own document, \`/oidc/.well-known/openid-configuration\`.`

/**
 * Returns the OpenAPI 3.1 document of the given endpoints. Everything in it comes from the contract, except `version` and `serverUrl`
 * (default "/") in the options; `schemas` are the schemas to write once and to refer to by name.
 */
export function openApi(endpoints: readonly Endpoint[], options: OpenApiOptions): OpenApiDocument {
  const { version, serverUrl = '/', schemas = {} } = options
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stillhere',
      version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name, description: TAGS[name] })),
    paths: writePaths(endpoints, schemas),
    components: { ...writeComponents(schemas), securitySchemes: SECURITY_SCHEMES },
  }
}

const SECURITY_SCHEMES = {
  nodeToken: { type: 'http', scheme: 'bearer', description: 'The node_token from a handshake or verify-otp' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-stillhere-session',
    description: 'The session of a browser, for pages of the service; on plain HTTP it is called stillhere-session',
  },
  adminSecret: { type: 'apiKey', in: 'header', name: 'x-admin-secret' },
  siteSecret: { type: 'http', scheme: 'bearer', description: 'A secret of a site' },
  checkToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the page received when it opened the check',
  },
  agentSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: 'The request signed by the agent’s key (RFC 9421, tag web-bot-auth), with Signature-Input beside it',
  },
  deleteToken: { type: 'http', scheme: 'bearer', description: 'The delete_token from the upload' },
} satisfies Record<Exclude<Credential, 'nothing'>, object>

const CREDENTIAL_WORDS: Readonly<Record<Credential, string>> = {
  nothing: 'nothing',
  nodeToken: 'the token of a node',
  sessionCookie: 'the session of a browser',
  adminSecret: 'the admin secret',
  siteSecret: 'the secret of a site',
  checkToken: 'the token of a page that has the check open',
  agentSignature: 'the signature of an agent',
  deleteToken: 'the token that the upload answered',
}

/** Returns the sentences of a description that say which credentials an endpoint takes and what needs a fresh sign-in. */
function describeAccess(endpoint: Endpoint): string {
  const { freshFor } = endpoint
  const fresh = freshFor === undefined ? '' : ` ${freshFor} needs a sign-in within the last ten minutes.`
  return `${describeCredentials(endpoint)}${fresh}${describeScope(endpoint)}`
}

function describeScope(endpoint: Endpoint): string {
  const { scope } = endpoint
  if (!listCredentials(endpoint).includes('nodeToken')) return ''
  return scope === undefined ? ' No token of a program opens it.' : ` A program's token needs the scope \`${scope}\`.`
}

function describeCredentials(endpoint: Endpoint): string {
  const accepts = listCredentials(endpoint)
  const words = accepts.filter((one) => one !== 'nothing').map((one) => CREDENTIAL_WORDS[one])
  if (words.length === 0) return 'Anyone may call it.'
  const needed = words.join(' or ')
  return accepts.includes('nothing')
    ? `It takes ${needed}, and needs it where the settings say so.`
    : `It needs ${needed}.`
}

function listSecurity(endpoint: Endpoint): Operation['security'] {
  return listCredentials(endpoint).map((credential) => (credential === 'nothing' ? {} : { [credential]: [] }))
}

function writePaths(endpoints: readonly Endpoint[], schemas: Named): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: writeOperation(endpoint, schemas) }
  }
  return paths
}

function writeOperation(endpoint: Endpoint, schemas: Named): Operation {
  const parameters = listParameters(endpoint)
  const { body, bodyIsOptional = false, example } = endpoint
  const content = body && { schema: refer(body, schemas), ...(example === undefined ? {} : { example }) }
  return {
    operationId: nameOf(endpoint),
    tags: [endpoint.area],
    summary: endpoint.summary,
    description: `${endpoint.summary}. ${describeAccess(endpoint)}`,
    security: listSecurity(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content
      ? {
          requestBody: {
            required: !bodyIsOptional,
            content: { 'application/json': content, ...(endpoint.takesForm && { [FORM]: { schema: content.schema } }) },
          },
        }
      : {}),
    responses: { ...writeSuccesses(endpoint, schemas), ...writeProblems(endpoint) },
  }
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const EVENTS = 'text/event-stream'

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request take effect once in 24 hours; a repetition gets the same response with Idempotency-Replayed: true',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['5f1c9f0e-6c0a-4b0e-9b0e-2f6f3a1d7c55'] },
}

function listParameters({ params, query, method }: Endpoint): Parameter[] {
  return [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...(method === 'POST' ? [IDEMPOTENCY_KEY] : []),
  ]
}

function parametersIn(place: 'path' | 'query', schema: JsonSchema | undefined): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: refer(part, {}),
  }))
}

function writeSuccesses(
  { path, responses, alternative, isStream, mediaType = JSON_TYPE }: Endpoint,
  schemas: Named,
): Record<string, unknown> {
  const isMarked = path.startsWith('/api/') && mediaType === JSON_TYPE && !isStream
  const entries = Object.entries(responses).map(([status, schema]) => [
    status,
    {
      description: status === '201' ? 'Made' : 'Done',
      content: {
        [isStream ? EVENTS : mediaType]: {
          schema: isMarked ? mayBeTest(refer(schema, schemas)) : refer(schema, schemas),
          example: makeSample(refer(schema, {}) as JsonSchema),
        },
        ...(alternative ? { [alternative.mediaType]: { schema: { type: 'string' } } } : {}),
      },
    },
  ])
  return Object.fromEntries(entries)
}

/** An answer with the member that a sandbox adds. */
function mayBeTest(schema: unknown): unknown {
  return { allOf: [schema, { $ref: '#/components/schemas/SandboxMark' }] }
}

/**
 * Returns all problem codes that an endpoint can respond with, without duplicates: its own `problems`, and the codes that follow from its
 * method, access, credentials and input.
 */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { method, path, access, freshFor, body, query, params, problems } = endpoint
  const accepts = listCredentials(endpoint)
  // A POST takes an Idempotency-Key at least.
  const takesInput = method === 'POST' || (body ?? query ?? params) !== undefined
  const takesCookie = accepts.includes('sessionCookie')
  const codes: ProblemCode[] = [
    ...problems,
    ...(accepts.includes('nodeToken') ? (['SCOPE_REQUIRED'] as const) : []),
    ...(freshFor === undefined ? [] : (['FRESH_SIGN_IN_REQUIRED'] as const)),
    ...(freshFor === undefined || access === 'admin' ? [] : (['RECOVERY_WAIT'] as const)),
    ...(takesInput ? (['INVALID_REQUEST'] as const) : []),
    ...(access === 'admin' ? (['UNAUTHORIZED', 'CROSS_SITE_REQUEST'] as const) : []),
    ...(accepts.includes('siteSecret') ? (['UNAUTHORIZED'] as const) : []),
    // Pages of other origins cannot call these.
    ...(path.startsWith('/api/admin/') ? (['FORBIDDEN'] as const) : []),
    ...(takesCookie || accepts.includes('nodeToken') ? (['NODE_BLOCKED'] as const) : []),
    ...(takesCookie && method !== 'GET' ? (['CROSS_SITE_REQUEST'] as const) : []),
    ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // A repeated call is authorized again before it gets the stored response.
    ...(method === 'POST' ? (['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_FLIGHT', 'CROSS_SITE_REQUEST'] as const) : []),
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
  return [...new Set(codes)]
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } }
const REMAINING = { 'X-RateLimit-Remaining': { schema: { type: 'integer', minimum: 0 } } }

function writeProblems(endpoint: Endpoint): Record<string, unknown> {
  const responses: Record<string, unknown> = {}
  const codes = problemCodesOf(endpoint)
  for (const status of new Set(codes.map((code) => PROBLEMS[code]))) {
    const here = codes.filter((code) => PROBLEMS[code] === status)
    responses[status] = {
      description: here.map((code) => `${code}: ${PROBLEM_WORDS[code]}`).join('\n'),
      ...(status === 429 ? { headers: { ...RETRY_AFTER, ...REMAINING } } : {}),
      ...(status === 503 ? { headers: RETRY_AFTER } : {}),
      content: {
        'application/problem+json': {
          schema: { allOf: [{ $ref: '#/components/schemas/Problem' }], properties: { error: { enum: here } } },
        },
      },
    }
  }
  return responses
}
