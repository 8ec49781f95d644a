import { describe, expect, it } from 'vitest'
import { parseSender } from './settings.ts'

describe('the sender', () => {
  it.each([
    ['Stillhere <stillhere@localhost>', { name: 'Stillhere', address: 'stillhere@localhost', domain: 'localhost' }],
    ['a@Example.ORG', { name: '', address: 'a@Example.ORG', domain: 'example.org' }],
    ['<a+b@example.org>', { name: '', address: 'a+b@example.org', domain: 'example.org' }],
    ['Já se Müller <a@example.org>', { name: 'Já se Müller', address: 'a@example.org', domain: 'example.org' }],
  ])('reads %j', (text, sender) => {
    expect(parseSender(text)).toEqual(sender)
  })

  it.each([
    '',
    'Stillhere',
    'a@b@c.org',
    'A <a@example.org> B',
    'A <a@example.org>, B <b@example.org>',
    'a@example.org\r\nBcc: eve@example.org',
    'A\nB <a@example.org>',
    'A\u2028B <a@example.org>',
    '"A" <a@example.org>',
    'a@example.org>',
    'a@[127.0.0.1]',
    'a b@example.org',
    '@example.org',
    'a@-example.org',
  ])('refuses %j', (text) => {
    expect(parseSender(text)).toBeNull()
  })
})
