import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { getCalibrationStatus } from './calibration.ts'
import { ENDPOINTS } from './endpoints.ts'
import { NAMED_SCHEMAS } from './openapi-components.ts'
import { type Operation, openApi, problemCodesOf } from './openapi.ts'
import { PROBLEMS } from './problem.ts'
import { uploadResearch } from './research.ts'
import { type JsonSchema, makeSample } from './sample.ts'
import { endAdminSession, getAdminSession } from './setup.ts'

const document = openApi(ENDPOINTS, { version: '1.0.0', serverUrl: 'https://example.org', schemas: NAMED_SCHEMAS })
// A browser asks whether it has a session of the operator, and ends what it has.
const OPEN_TO_ALL: readonly unknown[] = [getCalibrationStatus, getAdminSession, endAdminSession]
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const formats = { email: /@/, 'date-time': /T.*Z$/, date: /^\d{4}-\d\d-\d\d$/, uuid: UUID }
const ajv = new Ajv({ strict: false, formats })
const named = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

function findOperation(method: string, path: string): Operation | undefined {
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

describe('openApi', () => {
  it('is valid OpenAPI 3.1, and every reference leads somewhere', async () => {
    const copy = JSON.parse(JSON.stringify(document))
    const validator = new Validator()
    expect(await validator.validate(copy)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const names = Object.keys(copy.components.schemas)
    const references = [...JSON.stringify(copy).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(new Set(references)).toEqual(new Set(names))
  })

  it('carries the version and the address', () => {
    expect(document.info.version).toBe('1.0.0')
    expect(document.servers).toEqual([{ url: 'https://example.org' }])
  })

  it('is the same each time, and plain JSON', () => {
    const again = openApi(ENDPOINTS, { version: '1.0.0', serverUrl: 'https://example.org', schemas: NAMED_SCHEMAS })
    expect(again).toEqual(document)
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
    expect(ids).toHaveLength(ENDPOINTS.length)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['revokeToken', 'requestChallenge', 'verifyPresence']))
  })

  it('OpenAPI: holds what Spectral and Redocly ask for: a contact, tags and operations in words, patterns for any language', () => {
    expect(document.info.contact.name).not.toBe('')
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, description, tags } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(description, operationId).toMatch(/\.$/)
      expect(document.tags.filter(({ name }) => tags.includes(name))).toHaveLength(1)
    }
    expect(document.tags.filter(({ description }) => description === '')).toEqual([])
    expect(JSON.stringify(document)).not.toContain('\\\\p{')
  })

  it('OpenAPI: no example is a stand-in: each text is like one that the service writes', () => {
    const answers = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((one) => Object.values(one.responses)),
    )
    expect(answers.length).toBeGreaterThan(100)
    // A list of required members may name one "text".
    const write = (answer: unknown) => JSON.stringify(answer, (key, value) => (key === 'required' ? undefined : value))
    expect(answers.filter((answer) => /"text"[,\]}]/.test(write(answer)))).toEqual([])
  })

  it('OpenAPI: landmarks are typed, though any JSON is accepted', () => {
    const { ResearchUpload } = document.components.schemas as Record<string, { properties: Record<string, unknown> }>
    expect(ResearchUpload?.properties['landmarks']).toEqual({ $ref: '#/components/schemas/Landmarks' })
    expect(
      ajv.validate(uploadResearch.body ?? {}, { ...(uploadResearch.example as object), landmarks: 'anything' }),
    ).toBe(true)
  })

  it('OpenAPI: every example fits the schema beside it, as the document describes it', () => {
    const whole = new Ajv({ strict: false, logger: false, formats: { email: true, 'date-time': true, date: true } })
    whole.addSchema({ $id: 'doc', components: document.components })
    const contents = [...JSON.stringify(document.paths).matchAll(/"application\/json":/g)].length
    let checked = 0
    const check = (content: { schema: unknown; example?: unknown } | undefined, where: string) => {
      if (!content) return
      checked++
      const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/components', '"doc#/components'))
      if ('example' in content) expect(whole.validate(schema, content.example) ? [] : whole.errors, where).toEqual([])
    }
    for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap((one) =>
      Object.values(one),
    )) {
      check(requestBody?.content['application/json'], operationId)
      for (const response of Object.values(responses) as { content?: Record<string, { schema: unknown }> }[])
        check(response.content?.['application/json'], operationId)
    }
    expect(checked).toBe(contents)
  }, 60_000)

  it('names the media type of a member that can be sent alone', () => {
    const answers = findOperation('POST', '/api/verify')?.responses as Record<string, { content: object }>
    expect(Object.keys(answers['200']?.content ?? {})).toEqual(['application/json', 'application/jwt'])
  })

  it('OpenAPI: types what is at the heart of it, and shows no valid receipt with a reason against it', () => {
    const schemas = document.components['schemas'] as Record<string, { properties: Record<string, object> }>
    for (const name of ['Receipt', 'Capture', 'MotionResponse', 'MotionSignature', 'PresentedEnrollment'])
      expect(Object.keys(schemas[name]?.properties ?? {}).length, name).toBeGreaterThan(1)
    const [report] = Object.values(findOperation('POST', '/api/verify-receipt')?.responses ?? {}) as [
      { content: Record<string, { example: object }> },
    ]
    expect(report.content['application/json']?.example).toMatchObject({ status: 'VALID', reason: null, failures: [] })
  })

  it.each([
    ['POST', '/api/node/erase', [{ nodeToken: [] }, { sessionCookie: [] }, {}]],
    ['DELETE', '/api/research/sessions/:id', [{ deleteToken: [] }]],
    ['POST', '/api/matrix/publish', [{}, { adminSecret: [] }]],
    [
      'POST',
      '/api/agent/revoke',
      [{ nodeToken: [] }, { sessionCookie: [] }, { agentSignature: [] }, { adminSecret: [] }],
    ],
    ['POST', '/api/agent/rotate', [{ agentSignature: [] }]],
    ['POST', '/api/subscribe', [{}, { siteSecret: [] }, { adminSecret: [] }]],
    ['POST', '/api/recruitment/confirm', [{}]],
  ])('says what %s %s takes for a credential', (method, path, security) => {
    expect(findOperation(method, path)?.security).toEqual(security)
  })
})

