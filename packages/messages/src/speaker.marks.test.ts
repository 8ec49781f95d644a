import { expect, it } from 'vitest'
import { splitMarked } from './speaker.ts'

it('cuts a text at its marks', () => {
  expect(splitMarked('Read <link>the terms</link>, <b>then</b> sign.')).toEqual([
    { mark: null, text: 'Read ' },
    { mark: 'link', text: 'the terms' },
    { mark: null, text: ', ' },
    { mark: 'b', text: 'then' },
    { mark: null, text: ' sign.' },
  ])
})

it('leaves alone what is no pair of marks', () => {
  expect(splitMarked('1 < 2 <a>x</b>')).toEqual([{ mark: null, text: '1 < 2 <a>x</b>' }])
  expect(splitMarked('')).toEqual([])
})
