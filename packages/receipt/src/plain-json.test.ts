import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { copyInOrder, copySorted, MAX_DEPTH, MAX_LENGTH, NotJsonError } from './json.ts'

function nested(levels: number): unknown {
  let value: unknown = 'core'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value }
  return value
}

function catchProblem(copy: (value: unknown) => unknown, value: unknown): { pointer: string; message: string } {
  try {
    copy(value)
  } catch (error) {
    if (error instanceof NotJsonError) return { pointer: error.pointer, message: error.message }
    throw error
  }
  throw new Error('the value was taken')
}

class Impostor {
  value = 1
}

const COPIERS = [
  [
    'copySorted',
    (value: unknown) => {
      const sorted = copySorted(value)
      // What the text of a value cannot hold is refused when it is written.
      sorted.write(sorted.value)
      return sorted.value
    },
  ],
  ['copyInOrder', (value: unknown) => copyInOrder(value)],
] as const

describe.each(COPIERS)('%s', (_copier, copy) => {
  it.each<[unknown]>([
    [null],
    [true],
    [false],
    [0],
    [-1.5e300],
    [5e-324],
    [''],
    ['text'],
    ['\u{1F600} \u2028 \u0000'],
    ['a backslash before ud: \\ud800'],
    [{ escaped: '\\ud800', empty: null, number: 1, list: [null, true] }],
    [[]],
    [{}],
    [[[], [null]]],
    [{ a: { b: [1, 'two', null] }, '': 0, constructor: 1, 'a/b': 2 }],
  ])('copies %j', (value) => {
    expect(copy(value)).toStrictEqual(value)
  })

  it('shares nothing with what it copied', () => {
    const value = { list: [{ deep: 1 }] }
    const copied = copy(value) as typeof value
    value.list[0]!.deep = 2
    value.list.push({ deep: 3 })
    expect(copied).toStrictEqual({ list: [{ deep: 1 }] })
  })

  it('reads every member exactly once', () => {
    let reads = 0
    const value = {
      get a() {
        return ++reads
      },
    }
    expect(copy(value)).toStrictEqual({ a: 1 })
    expect(reads).toBe(1)
  })

  it('takes objects without a prototype, and those of another realm', () => {
    expect(copy(Object.assign(Object.create(null), { a: 1 }))).toStrictEqual({ a: 1 })
    expect(copy(runInNewContext('({ a: [1, { b: 2 }] })'))).toStrictEqual({ a: [1, { b: 2 }] })
  })

  it.each([
    ['NaN', Number.NaN, 'is NaN, which JSON cannot write'],
    ['Infinity', Number.POSITIVE_INFINITY, 'is Infinity, which JSON cannot write'],
    ['minus Infinity', Number.NEGATIVE_INFINITY, 'is -Infinity, which JSON cannot write'],
    ['undefined', undefined, 'is of type undefined, which JSON does not have'],
    ['a function', () => 1, 'is of type function, which JSON does not have'],
    ['a symbol', Symbol('s'), 'is of type symbol, which JSON does not have'],
    ['a BigInt', 1n, 'is of type bigint, which JSON does not have'],
    ['a Date', new Date(0), 'is neither a plain object nor an array'],
    ['a Map', new Map(), 'is neither a plain object nor an array'],
    ['a boxed string', Object('text'), 'is neither a plain object nor an array'],
    ['a typed array', new Uint8Array(2), 'is neither a plain object nor an array'],
    ['an object that inherits', Object.create({ a: 1 }), 'is neither a plain object nor an array'],
    ['a class instance', new Impostor(), 'is neither a plain object nor an array'],
    ['an heir of an own kind of null object', Object.create(Object.create(null)), 'is neither a plain object'],
    ['a lone high surrogate', '\ud800', 'holds a lone surrogate, which is not Unicode text'],
    ['a lone low surrogate', 'a\udc00b', 'holds a lone surrogate, which is not Unicode text'],
  ])('refuses %s and says where', (_, value, problem) => {
    expect(catchProblem(copy, value).pointer).toBe('')
    expect(catchProblem(copy, value).message).toContain(`the value ${problem}`)
    expect(catchProblem(copy, { a: [0, value] }).pointer).toBe('/a/1')
    expect(catchProblem(copy, { a: [0, value] }).message).toContain(`/a/1 ${problem}`)
  })

  it('escapes "~" and "/" in pointers, as RFC 6901 wants', () => {
    expect(catchProblem(copy, { 'a/b~c': { '~1': Number.NaN } }).pointer).toBe('/a~1b~0c/~01')
    expect(catchProblem(copy, { '//': { '~~': Number.NaN } }).pointer).toBe('/~1~1/~0~0')
  })

  it('shows pointers that can be printed: long names cut, control characters escaped', () => {
    expect(catchProblem(copy, { ['x'.repeat(64)]: Number.NaN }).pointer).toBe(`/${'x'.repeat(64)}`)
    expect(catchProblem(copy, { ['x'.repeat(65)]: Number.NaN }).pointer).toBe(`/${'x'.repeat(64)}…`)
    expect(catchProblem(copy, { 'a\u001b[2J\u202e\u2028é': Number.NaN }).pointer).toBe(
      '/a\\u{1b}[2J\\u{202e}\\u{2028}é',
    )
  })

  it.each([Number.NaN, -1, 1.5, '2', undefined, Number.POSITIVE_INFINITY])('refuses a list of length %s', (length) => {
    const list = new Proxy([], { get: (target, name) => (name === 'length' ? length : Reflect.get(target, name)) })
    expect(catchProblem(copy, { list })).toEqual({ pointer: '/list', message: '/list is a list without a length' })
  })

  it('takes no prototype for that of another realm which only looks like one', () => {
    const lookalike = Object.assign(Object.create(null), { isPrototypeOf: 1, verdict: 'PASS' })
    expect(catchProblem(copy, Object.create(lookalike)).message).toContain('is neither a plain object nor an array')
    const chained = Object.assign(Object.create({}), { isPrototypeOf: 1 })
    expect(catchProblem(copy, Object.create(chained)).message).toContain('is neither a plain object nor an array')
  })

  it('refuses a hole in an array as undefined', () => {
    expect(catchProblem(copy, Object.assign([1], { length: 3 }))).toEqual({
      pointer: '/1',
      message: '/1 is of type undefined, which JSON does not have',
    })
  })

  it('refuses a member named __proto__', () => {
    const value = JSON.parse('{ "a": { "__proto__": { "isAdmin": true } } }')
    expect(catchProblem(copy, value)).toEqual({
      pointer: '/a/__proto__',
      message: '/a/__proto__ is a forbidden member name',
    })
  })

  it('refuses a lone surrogate in a member name', () => {
    expect(catchProblem(copy, { a: { '\udfff': 1 } }).message).toContain('holds a lone surrogate')
    expect(catchProblem(copy, { a: { '\udfff': 1 } }).pointer).toBe('/a/\\u{dfff}')
  })

  it(`takes ${MAX_DEPTH} levels and no more`, () => {
    expect(copy(nested(MAX_DEPTH))).toStrictEqual(nested(MAX_DEPTH))
    const { pointer, message } = catchProblem(copy, nested(MAX_DEPTH + 1))
    expect(message).toBe(`${pointer} is nested deeper than ${MAX_DEPTH} levels`)
    expect(pointer.split('/')).toHaveLength(MAX_DEPTH + 1)
  })

  it('counts levels from the top, not objects', () => {
    expect(copy([nested(MAX_DEPTH - 1), nested(MAX_DEPTH - 1), {}])).toHaveLength(3)
  })

  it('stops at a cycle', () => {
    const value: unknown[] = []
    value.push({ again: value })
    expect(catchProblem(copy, value).message).toContain('is nested deeper than')
  })

  it('stops where shared branches unfold without end', () => {
    let value: unknown = 'x'.repeat(10_000)
    for (let level = 0; level < 60; level++) value = { a: value, b: value }
    expect(catchProblem(copy, value).message).toContain(`makes the whole longer than ${MAX_LENGTH} characters`)
  })

  it('takes text of the longest length, and not a character more', () => {
    expect(copy('x'.repeat(MAX_LENGTH - 2))).toHaveLength(MAX_LENGTH - 2)
    expect(catchProblem(copy, 'x'.repeat(MAX_LENGTH - 1))).toEqual({
      pointer: '',
      message: `the value makes the whole longer than ${MAX_LENGTH} characters`,
    })
  })

  it('counts the name of a member as it is written', () => {
    expect(catchProblem(copy, { ['x'.repeat(MAX_LENGTH - 8)]: null }).message).toContain('makes the whole longer')
  })

  it.each([
    ['text', ['x'.repeat(MAX_LENGTH / 2), 'x'.repeat(MAX_LENGTH / 2)]],
    ['names', { ['x'.repeat(MAX_LENGTH / 2)]: 0, ['y'.repeat(MAX_LENGTH / 2)]: 0 }],
  ])('adds up the length of %s', (_, value) => {
    expect(catchProblem(copy, value).message).toContain('makes the whole longer')
  })

  it('does not walk through a huge sparse array', () => {
    expect(catchProblem(copy, { a: Object.assign([], { length: 2 ** 32 - 1 }) }).pointer).toBe('/a')
  })

  it('passes on what a getter throws', () => {
    const value = {
      get a(): number {
        throw new RangeError('mine')
      },
    }
    expect(() => copy([value])).toThrow(RangeError)
  })
})

