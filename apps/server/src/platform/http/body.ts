import { createRequire } from 'node:module'
import type { SerializerCompiler, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { BodyOf, Endpoint } from '@stillhere/contract'
import { type Json, NotJsonError, parseJson } from '@stillhere/receipt'
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { parseEmail } from '../email.ts'
import { encodePointerPart, type FieldProblem, RequestProblem } from '../problem.ts'
import type { TaskResult } from '../threads/threads.ts'

/** The result of work in a worker thread, or the RequestProblem that it threw, as data. */
export type CaughtProblem<Result> = { result: Result } | { refused: Refusal }

type Refusal = Pick<RequestProblem, 'code' | 'message' | 'headers'> & { errors: FieldProblem[] | undefined }

const checks = new Map<Endpoint, ReturnType<typeof createBodyCheck>>()

/**
 * Parses and validates the body of an endpoint; for use in a worker thread, where large bodies are read. Throws a RequestProblem if the
 * body isn't JSON or breaks the contract.
 */
export function readBody<One extends Endpoint>(endpoint: One, bytes: Uint8Array): BodyOf<One> {
  return requireContract(endpoint, parseBody(bytes))
}

/**
 * Parses and validates a body at a fifth of the cost of readBody, but accepts duplicate names and NUL characters. For deciding if readBody
 * is worthwhile; the result must not be stored.
 */
export function readBodyLeniently<One extends Endpoint>(endpoint: One, bytes: Uint8Array): BodyOf<One> {
  return requireContract(endpoint, parseBodyLeniently(bytes))
}

function requireContract<One extends Endpoint>(endpoint: One, body: unknown): BodyOf<One> {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  const check = checks.get(endpoint) ?? createBodyCheck(endpoint.body)
  checks.set(endpoint, check)
  const problem = check(body)
  if (problem) throw problem
  return body as BodyOf<One>
}

/**
 * Runs `work` in a worker thread and returns its result for the main thread. A RequestProblem that it throws is returned as data, because
 * it can't be thrown across threads; other errors are thrown.
 */
export function toTaskResult<Result>(work: () => Result): TaskResult<CaughtProblem<Result>> {
  try {
    return { answer: { result: work() } }
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    const { code, message, headers, errors } = error
    return { answer: { refused: { code, message, headers, errors } } }
  }
}

/** Returns the result that toTaskResult created in a worker thread, or throws the RequestProblem that it holds. */
export function requireResult<Result>(answer: CaughtProblem<Result>): Result {
  if ('result' in answer) return answer.result
  const { code, message, headers, errors } = answer.refused
  throw new RequestProblem(code, message, { headers, ...(errors ? { errors } : {}) })
}

type Check = (value: unknown) => RequestProblem | undefined

// A body is JSON and has types of its own; a query or a path is text and must be read as what the contract says.
const compileForBodies = checkCompiler({ coerceTypes: false })
const compileForTexts = checkCompiler({ coerceTypes: true })

/**
 * Creates a function that validates a parsed body against a schema and returns a RequestProblem that names the bad fields, or undefined.
 * For bodies that Fastify doesn't validate.
 */
export function createBodyCheck(schema: TSchema): Check {
  return compileForBodies(schema)
}

/** Creates Fastify's validator from the schemas of the contract. Its error names each bad field. */
export const createValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = httpPart === 'body' ? compileForBodies(schema) : compileForTexts(schema)
  return (value: unknown) => {
    const error = check(value)
    return error ? { error } : { value }
  }
}

/**
 * Returns a function that creates the validator of a schema. A valid value is validated once; an invalid one again, to name all of its bad
 * fields. Validators are compiled on first use, so that the service starts sooner.
 */
function checkCompiler({ coerceTypes }: { coerceTypes: boolean }): (schema: TSchema) => Check {
  const first = createAjv({ coerceTypes, allErrors: false })
  const all = createAjv({ coerceTypes, allErrors: true })
  return (schema) => {
    return (value) => {
      if (first.compile(schema)(value)) return undefined
      const explain = all.compile(schema)
      explain(copyTopLevels(value))
      return createInvalidProblem(explain.errors ?? [], { isText: coerceTypes })
    }
  }
}

function createAjv({ coerceTypes, allErrors }: { coerceTypes: boolean; allErrors: boolean }): Ajv {
  const ajv = new Ajv({ allErrors, coerceTypes, useDefaults: true, strict: false, verbose: allErrors })
  ajv.addFormat('email', (text: string) => parseEmail(text) !== null)
  ajv.addFormat('date-time', true)
  ajv.addFormat('date', true)
  return ajv
}

// More than any list of the contract may have, so that one that is too long still is.
const ITEMS_NAMED = 200

// Deeper than anything that the contract describes: to follow a body that is nested without end would exhaust the stack.
const LEVELS_NAMED = 32

// A body of megabytes can hold a million bad items; to name each would make an answer sixty times as large.
function copyTopLevels(value: unknown, level = 0): unknown {
  if (typeof value !== 'object' || value === null || level === LEVELS_NAMED) return value
  if (Array.isArray(value)) return value.slice(0, ITEMS_NAMED).map((item) => copyTopLevels(item, level + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyTopLevels(part, level + 1)]))
}

function createInvalidProblem(found: readonly ErrorObject[], { isText }: { isText: boolean }): RequestProblem {
  const errors = found.map((error) => describe(error, isText ? describeEmailInQuery : describeEmail))
  const detail = errors.map(({ pointer, message }) => `${pointer === '' ? 'The body' : pointer} ${message}`).join('; ')
  return new RequestProblem('INVALID_REQUEST', detail, { errors })
}

