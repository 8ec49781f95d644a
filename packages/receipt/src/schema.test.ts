import { describe, expect, it } from 'vitest'
import { editMember, ISSUER_KEYS, NOW, OTHER_KEYS, oldReceipt, sampleReceipt } from '../test/sample-receipts.ts'
import { computeIssuerId } from './schema.ts'
import { verifyReceipt, verifySchema } from './verify.ts'

const SAMPLE = sampleReceipt()
const OLD = oldReceipt()

function findProblem(receipt: unknown): string | null {
  const result = verifyReceipt(receipt, { now: NOW, legacy: true })
  expect(verifySchema(receipt)).toBe(result.checks.V1 === 'PASS' ? null : 'INVALID_SCHEMA')
  if (result.checks.V1 === 'PASS') return null
  expect(result).toMatchObject({ status: 'INVALID', reason: 'INVALID_SCHEMA', checks: { V1: 'FAIL', V2: 'SKIPPED' } })
  return result.status === 'INVALID' ? result.detail : null
}

const x = (length: number) => 'x'.repeat(length)
const block = SAMPLE.evidence[0]!

const UUID = 'must be a lower-case UUID of version 7'
const SUBJECT_ID = 'must be "sha256:" and 64 lower-case hex digits'
const TIME = 'must be an RFC 3339 UTC time with milliseconds'
const FRACTION = 'must be a number from 0 to 1'
const WHOLE = 'must be a whole number of milliseconds'
const OBJECT = 'must be an object'
const BOOLEAN = 'must be true or false'
const VERDICT = 'must be PASS or FAIL or INSUFFICIENT_EVIDENCE'

const HEX_16 = 'must be 16 lower-case hex digits'
const HEX_64 = 'must be 64 lower-case hex digits'
const HEX_128 = 'must be 128 lower-case hex digits'

/** The bad values of each member, and what is said about them. */
const BAD: [pointer: string, problem: string, values: unknown[]][] = [
  ['/protocolVersion', 'must be 1.0', ['1.1', '1.0 ', '', 1, null, ['1.0']]],
  [
    '/receiptId',
    UUID,
    [
      '0195d1c2-3b00-4abc-8def-0123456789ab',
      '0195d1c2-3b00-7abc-7def-0123456789ab',
      '0195d1c2-3b00-7abc-cdef-0123456789ab',
      '0195D1C2-3B00-7ABC-8DEF-0123456789AB',
      '0195d1c23b007abc8def0123456789ab',
      'x0195d1c2-3b00-7abc-8def-0123456789ab',
      '0195d1c2-3b00-7abc-8def-0123456789ab0',
      '0195d1c2-3b00-7abc-8def-0123456789ab\n',
      '195d1c2-3b00-7abc-8def-0123456789ab',
      '0195d1c2-3b0-7abc-8def-0123456789ab',
      '0195d1c2-3b00-7ab-8def-0123456789ab',
      '0195d1c2-3b00-7abc-8de-0123456789ab',
      '0195d1c2-3b00-7abc-8def-0123456789a',
      7,
      null,
      ['0195d1c2-3b00-7abc-8def-0123456789ab'],
    ],
  ],
  ['/subject', OBJECT, ['sha256:abc', null, [], 1]],
  [
    '/subject/id',
    SUBJECT_ID,
    [
      `sha256:${'a'.repeat(63)}`,
      `sha256:${'a'.repeat(65)}`,
      `sha256:${'A'.repeat(64)}`,
      `sha256:${'g'.repeat(64)}`,
      `sha512:${'a'.repeat(64)}`,
      ` sha256:${'a'.repeat(64)}`,
      'a'.repeat(64),
      null,
      [`sha256:${'a'.repeat(64)}`],
    ],
  ],
  ['/subject/type', 'must be text of 1 to 64 characters', ['', x(65), 5, null, ['embodied']]],
  ['/interval', OBJECT, [null, [], '2026']],
  ['/interval/start', TIME, ['2026-03-01T11:59:58Z', '2026-03-01T11:59:58.500', 1_772_366_398_500, null]],
  ['/interval/end', TIME, ['2026-03-01T12:00:00+00:00', '2026-02-30T12:00:00.000Z', null]],
  ['/interval/coverageMs', WHOLE, [-1, 1.5, '1500', 2 ** 53, null, true]],
  ['/evidence', 'must be a list of 1 to 16 items', [[], Array(17).fill(block), {}, null, 'x', { length: 1, 0: block }]],
  ['/evidence/1', OBJECT, [null, 'block', []]],
  ['/evidence/0/engineId', 'must be text of 1 to 256 characters', ['', x(257), 1, null]],
  ['/evidence/0/engineVersion', 'must be text of 1 to 256 characters', ['', x(257), 1, null]],
  ['/evidence/1/confidence', FRACTION, [-0.001, 1.001, '0.5', null, true]],
  ['/evidence/1/payload', OBJECT, [[], null, 'text', 1]],
  ['/evidence/0/payloadDigest', HEX_64, ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), null]],
  ['/assertions', OBJECT, [null, [], true]],
  ...['observationOccurred', 'continuityMaintained', 'receiptIntegrity'].flatMap((name) => {
    const rows: typeof BAD = [
      [`/assertions/${name}`, OBJECT, [true, null, []]],
      [`/assertions/${name}/value`, BOOLEAN, ['true', 1, 0, null]],
      [`/assertions/${name}/confidence`, FRACTION, [-1, 2, '1', null]],
    ]
    return rows
  }),
  ['/verdict', VERDICT, ['pass', 'PASSED', '', null, true, ['PASS']]],
  ['/expiresAt', TIME, ['2026-03-01T12:05:00Z', '2026-03-01T12:05:00.000', null, 0]],
  ['/previousReceiptHash', HEX_64, ['a'.repeat(63), 'A'.repeat(64), '', 0, false]],
  ['/references', 'must be a list of 0 to 256 items', [Array(257).fill('a'), {}, null, 'a']],
  ['/references/1', 'must be text of 1 to 1024 characters', ['', x(1025), 1, null, []]],
  ['/issuer', OBJECT, [null, [], 'issuer']],
  ['/issuer', 'must have the id that belongs to its publicKey', [{ ...SAMPLE.issuer, id: '0'.repeat(16) }]],
  ['/issuer/id', HEX_16, ['0'.repeat(15), '0'.repeat(17), 'A'.repeat(16), null]],
  ['/issuer/publicKey', HEX_64, ['0'.repeat(63), 'A'.repeat(64), null]],
  ['/audience', 'must be text of 1 to 1024 characters', ['', x(1025), null, ['you']]],
  ['/signature', OBJECT, [null, [], 'signed']],
  ['/signature/algorithm', 'must be Ed25519', ['ed25519', 'EdDSA', 'none', null]],
  ['/signature/canonicalization', 'must be JCS', ['jcs', 'none', null, '']],
  ['/signature/signedAt', TIME, ['2026-03-01T12:00:10Z', null]],
  ['/signature/value', HEX_128, ['a'.repeat(127), 'a'.repeat(129), 'A'.repeat(128), null]],
]