describe('the order of members', () => {
  const value = { b: 1, a: { d: 2, c: [{ z: 1, y: 2 }] } }

  it('is kept by copyInOrder', () => {
    expect(JSON.stringify(copyInOrder(value))).toBe('{"b":1,"a":{"d":2,"c":[{"z":1,"y":2}]}}')
  })

  it('is sorted by copySorted, at every level', () => {
    const { value: sorted, write } = copySorted(value)
    expect(JSON.stringify(sorted)).toBe('{"a":{"c":[{"y":2,"z":1}],"d":2},"b":1}')
    expect(write((sorted as { a: { c: [] } }).a.c)).toBe('[{"y":2,"z":1}]')
  })

  it('is right in the writer even where names look like array indices', () => {
    const { value: sorted, write } = copySorted({ '9': [{ '2': 1, '10': null }], '10': 'x', '': true })
    expect(write(sorted)).toBe('{"":true,"10":"x","9":[{"10":null,"2":1}]}')
    expect(write((sorted as { 9: [] })[9])).toBe('[{"10":null,"2":1}]')
  })

  it.each(['0', '9', '5'])('is right when %j is the only name that looks like an index', (name) => {
    const { value: sorted, write } = copySorted({ '+': 1, [name]: 2 })
    expect(write(sorted)).toBe(`{"+":1,"${name}":2}`)
  })
})

describe('NotJsonError', () => {
  it('is a TypeError with a name of its own', () => {
    const error = new NotJsonError('/a', 'is odd')
    expect(error).toBeInstanceOf(TypeError)
    expect([error.name, error.message, error.pointer]).toEqual(['NotJsonError', '/a is odd', '/a'])
  })

  it('calls the top "the value"', () => {
    expect(new NotJsonError('', 'is odd').message).toBe('the value is odd')
  })
})
