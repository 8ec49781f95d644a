import { describe, expect, it } from 'vitest'
import { createFlood } from './flood.ts'

const SEEDS = [1, 2, 3]

describe('createFlood', () => {
  it('lets a whole period’s worth through at once, then says how long to wait', () => {
    const flood = createFlood({ count: 3, perSeconds: 60 }, SEEDS)
    expect([0, 1, 2].map(() => flood.take('a', 1000))).toEqual([
      { ok: true, remaining: 2 },
      { ok: true, remaining: 1 },
      { ok: true, remaining: 0 },
    ])
    expect(flood.take('a', 1000)).toEqual({ ok: false, retryAfterSeconds: 20 })
    expect(flood.take('a', 20_999)).toEqual({ ok: false, retryAfterSeconds: 1 })
    expect(flood.take('a', 21_000)).toEqual({ ok: true, remaining: 0 })
  })

  it('spends nothing on a refusal and nothing on a look', () => {
    const flood = createFlood({ count: 1, perSeconds: 10 }, SEEDS)
    expect(flood.look('a', 0)).toEqual({ ok: true, remaining: 0 })
    expect(flood.take('a', 0).ok).toBe(true)
    for (let second = 0; second < 10; second++) expect(flood.take('a', second * 1000).ok).toBe(false)
    expect(flood.take('a', 10_000).ok).toBe(true)
  })

  it('allows nothing when the count is 0', () => {
    expect(createFlood({ count: 0, perSeconds: 60 }).take('a', 0)).toEqual({ ok: false, retryAfterSeconds: 60 })
  })

  it('never lets one key have more than its share, whoever else comes', () => {
    const flood = createFlood({ count: 5, perSeconds: 60 }, SEEDS)
    for (let key = 0; key < 20_000; key++) flood.take(`stranger ${key}`, 0)
    const allowed = Array.from({ length: 10 }, () => flood.take('a', 0)).filter(({ ok }) => ok)
    expect(allowed.length).toBeLessThanOrEqual(5)
  })

  it('refuses hardly anyone for the sake of ten thousand others that spend all they have', () => {
    const flood = createFlood({ count: 5, perSeconds: 60 }, SEEDS)
    for (let key = 0; key < 10_000; key++)
      for (let turn = 0; turn < 5; turn++) flood.take(`10.0.${key >> 8}.${key & 255}`, 0)
    const refused = Array.from({ length: 1000 }, (_, key) => flood.take(`192.0.2.${key}`, 0)).filter(({ ok }) => !ok)
    // Each of three rows is 14 % full: a stranger finds all its slots taken in 0.14³, three of a thousand cases.
    expect(refused.length).toBeLessThan(15)
  })
})