/** Values at the edge of what each member may hold. */
const GOOD: [pointer: string, values: unknown[]][] = [
  ['/receiptId', ['00000000-0000-7000-9000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff']],
  ['/subject/type', ['x', x(64)]],
  ['/interval/coverageMs', [0, 2 ** 53 - 1]],
  ['/evidence', [[block], Array(16).fill(block)]],
  ['/evidence/0/engineId', ['x', x(256)]],
  ['/evidence/0/engineVersion', ['x', x(256)]],
  ['/evidence/1/confidence', [0, 1]],
  ['/evidence/1/payload', [{}]],
  ['/verdict', ['PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE']],
  ['/previousReceiptHash', [null, '0'.repeat(64)]],
  ['/references', [[], Array(256).fill('a'), [x(1024)]]],
  ['/audience', ['x', x(1024)]],
]

const REQUIRED = [
  '/protocolVersion',
  '/receiptId',
  '/subject',
  '/subject/id',
  '/interval',
  '/interval/start',
  '/interval/end',
  '/interval/coverageMs',
  '/evidence',
  ...['engineId', 'engineVersion', 'confidence', 'payload', 'payloadDigest'].map((name) => `/evidence/1/${name}`),
  '/assertions',
  '/assertions/observationOccurred',
  '/assertions/continuityMaintained',
  '/assertions/receiptIntegrity',
  '/assertions/receiptIntegrity/value',
  '/assertions/receiptIntegrity/confidence',
  '/issuer',
  '/issuer/id',
  '/issuer/publicKey',
  '/signature',
  '/signature/algorithm',
  '/signature/signedAt',
  '/signature/value',
]

const CLOSED_OBJECTS = [
  '',
  '/subject',
  '/interval',
  '/evidence/1',
  '/assertions',
  '/assertions/receiptIntegrity',
  '/issuer',
  '/signature',
]

