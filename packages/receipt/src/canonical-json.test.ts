import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import canonicalizeByReference from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from './json.ts'

const VECTORS = join(import.meta.dirname, '../vectors/public/jcs')

describe('canonicalize', () => {
  it.each(readdirSync(join(VECTORS, 'input')))('writes the RFC 8785 vector %s byte for byte', (file) => {
    const input = JSON.parse(readFileSync(join(VECTORS, 'input', file), 'utf8'))
    expect(Buffer.from(canonicalize(input))).toEqual(readFileSync(join(VECTORS, 'output', file)))
  })

  // RFC 8785 appendix B.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (bits, text) => {
    const double = new DataView(new ArrayBuffer(8))
    double.setBigUint64(0, BigInt(`0x${bits}`))
    expect(canonicalize(double.getFloat64(0))).toBe(text)
  })

  it.each([
    ['null', null, 'null'],
    [
      'text with escapes',
      '\u0000\b\t\n\f\r"\\/\u001f\u007f\u2028€😀',
      '"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\\u001f\u007f\u2028€😀"',
    ],
    ['integer-like names', { '10': 1, '9': 2, '1': 3, a: 4, '': 5 }, '{"":5,"1":3,"10":1,"9":2,"a":4}'],
    [
      'names by UTF-16 code units',
      { '\u{1F600}': 1, '\uFB33': 2, '\u00e9': 3, z: 4 },
      '{"z":4,"\u00e9":3,"\u{1F600}":1,"\uFB33":2}',
    ],
    ['nested integer-like names', [{ b: { '2': [], '11': {} } }], '[{"b":{"11":{},"2":[]}}]'],
    ['minus zero', [-0], '[0]'],
  ])('writes %s', (_, value, text) => {
    expect(canonicalize(value)).toBe(text)
  })

  it.each([2, 15, 16, 17, 18, 100])('sorts %i members', (count) => {
    const names = Array.from({ length: count }, (_, index) => `n${(index * 7919) % 104_729}`)
    const object = Object.fromEntries(names.map((name) => [name, 0]))
    expect(canonicalize(object)).toBe(canonicalizeByReference(object))
    expect(Object.keys(JSON.parse(canonicalize(object)) as object)).toEqual(names.toSorted())
  })

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalize({ a: Number.NaN })).toThrow('/a is NaN, which JSON cannot write')
  })

  it('agrees with the reference implementation on JSON values', () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        expect(canonicalize(value)).toBe(canonicalizeByReference(value))
      }),
      { seed: 20260301, numRuns: 1500 },
    )
  })

  it('does not depend on the order in which members were added', () => {
    fc.assert(
      fc.property(fc.dictionary(memberName(), fc.integer(), { maxKeys: 8 }), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).toReversed())
        expect(canonicalize(reversed)).toBe(canonicalize(object))
      }),
      { seed: 20260302, numRuns: 300 },
    )
  })
})

function memberName(): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.nat(200).map(String),
    fc.constantFrom('', '0', '01', '-1', '4294967295', '9007199254740993', 'é', 'é', '\ufb33', '😀', 'constructor'),
  )
  return name.filter((text) => text !== '__proto__')
}

function jsonValue(): fc.Arbitrary<unknown> {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(-0, 1e21, 1e-7, 5e-324, 1e20),
  )
  const leaf = fc.oneof(number, fc.boolean(), fc.constant(null), fc.string({ unit: 'grapheme' }))
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(memberName(), tie('value'), { maxKeys: 6 }),
    ),
  })).value
}
