import { describe, expect, it } from 'vitest'
import { listEntries, readImu } from '../capture.ts'

const sample = (t: unknown, more: object = {}) => ({ t, ax: 0, ay: 0, az: 9.8, ...more })
const TURNING = { rx: 1, ry: 2, rz: 3 }

describe('readImu', () => {
  it.each([
    ['nothing', undefined, false, true],
    ['null', null, true, true],
    ['an empty list', [], true, true],
    ['an object', {}, true, false],
    ['a number', 7, true, false],
    ['a list', [null], true, false],
  ])('tells %s from other things that hold no sample', (_, value, isGiven, isEmpty) => {
    expect(readImu(value)).toMatchObject({ isGiven, isEmpty, samples: [], rotations: 0, firstMs: null })
  })

  it.each([
    [null],
    ['sample'],
    [sample('0')],
    [sample(Number.NaN)],
    [sample(0, { ax: '1' })],
    [sample(0, { ay: undefined })],
    [sample(0, { az: 1000.1 })],
  ])('counts %o among the entries and not among the samples', (odd) => {
    const readable = sample(20)
    expect(readImu([odd, readable])).toMatchObject({ unreadable: 1, samples: [readable] })
  })

  it('hands on a readable sample itself, without a copy', () => {
    const list = [sample(0, TURNING), sample(20)]
    readImu(list).samples.forEach((read, i) => expect(read).toBe(list[i]))
  })

  it('keeps a rotation only whole, and counts it also beside an unreadable acceleration', () => {
    const { samples, rotations } = readImu([
      sample(0, { ...TURNING, rz: 20_001 }),
      sample(20, TURNING),
      sample(40, { ...TURNING, ax: null }),
    ])
    expect(samples).toEqual([sample(0), sample(20, TURNING)])
    expect(rotations).toBe(2)
  })

  it('finds the first time even where the rest of the entry is unreadable', () => {
    expect(readImu([null, { t: 'x' }, { t: 5 }, sample(20)]).firstMs).toBe(5)
  })

  it('reads the newest 120,000 entries, and knows of the others', () => {
    const list = Array.from({ length: 120_002 }, (_, i) => sample(i))
    const { given, unreadable, samples, firstMs } = readImu(list)
    expect([given.length, unreadable, samples.length, samples[0].t, firstMs]).toEqual([120_002, 0, 120_000, 2, 0])
  })
})

describe('listEntries', () => {
  it('lists objects as they were given, readable or not', () => {
    const odd = { t: 'x' }
    expect(listEntries(readImu([null, odd, 7, sample(0)]))).toEqual([odd, sample(0)])
  })
})
