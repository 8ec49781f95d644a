import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeSiweMessage } from '../../../test/siwe-message.ts'
import { parseMessage, type SiweMessage } from './message.ts'

const ADDRESS = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const GOOD = [
  'service.org wants you to sign in with your Ethereum account:',
  ADDRESS,
  '',
  'I accept: https://service.org/tos',
  '',
  'URI: https://service.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891757',
  'Issued At: 2021-09-30T16:25:24.000Z',
  'Expiration Time: 2021-09-30T17:25:24Z',
  'Not Before: 2021-09-30T16:00:00Z',
  'Request ID: some:id@1',
  'Resources:',
  '- ipfs://Qme7ss',
  '- https://example.com/claim.json',
] as const

function read(text: string): SiweMessage {
  const parsed = parseMessage(text)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.message
}

function problemOf(text: string): string {
  const parsed = parseMessage(text)
  return parsed.ok ? 'none' : parsed.problem
}

/** The good message with one line changed; null leaves it out. */
function withLine(number: number, line: string | null): string {
  return GOOD.flatMap((one, index) => (index + 1 !== number ? [one] : line === null ? [] : [line])).join('\n')
}

describe('parseMessage', () => {
  it('reads every field', () => {
    expect(read(GOOD.join('\n'))).toEqual({
      scheme: undefined,
      domain: { userinfo: undefined, host: 'service.org', port: undefined },
      address: ADDRESS,
      statement: 'I accept: https://service.org/tos',
      uri: { authority: { userinfo: undefined, host: 'service.org', port: undefined } },
      version: '1',
      chainId: 1n,
      nonce: '32891757',
      issuedAt: Date.parse('2021-09-30T16:25:24Z'),
      expirationTime: Date.parse('2021-09-30T17:25:24Z'),
      notBefore: Date.parse('2021-09-30T16:00:00Z'),
      requestId: 'some:id@1',
      resources: ['ipfs://Qme7ss', 'https://example.com/claim.json'],
    })
  })

  it('leaves absent fields undefined', () => {
    const message = read([...GOOD.slice(0, 3), '', ...GOOD.slice(5, 10)].join('\n'))
    const { statement, expirationTime, notBefore, requestId, resources, scheme } = message
    expect([statement, expirationTime, notBefore, requestId, resources, scheme]).toEqual(Array(6).fill(undefined))
  })

  it('tells an empty statement from none', () => {
    expect(read([...GOOD.slice(0, 3), '', '', ...GOOD.slice(5)].join('\n')).statement).toBe('')
  })

  it.each([
    ['an empty list of resources', GOOD.slice(0, 14).join('\n')],
    ['an empty request id', withLine(13, 'Request ID: ')],
    ['a scheme before the domain', withLine(1, `https://${GOOD[0]}`)],
    ['another version, which a rule refuses', withLine(7, 'Version: 2')],
    ['chain 0, which a rule refuses', withLine(8, 'Chain ID: 0')],
    ['an address without its checksum, which a rule refuses', withLine(2, ADDRESS.toLowerCase())],
    ['a long nonce', withLine(9, `Nonce: ${'a1'.repeat(100)}`)],
    ['brackets and spaces in the statement', withLine(4, "  [a] (b) 'c' #1, $2 & 3 = 4; 5* + 6? ~")],
  ])('reads %s', (_, text) => {
    expect(problemOf(text)).toBe('none')
  })

  it.each<[string, string, number]>([
    ['nothing', '', 1],
    ['another sentence', withLine(1, 'service.org wants you to sign in with your Bitcoin account:'), 1],
    ['no domain', withLine(1, GOOD[0].slice('service.org'.length)), 1],
    ['a domain with a path', withLine(1, `service.org/x${GOOD[0].slice('service.org'.length)}`), 1],
    ['a bad scheme', withLine(1, `1x://${GOOD[0]}`), 1],
    ['text after the colon', withLine(1, `${GOOD[0]} `), 1],
    ['a line break of Windows', GOOD.join('\r\n'), 1],
    ['a short address', withLine(2, ADDRESS.slice(0, -1)), 2],
    ['a long address', withLine(2, `${ADDRESS}0`), 2],
    ['an address without 0x', withLine(2, ADDRESS.slice(2)), 2],
    ['a name for an address', withLine(2, 'vitalik.eth'), 2],
    ['no empty line after the address', withLine(3, null), 3],
    ['a statement in two lines', withLine(4, 'I accept\nall of it'), 5],
    ['an umlaut in the statement', withLine(4, 'Grüße'), 4],
    ['a percent sign in the statement', withLine(4, '100 %'), 4],
    ['a tab in the statement', withLine(4, 'a\tb'), 4],
    ['no empty line after the statement', withLine(5, null), 5],
    ['no URI', withLine(6, null), 6],
    ['a relative URI', withLine(6, 'URI: /login'), 6],
    ['a URI in another letter case', withLine(6, 'uri: https://service.org'), 6],
    ['no version', withLine(7, null), 7],
    ['a version in words', withLine(7, 'Version: one'), 7],
    ['no chain id', withLine(8, null), 8],
    ['a chain id with a sign', withLine(8, 'Chain ID: -1'), 8],
    ['a chain id in hexadecimal', withLine(8, 'Chain ID: 0x1'), 8],
    ['a chain id of ten thousand digits', withLine(8, `Chain ID: ${'9'.repeat(10_000)}`), 8],
    ['no nonce', withLine(9, null), 9],
    ['a nonce of seven characters', withLine(9, 'Nonce: 1234567'), 9],
    ['a nonce with a hyphen', withLine(9, 'Nonce: 1234-5678'), 9],
    ['no issued-at', withLine(10, null), 10],
    ['an issued-at in words', withLine(10, 'Issued At: yesterday'), 10],
    ['a day that does not exist', withLine(10, 'Issued At: 2021-02-30T00:00:00Z'), 10],
    ['a bad expiration', withLine(11, 'Expiration Time: never'), 11],
    ['a bad not-before', withLine(12, 'Not Before: '), 12],
    ['a request id with a space', withLine(13, 'Request ID: a b'), 13],
    ['fields in another order', withLine(12, 'Expiration Time: 2021-09-30T17:25:24Z'), 12],
    ['a resource that is no URI', withLine(15, '- no uri'), 15],
    ['a resource without its dash', withLine(16, 'https://example.com'), 16],
    ['text after Resources', withLine(14, 'Resources: x'), 14],
    ['a line break at the end', `${GOOD.join('\n')}\n`, 17],
    ['a field nobody knows', [...GOOD.slice(0, 10), 'Color: red'].join('\n'), 11],
  ])('refuses %s and names the line', (_, text, line) => {
    expect(problemOf(text)).toMatch(new RegExp(`^Line ${line} must be `))
  })

  it('reads what a page wrote, and reads the same out of it', () => {
    const issuedAt = new Date('2026-03-10T12:00:00.123Z')
    const text = writeSiweMessage({
      scheme: 'https',
      domain: 'id.example.org:8443',
      address: ADDRESS,
      statement: 'Sign in, please.',
      uri: 'https://id.example.org:8443/login',
      version: '1',
      chainId: 137,
      nonce: 'abcdefgh12345678',
      issuedAt,
      expirationTime: new Date(issuedAt.getTime() + 1000),
      requestId: 'r1',
      resources: ['https://example.org/a'],
    })
    expect(read(text)).toMatchObject({
      scheme: 'https',
      domain: { host: 'id.example.org', port: '8443' },
      chainId: 137n,
      issuedAt: issuedAt.getTime(),
      expirationTime: issuedAt.getTime() + 1000,
      requestId: 'r1',
      resources: ['https://example.org/a'],
    })
  })

  it('answers and never throws, whatever it is given', () => {
    const piece = fc.oneof(
      fc.constantFrom(...GOOD, '\n', '', 'Nonce: ', '- ', '://', '@', '[', '%', '\u0000'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('\n', ''), (pieces, glue) => {
        expect(typeof parseMessage(pieces.join(glue)).ok).toBe('boolean')
      }),
      { seed: 20260310, numRuns: 2000 },
    )
  })

  it('answers and never throws for a good message with some characters changed', () => {
    const text = GOOD.join('\n')
    const change = fc.record({
      at: fc.nat(text.length),
      length: fc.nat(3),
      by: fc.string({ unit: 'binary', maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        const changed = changes.reduce(
          (now, { at, length, by }) => now.slice(0, at) + by + now.slice(at + length),
          text,
        )
        expect(typeof parseMessage(changed).ok).toBe('boolean')
      }),
      { seed: 20260310, numRuns: 3000 },
    )
  })
})

// The public vectors lie beside the repository; the tests above stand without them.
const VECTORS = join(import.meta.dirname, '../../../../../../shared/vectors/siwe/parsing_positive.json')

type Vector = {
  message: string
  fields: Record<string, unknown> & { issuedAt: string; domain: string; chainId: number }
}

describe('public vectors', () => {
  const vectors: Record<string, Vector> = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : {}

  it('all are read', () => {
    for (const [name, { message, fields }] of Object.entries(vectors)) {
      const got = read(message)
      const { userinfo, host, port } = got.domain
      const domain = `${userinfo === undefined ? '' : `${userinfo}@`}${host}${port === undefined ? '' : `:${port}`}`
      expect({ ...got, domain, chainId: Number(got.chainId) }, name).toMatchObject({
        domain: fields.domain,
        address: fields['address'],
        nonce: fields['nonce'],
        version: fields['version'],
        chainId: fields.chainId,
        issuedAt: Date.parse(fields.issuedAt),
        statement: fields['statement'],
        resources: fields['resources'],
        scheme: fields['scheme'] ?? undefined,
      })
    }
  })
})
