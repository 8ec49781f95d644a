/** A number from 0 up to, but not including, 1. */
export type Random = () => number

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** A piece of a body that no value can be written as; `writeJson` leaves it as it stands. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const raw = (text: string) => new Raw(text)

/** Texts that programs stumble over. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b\ufeff',
  'é\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  "' OR 1=1 --",
  "'; DROP TABLE node; --",
  '$1 %s %n %x {0} ${7*7} {{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '\\',
  '\\u0000',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0x10',
  '1e400',
  '9223372036854775808',
  '99999999999999999999999999',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b.c',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  'ada@xn--.example',
  'ada@exämple.org',
  'A'.repeat(300),
  'A'.repeat(5000),
  '=='.repeat(20),
  'AAAA',
  '_-'.repeat(22),
  'sha256:',
  '*',
  '{}',
  '[]',
]

/** Values of every type where another is wanted, among them numbers that few can hold. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  raw('1e400'),
  raw('-1e400'),
  raw('-0'),
  raw('1E+2'),
  raw('0.000000000000000000000000000001'),
  raw('123456789012345678901234567890'),
  raw('NaN'),
  raw('Infinity'),
  raw('01'),
  raw('+1'),
  raw('.5'),
  raw("'a'"),
  raw('undefined'),
  raw('"\\ud800"'),
  raw('"\\u0000"'),
  raw('"\\x41"'),
  raw('"\n"'),
  raw('{"a":1,"a":2}'),
  raw('{"__proto__":{"isAdmin":true}}'),
  raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  raw('['.repeat(2000) + ']'.repeat(2000)),
  raw('{"a":'.repeat(500) + '1' + '}'.repeat(500)),
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 300 }, (_, at) => at),
  { length: 1 },
  { toString: 1, valueOf: 1 },
  { hasOwnProperty: 'x' },
]

export function drawHostile(random: Random): unknown {
  return random() < 0.5 ? pick(random, HOSTILE_TEXTS) : pick(random, HOSTILE_VALUES)
}

/** JSON text of a value in which pieces may be raw; lone surrogates are escaped, as JSON.stringify does. */
export function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (value instanceof Raw) return value.text
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}:${writeJson(one)}`)
    .join(',')}}`
}
