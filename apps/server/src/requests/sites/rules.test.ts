import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findSiteProblems, toHint, createSiteKey, createSiteSecret } from './rules.ts'

describe('the key and the secret of a site', () => {
  it('say what they are, and are never drawn twice', () => {
    expect(createSiteKey(randomBytes)).toMatch(/^site_[A-Za-z0-9_-]{22}$/)
    expect(createSiteSecret(randomBytes)).toMatch(/^sk_[A-Za-z0-9_-]{43}$/)
    expect(createSiteSecret(randomBytes)).not.toBe(createSiteSecret(randomBytes))
  })

  it('the hint is the end of a secret', () => {
    expect(toHint('sk_0123456789')).toBe('6789')
  })
})

const REACH = { publicUrl: 'https://id.example', webhookPrivateAddresses: false, acceptsDevices: false }

describe('findSiteProblems', () => {
  it.each([
    'https://shop.example',
    'https://shop.example:8443',
    'https://xn--bcher-kva.example',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('takes the origin %s', (origin) => {
    expect(findSiteProblems({ origins: [origin] }, REACH)).toEqual([])
  })

  it('names more origins than a site can have', () => {
    const origins = Array.from({ length: 21 }, (_, index) => `https://shop${index}.example`)
    expect(findSiteProblems({ origins: origins.slice(1) }, REACH)).toEqual([])
    expect(findSiteProblems({ origins }, REACH)).toEqual([
      { pointer: '/origins', message: 'must be at most 20 addresses' },
    ])
  })

  it.each([
    ['a path', 'https://shop.example/'],
    ['capitals', 'https://Shop.example'],
    ['a port that browsers leave out', 'https://shop.example:443'],
    ['no scheme', 'shop.example'],
    ['letters that browsers write otherwise', 'https://bücher.example'],
    ['blanks', ' https://shop.example'],
    ['a script', 'javascript:alert(1)'],
    ['null', 'null'],
    ['nothing', ''],
  ])('names an origin with %s', (_, origin) => {
    const [problem] = findSiteProblems({ origins: ['https://shop.example', origin] }, REACH)
    expect(problem).toEqual({ pointer: '/origins/1', message: expect.stringContaining('must be an origin') })
  })

  it.each(['http://shop.example', 'ftp://shop.example', 'http://localhost.evil.example'])(
    'names the origin %s, which others on the way can read',
    (origin) => {
      const [problem] = findSiteProblems({ origins: [origin] }, REACH)
      expect(problem?.message).toMatch(/https|an origin/)
    },
  )

  it.each(['https://shop.example/back', 'https://shop.example/back?from=check', 'http://localhost:3000/'])(
    'takes the return address %s',
    (url) => {
      expect(findSiteProblems({ return_urls: [url] }, REACH)).toEqual([])
    },
  )

  it.each([
    ['https://shop.example', 'as browsers write it'],
    ['/back', 'as browsers write it'],
    ['https://shop.example/../back', 'as browsers write it'],
    ['https://shop.example/back#x', 'no fragment'],
    ['https://ada:secret@shop.example/', 'no fragment'],
    ['http://shop.example/back', 'https'],
    ['javascript:alert(1)', 'https'],
    ['data:text/html,x', 'https'],
  ])('names the return address %s: %s', (url, words) => {
    const [problem] = findSiteProblems({ return_urls: [url] }, REACH)
    expect(problem).toEqual({ pointer: '/return_urls/0', message: expect.stringContaining(words) })
  })
})
