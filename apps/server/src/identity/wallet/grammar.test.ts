import { describe, expect, it } from 'vitest'
import { readAuthority, readDateTime, readUri } from './message.ts'

describe('readAuthority', () => {
  it.each([
    ['example.org', undefined, 'example.org', undefined],
    ['EXAMPLE.org:8080', undefined, 'example.org', '8080'],
    ['example.org:', undefined, 'example.org', undefined],
    ['ada:secret@example.org', 'ada:secret', 'example.org', undefined],
    ['@example.org', '', 'example.org', undefined],
    ['[::1]:80', undefined, '[::1]', '80'],
    ['[::ffff:1.2.3.4]', undefined, '[::ffff:1.2.3.4]', undefined],
    ['[v1.fe80:a]', undefined, '[v1.fe80:a]', undefined],
    ['a%20b', undefined, 'a%20b', undefined],
    ["a!$&'()*+,;=b", undefined, "a!$&'()*+,;=b", undefined],
  ])('reads %s', (text, userinfo, host, port) => {
    expect(readAuthority(text)).toEqual({ userinfo, host, port })
  })

  it.each([
    '',
    ':80',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a:b',
    'a@b@c',
    'exämple.org',
    'a%2',
    'a%zz',
    '[::1',
    '[::g]',
    '[::1]a',
    '[fe80::1%25eth0]',
    '[1.2.3.4]',
    '[v.x]',
    'a\\b',
    'a\tb',
  ])('refuses %j', (text) => {
    expect(readAuthority(text)).toBeUndefined()
  })
})

describe('readUri', () => {
  it.each([
    ['https://example.org/login?a=b/c?d#e/f?g', 'example.org'],
    ['http://[::1]:8787', '[::1]'],
    ['ftp://ada@example.org', 'example.org'],
    ['did:key:z6Mk', undefined],
    ['urn:isbn:0-486-27557-4', undefined],
    ['ipfs://QmAbc/x', 'qmabc'],
    ['file:///etc/hosts', undefined],
    ['x:', undefined],
    ['x:/a//b', undefined],
  ])('reads %s', (text, host) => {
    expect(readUri(text)?.authority?.host).toBe(host)
    expect(readUri(text)).toBeDefined()
  })

  it.each([
    '',
    'example.org',
    '//example.org',
    '/login',
    '1x://example.org',
    'https://exam ple.org',
    'https://example.org/ä',
    'https://example.org/%',
    'https://example.org/a#b#c',
    'https://example.org/[a]',
    'https://example.org?a"b',
    'https://a:b:c/',
    'https://:80/',
    'x:a|b',
    'https://example.org/\u2028',
  ])('refuses %j', (text) => {
    expect(readUri(text)).toBeUndefined()
  })
})

describe('readDateTime', () => {
  it.each([
    ['2021-09-30T16:25:24.000Z', '2021-09-30T16:25:24.000Z'],
    ['2021-09-30T16:25:24Z', '2021-09-30T16:25:24.000Z'],
    ['2021-09-30t16:25:24z', '2021-09-30T16:25:24.000Z'],
    ['2021-09-30T16:25:24.123456789Z', '2021-09-30T16:25:24.123Z'],
    ['2021-09-30T16:25:24-02:30', '2021-09-30T18:55:24.000Z'],
    ['2021-09-30T00:00:00+23:59', '2021-09-29T00:01:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['0021-01-01T00:00:00Z', '0021-01-01T00:00:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(new Date(readDateTime(text)!).toISOString()).toBe(time)
  })

  it.each([
    '',
    '2021-09-30',
    '2021-09-30T16:25Z',
    '2021-09-30T16:25:24',
    '2021-09-30 16:25:24Z',
    '2021-09-30T16:25:24.Z',
    '2021-09-30T16:25:24+0200',
    '2021-09-30T16:25:24+24:00',
    '2021-09-30T16:25:24+02:60',
    '2021-02-29T00:00:00Z',
    '2021-04-31T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-00-01T00:00:00Z',
    '2021-01-00T00:00:00Z',
    '2021-01-01T24:00:00Z',
    '2021-01-01T00:60:00Z',
    '2021-01-01T00:00:61Z',
    '1633019124000',
    'NaN',
    '２０２１-09-30T16:25:24Z',
  ])('refuses %j', (text) => {
    expect(readDateTime(text)).toBeUndefined()
  })
})
