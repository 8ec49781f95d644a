import { expect, it } from 'vitest'
import { isCodeName, splitCode } from './code-text.ts'

const write = (code: string) =>
  splitCode(code)
    .map(({ text, isEscape }) => (isEscape ? `[${text}]` : text))
    .join('')

it.each([
  ['', ''],
  ['git status --short', 'git status --short'],
  ['/home/jörg/Straße', '/home/jörg/Straße'],
  ['rm \u202Etxt.exe', String.raw`rm [\u{202e}]txt.exe`],
  ['cat p\u0430sswd', String.raw`cat p[\u{430}]sswd`],
  ['a\tb\r\nc', String.raw`a[\t]b[\u{d}][\n]` + '\nc'],
  ['x\u00A0y\u200B', String.raw`x[\u{a0}]y[\u{200b}]`],
  ['jo\u0308rg', String.raw`jo[\u{308}]rg`],
  ['\u{1F600}', String.raw`[\u{1f600}]`],
  ['a × b', String.raw`a [\u{d7}] b`],
  [String.raw`echo \u{202e}`, String.raw`echo \u{202e}`],
])('shows every sign of %j that could be taken for another as an escape', (code, shown) => {
  expect(write(code)).toBe(shown)
})

it('knows the names under which details are code', () => {
  expect(['command', 'path', 'to', 'Command', ''].map(isCodeName)).toEqual([true, true, false, false, false])
})