describe('V1', () => {
  it('takes the sample', () => {
    expect(findProblem(SAMPLE)).toBeNull()
  })

  it.each(BAD)('%s %s: %j', (pointer, problem, values) => {
    for (const value of values) expect(findProblem(editMember(SAMPLE, pointer, value))).toBe(`${pointer} ${problem}`)
  })

  it.each(GOOD)('%s may be %j', (pointer, values) => {
    for (const value of values) expect(findProblem(editMember(SAMPLE, pointer, value))).toBeNull()
  })

  it.each([...REQUIRED, '/previousReceiptHash', '/references'])('misses %s', (pointer) => {
    expect(findProblem(editMember(SAMPLE, pointer, undefined))).toBe(`${pointer} is missing`)
  })

  it.each(['/verdict', '/expiresAt', '/audience', '/subject/type'])('does not need %s', (pointer) => {
    expect(findProblem(editMember(SAMPLE, pointer, undefined))).toBeNull()
  })

  it.each(CLOSED_OBJECTS)('knows every member of "%s"', (pointer) => {
    for (const name of ['note', 'constructor', 'toString', 'Value', 'subject ', '0']) {
      const problem = `${pointer}/${name} is not a member that receipts have`
      expect(findProblem(editMember(SAMPLE, `${pointer}/${name}`, 'x'))).toBe(problem)
    }
  })

  it('lets a payload have any members', () => {
    expect(findProblem(editMember(SAMPLE, '/evidence/0/payload/value', { signature: [] }))).toBeNull()
  })

  it.each([null, [], 'text', 5, true])('calls %j no receipt', (value) => {
    if (typeof value !== 'string') expect(findProblem(value)).toBe('the receipt must be an object')
    expect(verifySchema(value)).toBe('INVALID_SCHEMA')
  })

  it('does not take the name of another issuer for an own key', () => {
    const forged = editMember(SAMPLE, '/issuer/publicKey', OTHER_KEYS.publicKey)
    expect(findProblem(forged)).toBe('/issuer must have the id that belongs to its publicKey')
  })
})

describe('V1 of the old profile', () => {
  it('takes the sample', () => {
    expect(findProblem(OLD)).toBeNull()
  })

  it.each([
    ['/receiptId', ['x', x(256)]],
    ['/subject/id', ['x', x(256), 'sha256:efgh']],
    ['/interval/start', ['2026-03-01T11:59:58Z', '2026-03-01T11:59:58.500Z']],
    ['/expiresAt', ['2026-03-01T12:05:00Z']],
    ['/signature/signedAt', ['2026-03-01T12:05:00Z']],
    ['/issuer/id', ['x', x(256)]],
    ['/previousReceiptHash', [null, 'x', x(256)]],
    ['/references', [[], ['a']]],
  ])('%s may be %j', (pointer, values) => {
    for (const value of values) expect(findProblem(editMember(OLD, pointer, value))).toBeNull()
  })

  it.each([
    ['/protocolVersion', 'must be 1.0', ['1.1', null]],
    ['/receiptId', 'must be text of 1 to 256 characters', ['', x(257), null]],
    ['/subject/id', 'must be text of 1 to 256 characters', ['', x(257), null]],
    ['/subject/type', 'must be text of 1 to 64 characters', ['', x(65)]],
    ['/interval/start', 'must be an RFC 3339 UTC time', ['2026-03-01T11:59:58', 5, null]],
    ['/interval/end', 'must be an RFC 3339 UTC time', ['2026-03-01T11:59:58+00:00']],
    ['/interval/coverageMs', WHOLE, [-1]],
    ['/evidence', 'must be a list of 1 to 16 items', [[]]],
    ['/issuer/id', 'must be text of 1 to 256 characters', ['', x(257), null]],
    ['/issuer/publicKey', HEX_64, ['a', null]],
    ['/signature/algorithm', 'must be Ed25519', ['none']],
    ['/signature/signedAt', 'must be an RFC 3339 UTC time', ['2026-03-01']],
    ['/signature/value', HEX_128, ['a']],
    ['/verdict', VERDICT, ['pass', null]],
    ['/expiresAt', 'must be an RFC 3339 UTC time', ['', null]],
    ['/previousReceiptHash', 'must be text of 1 to 256 characters', ['', x(257), 0]],
    ['/references', 'must be a list of 0 to 256 items', [null]],
  ])('%s %s: %j', (pointer, problem, values) => {
    for (const value of values) expect(findProblem(editMember(OLD, pointer, value))).toBe(`${pointer} ${problem}`)
  })

  it.each(REQUIRED)('misses %s', (pointer) => {
    expect(findProblem(editMember(OLD, pointer, undefined))).toBe(`${pointer} is missing`)
  })

  it.each(['/verdict', '/expiresAt', '/previousReceiptHash', '/references', '/subject/type'])(
    'does not need %s',
    (pointer) => {
      expect(findProblem(editMember(OLD, pointer, undefined))).toBeNull()
    },
  )

  it.each(CLOSED_OBJECTS)('knows every member of "%s"', (pointer) => {
    const problem = `${pointer}/note is not a member that receipts have`
    expect(findProblem(editMember(OLD, `${pointer}/note`, 'x'))).toBe(problem)
  })

  it('has no audience', () => {
    expect(findProblem(editMember(OLD, '/audience', 'you'))).toBe('/audience is not a member that receipts have')
  })
})

it('names an issuer with 16 digits of the SHA-256 over the hex text of its key', () => {
  expect(computeIssuerId('ba45b2a513766740e8e541872a2d46af17d3f0a9a3700f0568beae03b3bad4d9')).toBe('74c00c0b4be8c3e3')
  expect(computeIssuerId(ISSUER_KEYS.publicKey)).toBe(SAMPLE.issuer.id)
})