describe.each(named)('%s', (_, endpoint) => {
  const operation = findOperation(endpoint.method, endpoint.path)

  it('is described, with every success and every problem that it may answer', () => {
    const statuses = [
      ...Object.keys(endpoint.responses),
      ...problemCodesOf(endpoint).map((code) => String(PROBLEMS[code])),
    ]
    expect(new Set(Object.keys(operation?.responses ?? {}))).toEqual(new Set(statuses))
    expect(operation?.tags).toEqual([endpoint.area])
  })

  it('may answer 400 where it takes anything: a POST takes an Idempotency-Key at least', () => {
    const { method, body, query, params } = endpoint
    const takesInput = [method === 'POST', body, query, params].some(Boolean)
    expect(problemCodesOf(endpoint).includes('INVALID_REQUEST')).toBe(takesInput)
  })

  it('has an example that its own bounds allow, where it takes a body', () => {
    if (!endpoint.body) return expect(endpoint.example).toBeUndefined()
    expect(ajv.validate(endpoint.body, endpoint.example) ? [] : ajv.errors).toEqual([])
  })

  it('shows an answer that its own schema allows', () => {
    for (const schema of Object.values(endpoint.responses)) {
      expect(ajv.validate(schema, makeSample(schema as JsonSchema)) ? [] : ajv.errors).toEqual([])
    }
  })

  it('names a credential where it may answer that one is missing or wrong', () => {
    const refuses = problemCodesOf(endpoint).includes('UNAUTHORIZED')
    const credentials = (operation?.security ?? []).flatMap((way) => Object.keys(way))
    if (refuses) expect(credentials).not.toEqual([])
    for (const name of credentials) expect(document.components.securitySchemes).toHaveProperty(name)
  })

  it('says in words what every pattern of its input asks for', () => {
    const silent = Object.entries({ ...endpoint.body?.properties, ...endpoint.query?.properties })
      .filter(([, schema]) => (schema as JsonSchema).pattern && !(schema as JsonSchema).description)
      .map(([name]) => name)
    expect(silent).toEqual([])
  })

  it('has a parameter for every name in its path', () => {
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.properties ?? {})).toEqual(inPath)
  })

  it('lies under /api/admin/ exactly when it needs the admin secret, but for a path of the specification and the state of a session', () => {
    const isForOperators = endpoint.access === 'admin' || OPEN_TO_ALL.includes(endpoint)
    expect(endpoint.path.startsWith('/api/admin/')).toBe(isForOperators)
  })
})
