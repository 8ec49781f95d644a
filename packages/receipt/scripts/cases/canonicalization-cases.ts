import { expand, sha256, type Text } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

const MAX_LENGTH = 16 * 1024 * 1024
// One of everything. Besides the units of the last text it weighs 59: five for the object, four for each of five names,
// five for each number, literal and container, two for the items of the list, two for the quotes of the text.
const ONE_OF_EVERYTHING = '{"a":1,"b":[[],{}],"c":null,"d":true,"e":"'
const WEIGHT_OF_EVERYTHING = 59

// RFC 8785 appendix B and its neighborhood: the text as given, and as it must be written.
const NUMBERS: [given: string, written: string][] = [
  ['0', '0'],
  ['-0', '0'],
  ['-0.0', '0'],
  ['5e-324', '5e-324'],
  ['-5e-324', '-5e-324'],
  ['4.9406564584124654e-324', '5e-324'],
  ['2.2250738585072014e-308', '2.2250738585072014e-308'],
  ['1.7976931348623157e308', '1.7976931348623157e+308'],
  ['-1.7976931348623157e308', '-1.7976931348623157e+308'],
  ['9007199254740992', '9007199254740992'],
  ['-9007199254740992', '-9007199254740992'],
  ['9007199254740993', '9007199254740992'],
  ['295147905179352825856', '295147905179352830000'],
  ['9.999999999999997e22', '9.999999999999997e+22'],
  ['1e23', '1e+23'],
  ['1.0000000000000001e23', '1.0000000000000001e+23'],
  ['999999999999999700000', '999999999999999700000'],
  ['999999999999999900000', '999999999999999900000'],
  ['1e21', '1e+21'],
  ['1000000000000000000000', '1e+21'],
  ['1e20', '100000000000000000000'],
  ['123456789012345678901', '123456789012345680000'],
  ['9.999999999999997e-7', '9.999999999999997e-7'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1e-7'],
  ['0.00000123', '0.00000123'],
  ['333333333.3333332', '333333333.3333332'],
  ['333333333.33333325', '333333333.33333325'],
  ['333333333.33333329', '333333333.3333333'],
  ['333333333.33333343', '333333333.33333343'],
  ['-0.0000033333333333333333', '-0.0000033333333333333333'],
  ['1424953923781206.25', '1424953923781206.2'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['1.0', '1'],
  ['1E0', '1'],
  ['12e-1', '1.2'],
  ['-1.5E+3', '-1500'],
]

const VALUES: [name: string, given: string, written: string][] = [
  ['null', ' null ', 'null'],
  ['true', 'true', 'true'],
  ['text', '"a"', '"a"'],
  ['empty-text', '""', '""'],
  ['empty-list', '[ ]', '[]'],
  ['empty-object', '{\n}', '{}'],
  ['nested-empty', '[[],{},[{}],""]', '[[],{},[{}],""]'],
  ['sorted', '{"b":1,"a":{"d":2,"c":3}}', '{"a":{"c":3,"d":2},"b":1}'],
  ['upper-case-first', '{"a":1,"B":2,"_":3}', '{"B":2,"_":3,"a":1}'],
  ['prefix-first', '{"ab":1,"a":2,"":3}', '{"":3,"a":2,"ab":1}'],
  ['index-names', '{"10":1,"9":2,"1":3,"00":4}', '{"00":4,"1":3,"10":1,"9":2}'],
  ['index-names-nested', '[{"a":{"2":0,"10":1}}]', '[{"a":{"10":1,"2":0}}]'],
  ['large-index-names', '{"4294967295":1,"4294967294":2,"5":3}', '{"4294967294":2,"4294967295":1,"5":3}'],
  ['digit-and-letter', '{"1a":1,"1":2,"a":3}', '{"1":2,"1a":1,"a":3}'],
  ['utf-16-order', '{"\uFB33":1,"\u{1F642}":2,"\u20AC":3}', '{"\u20AC":3,"\u{1F642}":2,"\uFB33":1}'],
  ['highest-code-point', '{"\u{10FFFF}":1,"\uE000":2}', '{"\u{10FFFF}":1,"\uE000":2}'],
  ['escapes', '"\\u0000\\u001F\\b\\t\\n\\f\\r\\"\\\\\\/"', '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/"'],
  ['escaped-letters', '"\\u0061\\u00DF\\u2028"', '"a\u00DF\u2028"'],
  ['escaped-pair', '"\\uD83D\\uDE42"', '"\u{1F642}"'],
  ['raw-delete', '"\u007f\u0080"', '"\u007f\u0080"'],
  ['not-normalized', '["\u00e9","e\\u0301"]', '["\u00e9","e\u0301"]'],
  ['inherited-names', '{"toString":1,"constructor":2}', '{"constructor":2,"toString":1}'],
  ['escaped-names', '{"\\u0062":1,"a":2}', '{"a":2,"b":1}'],
  ['white-space', '\t[\r\n1 ,\n2\t]\r', '[1,2]'],
]

const REFUSED: [name: string, given: Text][] = [
  ['empty', ''],
  ['duplicate', '{"a":1,"a":1}'],
  ['duplicate-escaped', '{"a":1,"\\u0061":2}'],
  ['duplicate-empty-name', '{"":1,"":2}'],
  ['duplicate-deep', '[[{"b":{"a":1,"c":[],"a":2}}]]'],
  ['proto', '{"__proto__":1}'],
  ['proto-deep', '[{"a":{"__proto__":{}}}]'],
  ['lone-surrogate', '"\\ud800"'],
  ['lone-surrogate-name', '{"\\udfff":1}'],
  ['raw-lone-surrogate', '"\udc00"'],
  ['two-high-surrogates', '"\\ud83d\\ud83d\\ude42"'],
  ['overflow', '1e309'],
  ['just-above-the-largest', '1.7976931348623159e308'],
  ['minus-alone', '-'],
  ['double-zero', '00'],
  ['minus-leading-zero', '-01'],
  ['comma-alone', '[,]'],
  ['missing-comma', '[1 2]'],
  ['missing-colon', '{"a" 1}'],
  ['number-as-name', '{1:2}'],
  ['unclosed-text', '"a'],
  ['unclosed-list', '[1'],
  ['mismatched', '[1}'],
  ['literal-in-upper-case', 'NULL'],
  ['literal-cut', 'tru'],
  ['literal-longer', 'nulls'],
  ['line-separator-as-space', '\u20281'],
  [
    'too-deep',
    [
      { repeat: '[', times: 257 },
      { repeat: ']', times: 257 },
    ],
  ],
  ['too-deep-objects', [{ repeat: '{"a":', times: 256 }, '{}', { repeat: '}', times: 256 }]],
  ['text-too-long', ['"', { repeat: 'a', times: MAX_LENGTH - 1 }, '"']],
  ['too-heavy', heavy(MAX_LENGTH + 1)],
]

const LARGE: [name: string, text: Text][] = [
  [
    'deepest',
    [
      { repeat: '[', times: 256 },
      { repeat: ']', times: 256 },
    ],
  ],
  ['deepest-objects', [{ repeat: '{"a":', times: 255 }, '{}', { repeat: '}', times: 255 }]],
  ['deepest-number', [{ repeat: '[', times: 256 }, '1', { repeat: ']', times: 256 }]],
  ['longest-text', ['"', { repeat: 'a', times: MAX_LENGTH - 2 }, '"']],
  ['longest-astral-text', ['"', { repeat: '\u{1F642}', times: MAX_LENGTH / 2 - 1 }, '"']],
  ['many-escapes', ['"', { repeat: '\\n', times: 1_000_000 }, '"']],
  ['heaviest', heavy(MAX_LENGTH)],
]

type Case = Extract<CaseGroup, { kind: 'canonicalization' }>['cases'][number]

export const canonicalizationCases: CaseGroup = {
  topic: 'canonicalization',
  kind: 'canonicalization',
  about:
    'JSON text in, RFC 8785 text and its SHA-256 out, or refused. Canonical texts over 4096 units are not repeated here.',
  cases: [
    ...NUMBERS.map(([given, written]) => rewritten(`number-${given}`, given, written)),
    ...VALUES.map(([name, given, written]) => rewritten(name, given, written)),
    ...LARGE.map(([name, text]) => expectUnchanged(name, text)),
    ...REFUSED.map(([name, text]) => ({
      name: `refused-${name}`,
      description: 'not strict JSON',
      text,
      expected: { refused: true },
    })),
  ],
}

function rewritten(name: string, text: string, written: string): Case {
  return { name, description: `written ${written}`, text, expected: { digest: sha256(written), canonical: written } }
}

/** The text is canonical already. */
function expectUnchanged(name: string, text: Text): Case {
  const whole = expand(text)
  const shown = whole.length <= 4096 ? { canonical: whole } : {}
  return {
    name,
    description: 'canonical already, and just within the limits',
    text,
    expected: { digest: sha256(whole), ...shown },
  }
}

/** A value of exactly this weight; its text is a little shorter. */
function heavy(weight: number): Text {
  return [ONE_OF_EVERYTHING, { repeat: 'x', times: weight - WEIGHT_OF_EVERYTHING }, '"}']
}
