import { describe, expect, it } from 'vitest'
import { exactShare } from '../../evaluation/binomial.ts'
import type { Measured, Passes, SearchFigures } from './measure.ts'
import { priceCpu, priceLevels, SCARCE_GOODS, USD_PER_CORE_HOUR, writeUsd } from './prices.ts'

const count = (passed: number, trials = 40): Passes => ({ passed, trials, share: exactShare(passed, trials) })
const all = (passed: number) => ({ low: count(passed), medium: count(passed), high: count(passed) })
const none: SearchFigures = { cpuSeconds: 30, reached: false, bestLook: 4, passes: null, enrolled: null }
const found = (cpuSeconds: number, passed: number): SearchFigures => ({
  cpuSeconds,
  reached: true,
  bestLook: 9,
  passes: all(passed),
  enrolled: count(5, 10),
})

function structure(name: string, batch: SearchFigures, live: SearchFigures, passed = 0): Measured {
  const figures = { passes: all(passed), refusals: {} }
  const search = { starts: 10, spentSeconds: 90, captureSeconds: 0.01, batch, live }
  return { name, does: '', ...figures, search, higher: { live: figures, prepared: figures, attested: all0 } }
}
const all0 = { passes: all(0), refusals: {} }

describe('priceLevels', () => {
  const prices = priceLevels([
    structure('slow', found(60, 40), none, 3),
    structure('quick', found(6, 20), found(36, 10), 1),
    { name: 'absent', does: '', notRun: 'no recordings' },
  ])

  it('prices each level by the structure whose search was the cheapest', () => {
    expect(prices.map(({ cheapest }) => [cheapest?.name, cheapest?.cpuSeconds])).toEqual([
      ['quick', 6],
      ['quick', 36],
      ['quick', 36],
    ])
    expect(prices[0].cheapest?.searchUsd).toBeCloseTo((6 / 3600) * USD_PER_CORE_HOUR, 12)
  })

  it('charges a receipt for the answers that are refused before it, six captures each in real time', () => {
    expect(prices[0].cheapest?.receiptUsd).toBeCloseTo(priceCpu(0.01 / 0.5), 12)
    expect(prices[1].cheapest?.receiptUsd).toBeCloseTo(priceCpu((6 * 0.01) / 0.25), 12)
  })

  it('charges an identity for what is scarce and for enrollments that are refused', () => {
    const enrolling = priceCpu((9 * 0.01) / 0.5)
    expect(prices[1].cheapest?.identityUsd).toBeCloseTo(SCARCE_GOODS.mailbox.usd + enrolling, 12)
    const key = SCARCE_GOODS['attested passkey'].usd
    expect(prices[2].cheapest?.identityUsd).toBeCloseTo(SCARCE_GOODS.mailbox.usd + key + enrolling, 12)
  })

  it('counts the receipts that the refused answers of a day leave room for', () => {
    expect(prices.map(({ cheapest }) => cheapest?.receiptsADay)).toEqual([60, 20, 20])
  })

  it('names what passes most often without a search, and nothing at the level of attested keys', () => {
    expect(prices.map(({ withoutSearch }) => withoutSearch?.passes.passed)).toEqual([3, 3, 0])
    expect(prices[0].withoutSearch?.name).toBe('slow')
  })

  it('has no price where no search found anything', () => {
    expect(priceLevels([structure('slow', none, none)]).map(({ cheapest }) => cheapest)).toEqual([null, null, null])
  })
})

it.each([
  [0, '$0.00'],
  [0.2, '$0.20'],
  [0.00423, '$0.0042'],
  [0.0000661, '$0.000066'],
  [1e-8, 'under $0.000001'],
])('writes %d dollars as %s', (usd, text) => {
  expect(writeUsd(usd)).toBe(text)
})
