import { expect, it } from 'vitest'
import { sampleReceipt } from '../../test/sample-receipts.ts'
import { countByte, createChange } from './one-byte.ts'

const TEXT = JSON.stringify(sampleReceipt(), null, 2)

function bytesThatDiffer(before: string, after: string): number {
  const [old, fresh] = [Buffer.from(before), Buffer.from(after)]
  expect(fresh.length).toBe(old.length)
  return old.filter((byte, index) => byte !== fresh[index]).length
}

it('changes exactly one byte, at another place in each of 200 turns', () => {
  const places = new Set<number>()
  for (let turn = 0; turn < 200; turn++) {
    const change = createChange(TEXT, turn)!
    expect(bytesThatDiffer(TEXT, change.text)).toBe(1)
    places.add(change.index)
  }
  expect(places.size).toBe(200)
})

it.each([
  ['digits that a number cannot hold', '{"a":0.1000000000000000055511151231257827}'],
  ['an exponent that changes nothing', '[0e5]'],
])('passes over %s, because the text would mean the same', (_, text) => {
  for (let turn = 0; turn < 40; turn++) {
    const change = createChange(text, turn)!
    expect(meaning(change.text)).not.toEqual(meaning(text))
  }
})

it('finds no place in a text without any', () => {
  expect(createChange('', 0)).toBeNull()
  expect(createChange(' \n', 3)).toBeNull()
})

it('counts places in bytes, from one', () => {
  expect(countByte({ text: 'ä1', index: 1, before: '0', after: '1' })).toBe(3)
})

function meaning(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
