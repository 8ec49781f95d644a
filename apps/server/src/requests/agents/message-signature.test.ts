import { verifyEd25519 } from '@stillhere/receipt'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKey } from './rules.ts'
import {
  type InnerList,
  parseDictionary,
  readMessageSignature,
  createSignatureBase,
  type SignedMessage,
} from './signed-requests.ts'

const inputOf = (text: string) => parseDictionary(`sig=${text}`)!.get('sig') as InnerList

// RFC 9421, appendices B.1.4, B.2 and B.2.6.
const VECTOR: SignedMessage = {
  method: 'POST',
  scheme: 'https',
  authority: 'example.com',
  target: '/foo?param=Value&Pet=dog',
  fields: new Map([
    ['host', 'example.com'],
    ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
    ['content-type', 'application/json'],
    [
      'content-digest',
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    ],
    ['content-length', '18'],
  ]),
}
const VECTOR_INPUT =
  '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"'
const VECTOR_SIGNATURE = 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=='
const VECTOR_KEY =
  '{"kty":"OKP","crv":"Ed25519","kid":"test-key-ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}'

describe('signatureBase', () => {
  it('is the text of RFC 9421, B.2.6, and the signature there fits it', () => {
    const base = createSignatureBase(VECTOR, inputOf(VECTOR_INPUT)) as string
    expect(base.split('\n')).toEqual([
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      `"@signature-params": ${VECTOR_INPUT}`,
    ])
    const signature = Buffer.from(VECTOR_SIGNATURE, 'base64').toString('hex')
    expect(verifyEd25519(signature, Buffer.from(base), readKey(VECTOR_KEY)!.hex)).toBe(true)
    expect(verifyEd25519(signature, Buffer.from(`${base} `), readKey(VECTOR_KEY)!.hex)).toBe(false)
  })

  const message = { ...VECTOR, fields: new Map([['signature-agent', 'a="https://a.example", b="https://b.example"']]) }
  it.each([
    ['@scheme', 'https'],
    ['@query', '?param=Value&Pet=dog'],
    ['@request-target', '/foo?param=Value&Pet=dog'],
    ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
    ['signature-agent', 'a="https://a.example", b="https://b.example"'],
  ])('writes %s as %s', (name, value) => {
    expect(createSignatureBase(message, inputOf(`("${name}")`))).toBe(
      `"${name}": ${value}\n"@signature-params": ("${name}")`,
    )
  })

  it('writes a member of a dictionary by its key', () => {
    const base = createSignatureBase(message, inputOf('("signature-agent";key="b")')) as string
    expect(base.split('\n')[0]).toBe('"signature-agent";key="b": "https://b.example"')
  })

  it('writes an empty path and an absent query as the RFC says', () => {
    const base = createSignatureBase({ ...VECTOR, target: '' }, inputOf('("@path" "@query")')) as string
    expect(base.split('\n').slice(0, 2)).toEqual(['"@path": /', '"@query": ?'])
  })

  it.each([
    '("@status")',
    '("@query-param";name="param")',
    '("@method";req)',
    '("x-absent")',
    '("date";sf)',
    '("date";bs)',
    '("date";key="a")',
    '("signature-agent";key="c")',
    '("signature-agent";key="a";sf)',
    '("signature-agent";key=1)',
    '(1)',
  ])('refuses to cover %s', (input) => {
    const all = { ...message, fields: new Map([...message.fields, ['date', 'Tue']]) }
    expect(createSignatureBase(all, inputOf(input))).toHaveProperty('refused')
  })

  it.each(['a\nb', 'é', '\u0000'])('refuses the value %j', (value) => {
    expect(createSignatureBase({ ...VECTOR, fields: new Map([['date', value]]) }, inputOf('("date")'))).toHaveProperty(
      'refused',
    )
  })
})

describe('readMessageSignature', () => {
  const params = 'created=1;expires=2;nonce="12345678";keyid="k";tag="web-bot-auth"'
  const bytes = `:${Buffer.alloc(64, 1).toString('base64')}:`
  const read = (input: string, signature = `a=${bytes}`) =>
    readMessageSignature(
      new Map([
        ['signature-input', input],
        ['signature', signature],
      ]),
    )

  it('finds the signature of our tag among others', () => {
    const found = read(
      `b=("date");tag="other", a=("@authority" "signature-agent";key="x");${params}`,
      `b=:YQ==:, a=${bytes}`,
    )
    expect(found).toMatchObject({ created: 1, expires: 2, nonce: '12345678', keyid: 'k' })
    expect('covered' in found && [...found.covered]).toEqual(['@authority', 'signature-agent'])
  })

  const good = `a=("@authority");${params}`
  it.each([
    ['no fields', '', ''],
    ['no Signature', good, ''],
    ['another label', good, `b=${bytes}`],
    ['no dictionary', 'nonsense(', `a=${bytes}`],
    ['no dictionary of signatures', good, 'a=('],
    ['no tag', 'a=("@authority");created=1', undefined],
    ['another tag', good.replace('web-bot-auth', 'web-bot'), undefined],
    ['a tag that is a token', good.replace('"web-bot-auth"', 'web-bot-auth'), undefined],
    ['two of our tag', `${good}, b=("@authority");${params}`, undefined],
    ['an item where a list belongs', `a=1;${params}`, undefined],
    ['a list of signatures', good, 'a=(1)'],
    ['a signature that is text', good, 'a="text"'],
    ['a signature of 63 bytes', good, `a=:${Buffer.alloc(63).toString('base64')}:`],
    ['no created', good.replace('created=1;', ''), undefined],
    ['created as text', good.replace('created=1', 'created="1"'), undefined],
    ['created before 1970', good.replace('created=1', 'created=-1'), undefined],
    ['created with a fraction', good.replace('created=1', 'created=1.5'), undefined],
    ['no expires', good.replace('expires=2;', ''), undefined],
    ['no nonce', good.replace('nonce="12345678";', ''), undefined],
    ['a short nonce', good.replace('12345678', '1234567'), undefined],
    ['a long nonce', good.replace('12345678', 'x'.repeat(257)), undefined],
    ['a nonce with spaces', good.replace('12345678', '1234 5678'), undefined],
    ['no keyid', good.replace('keyid="k";', ''), undefined],
    ['another algorithm', `${good};alg="rsa-v1_5-sha256"`, undefined],
    ['an algorithm that is a token', `${good};alg=ed25519`, undefined],
    ['one component twice', good.replace('"@authority"', '"@authority" "@authority"'), undefined],
    ['a name in capitals', good.replace('@authority', 'Date'), undefined],
    ['a name that is a number', good.replace('"@authority"', '1'), undefined],
    [
      'too many components',
      good.replace('"@authority"', Array.from({ length: 33 }, (_, i) => `"x${i}"`).join(' ')),
      undefined,
    ],
  ])('refuses %s', (_what, input, signature) => {
    expect(read(input, signature)).toHaveProperty('refused')
  })

  it('takes an algorithm that is named and right', () => {
    expect(read(`${good};alg="ed25519"`)).toMatchObject({ keyid: 'k' })
  })

  it('never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'a=(),;"@ :1'.split('')) }),
    )
    fc.assert(
      fc.property(text, text, (input, signature) => {
        const found = read(input, signature)
        if (!('refused' in found)) createSignatureBase(VECTOR, found.input)
      }),
      { seed: 20260310 },
    )
  })
})
