import { describe, expect, it } from 'vitest'
import type { ServiceAddress } from '../../platform/http/origin.ts'
import { parseMessage, type SiweMessage } from './message.ts'
import { CONTENT_RULES, findBrokenRules, isVerified, TIMING_RULES } from './rules.ts'

const ADDRESS = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const NOW = Date.parse('2026-03-10T12:00:00Z')
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString()

const FIELDS = {
  origin: 'id.example.org',
  address: ADDRESS,
  uri: 'https://id.example.org/login',
  version: '1',
  chainId: '1',
  issuedAt: at(0),
  rest: '',
}

function messageWith(changes: Partial<typeof FIELDS>): SiweMessage {
  const { origin, address, uri, version, chainId, issuedAt, rest } = { ...FIELDS, ...changes }
  const opening = `${origin} wants you to sign in with your Ethereum account:\n${address}\n\n\n`
  const fields = `URI: ${uri}\nVersion: ${version}\nChain ID: ${chainId}\nNonce: 12345678\nIssued At: ${issuedAt}`
  const parsed = parseMessage(`${opening}${fields}${rest}`)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.message
}

type Facts = { address?: string; own?: ServiceAddress | undefined; nonceIssuedMs?: number }

const OWN: ServiceAddress = { scheme: 'https', authority: 'id.example.org' }

function broken(changes: Partial<typeof FIELDS>, facts: Facts = {}): string[] {
  const { address = ADDRESS, nonceIssuedMs } = facts
  const message = messageWith(changes)
  const place = { address, own: 'own' in facts ? facts.own : OWN }
  return [
    ...findBrokenRules(CONTENT_RULES, message, place),
    ...findBrokenRules(TIMING_RULES, message, { nowMs: NOW, nonceIssuedMs }),
  ].map(({ rule }) => rule)
}

describe('rules', () => {
  it('a good message breaks none', () => {
    expect(broken({})).toEqual([])
  })

  // Each row breaks one rule and no other: without that rule the message would be accepted.
  const ROWS: [rule: string, what: string, changes: Partial<typeof FIELDS>, facts?: Facts][] = [
    ['version', 'version 2', { version: '2' }],
    ['version', 'version 01', { version: '01' }],
    ['chain-id', 'chain 0', { chainId: '0' }],
    ['chain-id', 'chain 000', { chainId: '000' }],
    ['checksum', 'an address in lower case', { address: ADDRESS.toLowerCase() }],
    ['checksum', 'an address in upper case', { address: `0x${ADDRESS.slice(2).toUpperCase()}` }],
    ['checksum', 'one letter in the other case', { address: ADDRESS.replace('C02', 'c02') }],
    ['address', 'another address in the body', {}, { address: `0x${'1'.repeat(40)}` }],
    ['address', 'no address in the body', {}, { address: '' }],
    ['scheme', 'http where the service has https', { origin: 'http://id.example.org' }],
    ['scheme', 'a scheme of an app', { origin: 'evil://id.example.org' }],
    ['domain', 'another domain', { origin: 'evil.example.org' }],
    ['domain', 'a domain that begins alike', { origin: 'id.example.org.evil.org' }],
    ['domain', 'a parent domain', { origin: 'example.org' }],
    ['domain', 'a subdomain', { origin: 'a.id.example.org' }],
    ['domain', 'another port', { origin: 'id.example.org:8443' }],
    ['domain', 'a name before the domain', { origin: 'bank.example@id.example.org' }],
    ['domain', 'loopback', { origin: 'localhost' }],
    ['domain', 'another host', { origin: 'other.example.org' }],
    ['uri', 'another host', { uri: 'https://evil.example.org/' }],
    ['uri', 'another port', { uri: 'https://id.example.org:8443/' }],
    ['uri', 'no host', { uri: 'did:key:z6Mk' }],
    ['uri', 'a name before the host', { uri: 'https://id.example.org@id.example.org/' }],
    ['issued-at', 'ten minutes and a second ago', { issuedAt: at(-601) }],
    ['issued-at', 'in 31 seconds', { issuedAt: at(31) }],
    ['expiration-time', 'this moment', { rest: `\nExpiration Time: ${at(0)}` }],
    ['expiration-time', 'a second ago', { rest: `\nExpiration Time: ${at(-1)}` }],
    ['not-before', 'in a second', { rest: `\nNot Before: ${at(1)}` }],
    ['nonce', 'given more than ten minutes ago', {}, { nonceIssuedMs: NOW - 601_000 }],
  ]

  it.each(ROWS)('%s alone refuses %s', (rule, _, changes, facts) => {
    expect(broken(changes, facts)).toEqual([rule])
  })

  it('every rule has a row', () => {
    const rules = [...Object.keys(CONTENT_RULES), ...Object.keys(TIMING_RULES)]
    expect(new Set(ROWS.map(([rule]) => rule))).toEqual(new Set(rules))
  })

  it.each<[string, Partial<typeof FIELDS>, Facts?]>([
    ['any positive chain', { chainId: '11155111' }],
    ['the body’s address in lower case', {}, { address: ADDRESS.toLowerCase() }],
    ['the body’s address in upper case', {}, { address: ADDRESS.toUpperCase() }],
    ['the scheme of the service', { origin: 'HTTPS://id.example.org' }],
    ['the domain in capitals', { origin: 'ID.Example.ORG' }],
    ['the port that https has anyway', { origin: 'id.example.org:443', uri: 'https://id.example.org:443' }],
    ['a URI with path, query and fragment', { uri: 'https://id.example.org/a/b?c=d#e' }],
    ['ten minutes ago', { issuedAt: at(-600) }],
    ['in thirty seconds', { issuedAt: at(30) }],
    ['an expiration that comes', { rest: `\nExpiration Time: ${at(1)}` }],
    ['a not-before that has come', { rest: `\nNot Before: ${at(0)}` }],
    ['a nonce given ten minutes ago', {}, { nonceIssuedMs: NOW - 600_000 }],
  ])('take %s', (_, changes, facts) => {
    expect(broken(changes, facts)).toEqual([])
  })
})

describe('the address of the service', () => {
  const own = { scheme: 'http', authority: '[::1]:8787' }

  it('with a port of its own wants that port or none', () => {
    expect(broken({ origin: '[::1]:8787', uri: 'http://[::1]:8787' }, { own })).toEqual([])
    expect(broken({ origin: '[::1]', uri: 'http://[::1]' }, { own })).toEqual([])
    expect(broken({ origin: '[::1]:80', uri: 'http://[::1]:8787' }, { own })).toEqual(['domain'])
  })

  it('is one name: another name of the same machine is another address', () => {
    expect(broken({ origin: 'localhost:8787', uri: 'http://localhost:8787' }, { own })).toEqual(['domain', 'uri'])
  })

  it('F4: is nowhere when the service does not know it, so that no message is meant for it', () => {
    expect(broken({}, { own: undefined })).toEqual(['domain', 'uri'])
  })
})

describe('isVerified', () => {
  it.each([
    ['proved', 'open', true],
    ['proved', 'lock', true],
    ['proved', 'strict', true],
    ['provisional', 'open', true],
    ['provisional', 'lock', false],
    ['provisional', 'strict', false],
    [undefined, 'open', false],
  ] as const)('%s under AUTH_MODE %s: %s', (binding, mode, expected) => {
    expect(isVerified(binding, mode)).toBe(expected)
  })
})
