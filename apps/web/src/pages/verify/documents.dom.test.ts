import { encodeHeader, type Receipt } from '@stillhere/client/receipt'
import { describe, expect, it } from 'vitest'
import { readDocuments, readFragment } from './documents.ts'

const RECEIPT = { receiptId: 'one', note: 'ß 𝔘' } as unknown as Receipt
const WORD = encodeHeader(RECEIPT)

describe('readDocuments', () => {
  it.each([
    ['JSON', JSON.stringify(RECEIPT, null, 2)],
    ['header text', `  ${WORD}\n`],
    ['a link', `https://id.example.org/verify#${WORD}`],
    ['a list of one', JSON.stringify([RECEIPT])],
  ])('reads %s', (_, text) => {
    expect(readDocuments(text, 'x')).toEqual([{ name: 'x', value: RECEIPT }])
  })

  it.each([
    ['a list', JSON.stringify([RECEIPT, RECEIPT])],
    ['one JSON a line', `${JSON.stringify(RECEIPT)}\r\n\n${JSON.stringify(RECEIPT)}`],
    ['several words', `${WORD} ${WORD}`],
  ])('reads %s as several documents with names of their own', (_, text) => {
    expect(readDocuments(text, 'x').map(({ name }) => name)).toEqual(['x, 1', 'x, 2'])
  })

  it('finds nothing in blank text', () => {
    expect(readDocuments(' \n\t', 'x')).toEqual([])
  })

  it.each(['hello', '{"a":1', '{"a":1,"a":2}', WORD.slice(0, -3), 'eyJ', '[1,'])(
    'says why %j cannot be read',
    (text) => {
      expect(readDocuments(text, 'x')).toEqual([
        { name: 'x', problem: expect.stringMatching(/^the text|^The text is not JSON: |^in the header|header/) },
      ])
    },
  )

  it('says where the link of a kept receipt leads, which only that service can show', () => {
    const link = `https://id.example.org/r/${'i'.repeat(22)}#${'e'.repeat(43)}`
    expect(readDocuments(link, 'x')).toEqual([{ name: 'x', problem: expect.stringContaining('id.example.org') }])
  })

  it('refuses what is far too long, and far too many', () => {
    expect(readDocuments('x'.repeat(8_000_001), 'x')).toEqual([
      { name: 'x', problem: expect.stringContaining('longer') },
    ])
    expect(readDocuments(JSON.stringify(Array.from({ length: 501 }, () => 1)), 'x')).toHaveLength(1)
  })
})

describe('readFragment', () => {
  it('takes header text and no name of a place on the page', () => {
    expect(readFragment(`#${'e'.repeat(64)}`)).toBe('e'.repeat(64))
    for (const hash of ['', '#', '#main', '#evidence', `#${'x'.repeat(80)}`]) expect(readFragment(hash)).toBeNull()
  })
})