function describe(error: ErrorObject, wordsForEmail: (data: unknown) => string): FieldProblem {
  const { instancePath, keyword, params, parentSchema, message = 'is not valid' } = error
  if (keyword === 'required') return { pointer: `${instancePath}/${params.missingProperty}`, message: 'is missing' }
  if (keyword === 'additionalProperties') {
    const name = encodePointerPart(params.additionalProperty)
    return { pointer: `${instancePath}/${name}`, message: 'is not a name that may stand here' }
  }
  if (keyword === 'enum') {
    return { pointer: instancePath, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  }
  if (keyword === 'format' && params.format === 'email')
    return { pointer: instancePath, message: wordsForEmail(error.data) }
  if (keyword === 'pattern' && parentSchema?.description)
    return { pointer: instancePath, message: `must be ${parentSchema.description}` }
  return { pointer: instancePath, message }
}

function describeEmail(): string {
  return 'must be an e-mail address'
}

// A query is read as a form is: a + that is not written %2B arrives as a blank.
function describeEmailInQuery(data: unknown): string {
  const hasBlank = typeof data === 'string' && data.trim().includes(' ')
  return hasBlank ? `${describeEmail()}; a + in a query is written %2B` : describeEmail()
}

/**
 * Replaces the app's body parsers by strict ones: JSON in UTF-8, without duplicate names, `__proto__` or NUL characters, which PostgreSQL
 * can't store; form bodies only where the endpoint accepts them. Other bodies get 400 or 415.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request) => refuseEncodings(request))
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint, keepsJson } = request.routeOptions.config
    if (keepsJson) return body
    // Some clients name the type with every call, also where there is nothing to send.
    const mayBeEmpty = endpoint?.body === undefined || endpoint.bodyIsOptional === true
    if (body.length === 0 && mayBeEmpty) return {}
    // A large one is read in a thread; see large-body.ts.
    return endpoint?.maxBodyBytes === undefined ? parseBody(body) : body
  })
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint, keepsForm } = request.routeOptions.config
    if (keepsForm) return body
    if (endpoint?.takesForm) return parseForm(body)
    throw new RequestProblem('UNSUPPORTED_MEDIA_TYPE', 'A body is JSON in UTF-8, without compression.')
  })
}

const FORM = 'application/x-www-form-urlencoded'

// A compressed body could be far larger than it looks.
function refuseEncodings({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (encoding.toLowerCase() === 'identity' && charset.toLowerCase() === 'utf-8') return
  throw new RequestProblem('UNSUPPORTED_MEDIA_TYPE', 'A body is JSON in UTF-8, without compression.')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses a body as strict JSON; throws 400 if it isn't UTF-8 or JSON, or has duplicate names or NUL characters. */
export function parseBody(body: Uint8Array): Json {
  const text = decode(body)
  const value = parse(text)
  // JSON allows no control character inside a string, so a NUL comes escaped or not at all.
  if (text.includes('\\u0000') && hasNul(value)) throw createUnreadableProblem('The body holds a NUL character.')
  return value
}

function parseForm(body: Uint8Array): Record<string, string> {
  const fields = [...new URLSearchParams(decode(body))]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw createUnreadableProblem('The form names a field twice.')
  if (fields.some((pair) => hasNul(pair))) throw createUnreadableProblem('The body holds a NUL character.')
  return Object.fromEntries(fields)
}

/** Parses a body at a fifth of the cost of parseBody, but accepts duplicate names and NUL characters. The result must not be stored. */
function parseBodyLeniently(body: Uint8Array): Json {
  const text = decode(body)
  try {
    return JSON.parse(text) as Json
  } catch {
    return parse(text)
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    throw createUnreadableProblem(
      error instanceof NotJsonError ? `In the body, ${error.message}.` : 'The body cannot be read.',
    )
  }
}

function hasNul(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, part]) => name.includes('\0') || hasNul(part))
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw createUnreadableProblem('The body is not UTF-8 text.')
  }
}

function createUnreadableProblem(detail: string): RequestProblem {
  return new RequestProblem('INVALID_REQUEST', detail, { errors: [{ pointer: '', message: detail }] })
}

type Library = { SerializerSelector: typeof SerializerSelector }
type Serialize = ReturnType<SerializerCompiler>

const require = createRequire(import.meta.url)
const compiled = new WeakMap<object, Serialize>()
let compile: SerializerCompiler | undefined

/** Creates Fastify's serializer of a route. It is compiled on first use, because compiling those of all routes takes 0.3 s of CPU. */
export const createSerializer: SerializerCompiler = (route) => (answer) => {
  const schema = route.schema as object
  const serialize = compiled.get(schema) ?? loadCompiler()(route)
  compiled.set(schema, serialize)
  return serialize(answer)
}

/** Loads the compiler of response serializers right after the app starts to listen, so that neither the start nor the first response waits for it. */
export function loadSerializersOnceListening(app: FastifyInstance): void {
  app.addHook('onListen', (done) => {
    setImmediate(loadCompiler)
    done()
  })
}

function loadCompiler(): SerializerCompiler {
  if (compile !== undefined) return compile
  const library = require('@fastify/fast-json-stringify-compiler') as Library
  compile = library.SerializerSelector()({})
  return compile
}
