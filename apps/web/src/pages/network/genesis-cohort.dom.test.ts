import { expect, it } from 'vitest'
import { computeFingerprint, checkOrder } from './genesis-cohort.tsx'

const place = (index: number, joined = `2026-03-01T12:00:${String(index).padStart(2, '0')}.000Z`) => ({
  index,
  id: `id-${index}`,
  joined,
})

it.each([
  ['nobody', []],
  ['one', [place(1)]],
  ['a gap that an erased node left', [place(1), place(4)]],
  ['two in the same moment', [place(1, '2026-03-01T12:00:00.000Z'), place(2, '2026-03-01T12:00:00.000Z')]],
])('the order of %s holds', (_, places) => {
  expect(checkOrder(places)).toBeNull()
})

it.each([
  ['a place twice', [place(1), place(1)], 'Place 1 comes after place 1.'],
  ['places turned around', [place(2), place(1)], 'Place 1 comes after place 2.'],
  ['a place that does not exist', [place(101)], 'There is no place 101.'],
  ['half a place', [place(1.5)], 'There is no place 1.5.'],
  [
    'a later place with an earlier time',
    [place(1), place(2, '2026-02-01T00:00:00Z')],
    'Place 2 was activated before place 1.',
  ],
  ['a time that is none', [place(1), place(2, 'soon')], 'Place 2 was activated before place 1.'],
])('%s is told', (_, places, words) => {
  expect(checkOrder(places)).toBe(words)
})

it('two lists have one fingerprint only when they are the same', async () => {
  const wall = [place(1), place(2)]
  const fingerprint = await computeFingerprint(wall)
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(await computeFingerprint(structuredClone(wall))).toBe(fingerprint)
  expect(await computeFingerprint([place(1), place(3)])).not.toBe(fingerprint)
  expect(await computeFingerprint([place(1)])).not.toBe(fingerprint)
})
