import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { CLOCK_TRICKS, withClockTricks } from './timestamps.ts'

const SAMPLES: ImuSample[] = Array.from({ length: 400 }, (_, i) => ({ t: i * 20, ax: i, ay: 0, az: 9.8 }))
const trick = (name: string, seed = 1) => {
  const found = CLOCK_TRICKS.find((one) => one.name === name)
  if (!found) throw new Error(`no trick ${name}`)
  return found.apply(SAMPLES, seededRandom(seed)).map(({ t }) => t)
}
const rises = (t: readonly number[]) => t.every((value, i) => i === 0 || value >= t[i - 1])

describe('CLOCK_TRICKS', () => {
  it.each(CLOCK_TRICKS.map(({ name }) => name))('%s changes times and no value', (name) => {
    const apply = CLOCK_TRICKS.find((one) => one.name === name)?.apply
    const made = apply?.(SAMPLES, seededRandom(1)) ?? []
    expect(made.map(({ t }) => t)).not.toEqual(SAMPLES.map(({ t }) => t))
    const values = new Set(SAMPLES.map(({ ax }) => ax))
    expect(made.every(({ t, ax, ay, az }) => Number.isFinite(t) && values.has(ax) && ay === 0 && az === 9.8)).toBe(true)
  })
  it('draw random times in rising order', () => {
    expect(rises(trick('random'))).toBe(true)
  })
  it('run backwards', () => {
    expect(rises(trick('reversed').toReversed())).toBe(true)
  })
  it('repeat times without going back', () => {
    const t = trick('repeated')
    expect(rises(t)).toBe(true)
    expect(new Set(t).size).toBeLessThan(400)
  })
  it('leave stretches out', () => {
    expect(trick('gaps').length).toBeLessThan(400)
  })
  it('take nothing as it is', () => {
    for (const { apply } of CLOCK_TRICKS) expect(apply([], seededRandom(1))).toEqual([])
  })
})

describe('withClockTricks', () => {
  const base = { name: 'x', kind: 'forged' as const, description: 'd' }
  it('tricks what a family makes', () => {
    const made = withClockTricks({ ...base, make: () => SAMPLES }).make(
      { human: [], other: [], rateHz: 50 },
      seededRandom(2),
    )
    expect(made?.map(({ t }) => t)).not.toEqual(SAMPLES.map(({ t }) => t))
  })
  it('stays null where the family makes nothing', () => {
    const none = withClockTricks({ ...base, make: () => null })
    expect(none.make({ human: [], other: [], rateHz: 50 }, seededRandom(2))).toBeNull()
    expect(none.name).toBe('x-clock')
  })
})
