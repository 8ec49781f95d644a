import { describe, expect, it } from 'vitest'
import { MAX_LENGTH, NotJsonError, parseJson } from './json.ts'

describe('parseJson', () => {
  it.each([
    ['{"b":1,"a":[true,null,"x",-0.5e2]}', { b: 1, a: [true, null, 'x', -50] }],
    [' [ ] ', []],
    ['"text"', 'text'],
    ['{"a":{"a":{"a":1}},"b":{"a":2}}', { a: { a: { a: 1 } }, b: { a: 2 } }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"x":"\\"a\\":1,\\"a\\":2"}', { x: '"a":1,"a":2' }],
    ['{"a":"a","b":["a","a","{","}"]}', { a: 'a', b: ['a', 'a', '{', '}'] }],
    ['{"{":1,"}":{"}":2,"{":3}}', { '{': 1, '}': { '}': 2, '{': 3 } }],
    ['{"a\\\\":1,"a":2}', { 'a\\': 1, a: 2 }],
    ['{"\\u00e9":1,"e\\u0301":2}', { '\u00e9': 1, 'e\u0301': 2 }],
    ['{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value)
  })

  it('keeps the order of members', () => {
    expect(JSON.stringify(parseJson('{"b":1,"a":{"d":1,"c":2}}'))).toBe('{"b":1,"a":{"d":1,"c":2}}')
  })

  it.each([
    ['side by side', '{"a":1,"a":1}', '"a"'],
    ['far apart', '{"a":{"x":[1,{}]},"b":[],"a":2}', '"a"'],
    ['with blanks before the colon', '{"a" :1,"a"\n\t\r :2}', '"a"'],
    ['inside', '{"o":[{"k":1},{"k":2,"k":3}]}', '"k"'],
    ['one of them escaped', '{"a":1,"\\u0061":2}', '"a"'],
    ['with a quote in the name', '{"\\"":1,"\\"":2}', '"\\""'],
    ['with a backslash at the end of the name', '{"a\\\\":1,"a\\\\":2}', '"a\\\\"'],
    ['of no characters', '{"":1,"":2}', '""'],
    ['behind text that holds brackets', '{"a":"}{","a":1}', '"a"'],
  ])('refuses a name twice: %s', (_, text, name) => {
    expect(() => parseJson(text)).toThrow(new NotJsonError('', `has the member ${name} twice in one object`))
  })

  it.each([
    ['__proto__', '{"a":{"__proto__":{}}}', '/a/__proto__ is a forbidden member name'],
    ['an escaped __proto__', '{"\\u005f_proto__":{}}', '/__proto__ is a forbidden member name'],
    ['a number too large', '{"n":[1e400]}', '/n/0 is Infinity, which JSON cannot write'],
    ['a lone surrogate', '["\\ud800"]', '/0 holds a lone surrogate, which is not Unicode text'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseJson(text)).toThrow(message)
    expect(() => parseJson(text)).toThrow(NotJsonError)
  })

  it.each(['', '{', '{"a":1,}', "{'a':1}", '[01]', '[NaN]', '[1] x', '\ufeff{}', '// note\n{}', '"\n"', 'undefined'])(
    'refuses %j as no JSON',
    (text) => {
      expect(() => parseJson(text)).toThrow(NotJsonError)
      expect(() => parseJson(text)).toThrow(/^the value is not JSON: ./)
    },
  )

  it.each([undefined, null, 5, Buffer.from('{"a":1,"a":2}'), ['{}'], Object('{}')])('refuses %j as no text', (text) => {
    expect(() => parseJson(text as string)).toThrow(new NotJsonError('', 'is not text'))
  })

  it('takes the longest text, and refuses one character more', () => {
    const blanks = ' '.repeat(MAX_LENGTH - 2)
    expect(parseJson(`[${blanks}]`)).toStrictEqual([])
    expect(() => parseJson(`[ ${blanks}]`)).toThrow(new NotJsonError('', `is longer than ${MAX_LENGTH} characters`))
  })

  it('reads one very long string', () => {
    const long = 'x'.repeat(MAX_LENGTH - 2)
    expect(parseJson(JSON.stringify(long)) === long).toBe(true)
  })

  it('refuses deep nesting without exhausting the stack', () => {
    expect(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(NotJsonError)
  })
})
