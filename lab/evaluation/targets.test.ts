import { describe, expect, it } from 'vitest'
import { readInjections } from './injections.ts'
import { type AllFigures, targetRows, targetTable } from './targets.ts'

describe('targetTable', () => {
  const row = { measure: 'EER', limit: 0.08, reached: { value: 0.05, low: 0.02, high: 0.08 } }
  const least = { measure: 'AUC', limit: 0.92, atLeast: true, reached: { value: 0.95, low: 0.92, high: 0.97 } }

  it.each([
    ['reached where the whole interval is', row, /^EER +≤ 0\.080 {2}reached {3}0\.050 \(0\.020 to 0\.080\)$/],
    ['not shown where only the figure is', { ...row, reached: { ...row.reached, high: 0.081 } }, /not shown 0\.050/],
    ['missed where the figure is', { ...row, reached: { ...row.reached, value: 0.081 } }, /MISSED {4}0\.081/],
    ['reached from a least on', least, /≥ 0\.9200 reached {3}0\.9500/],
    ['not shown from a least on', { ...least, reached: { ...least.reached, low: 0.91 } }, /not shown 0\.9500/],
    ['missed below a least', { ...least, reached: { ...least.reached, value: 0.91 } }, /MISSED {4}0\.9100/],
    [
      'unknown',
      { ...row, reached: { value: Number.NaN, low: Number.NaN, high: Number.NaN } },
      /unknown {3}too few people$/,
    ],
  ])('says that a target is %s', (_, given, line) => {
    expect(targetTable([given])).toMatch(line)
  })

  it('decides nothing on fewer than ten people', () => {
    expect(targetTable([{ ...row, people: 9 }])).toMatch(/too few {3}0\.050/)
    expect(targetTable([{ ...row, people: 10 }])).toMatch(/reached {3}0\.050/)
  })

  it('puts the figure of people that choices were made on beside it', () => {
    expect(targetTable([{ ...row, onFit: { value: 0.04, low: 0.01, high: 0.06 } }])).toMatch(
      /fit 0\.040 \(0\.010 to 0\.060\)$/,
    )
  })

  it('reports a figure that has no target', () => {
    expect(targetTable([{ ...row, limit: null }])).toMatch(/^EER +reported {2}0\.050 \(0\.020 to 0\.080\)$/)
  })

  it('leaves out an interval that is not known', () => {
    const reached = { value: 0.1, low: Number.NaN, high: Number.NaN }
    expect(targetTable([{ measure: 'EER', limit: 0.2, reached }])).toMatch(/not shown 0\.100$/)
  })
})

describe('targetRows of injections and cost', () => {
  const figure = (value: number) => ({ value, low: value, high: value })
  it('holds what passes without search to its limits', () => {
    const table = targetTable(targetRows({ injections: { spliced: figure(0), kitWithoutMark: figure(0.7) } }))
    expect(table).toMatch(/spliced strokes pass +≤ 0\.0000 reached/)
    expect(table).toMatch(/without its mark passes +≤ 0\.100 {2}MISSED/)
  })

  it('holds what is measured on this machine to its limits', () => {
    const cost = { captureMs: 5, calibrationSeconds: 1, sameInAnyOrder: true }
    const table = targetTable(targetRows({ cost }))
    expect(table).toMatch(/in another order +≤ 0\.0000 reached {3}0\.0000/)
    expect(table).toMatch(/CPU s +≤ 1\.5000 not shown 1\.0000/)
    expect(table).toMatch(/CPU ms +≤ 3\.0000 MISSED {4}5\.0000/)
    expect(targetTable(targetRows({ cost: { ...cost, sameInAnyOrder: false } }))).toMatch(/another order .* MISSED/)
  })

  it('reads what the arena wrote', () => {
    const { spliced, kitWithoutMark } = readInjections()
    for (const { value } of [spliced, kitWithoutMark]) expect(value).toBeGreaterThanOrEqual(0)
  })
})

describe('targetRows', () => {
  const figure = (value: number) => ({ value, low: value, high: value })
  const find = (rows: ReturnType<typeof targetRows>, text: string) =>
    rows.filter(({ measure }) => measure.includes(text))

  it('has the rows of the areas that were evaluated, of strokes on validation people alone', () => {
    const of = (value: number) => ({ people: 7, eer: figure(value), frrAtFar1: figure(2 * value), band: [] })
    const bySet = (value: number) => ({ 'forearm-gestures': of(value), 'air-letters': of(value / 2) })
    const rows = targetRows({
      strokes: {
        fit: bySet(0.4),
        validation: bySet(0.02),
        threeTakes: { fit: bySet(0.3), validation: bySet(0.01) },
        moved: { fit: {}, validation: { 'air-letters': figure(0) } },
      },
    })
    expect(rows.map(({ limit, reached }) => [limit, reached.value])).toEqual([
      [0.04, 0.02],
      [0.1, 0.04],
      [0.03, 0.01],
      [0.1, 0.02],
      [0.04, 0.01],
      [0.1, 0.02],
      [0.03, 0.005],
      [0.1, 0.01],
      [0, 0],
    ])
    expect(find(rows, 'three takes')).toHaveLength(4)
  })

  it('has the complete scorer at each risk level with and without the motion match, and relays by their delay', () => {
    const levels = (value: number) => {
      const rates = { refusedOwners: figure(value), acceptedStrangers: figure(2 * value) }
      return { low: rates, medium: rates, high: rates }
    }
    const scorer = { people: 24, withMotion: levels(0.1), withoutMotion: levels(0.2) }
    const relays = { willing: figure(0.03), relayed: { 100: figure(0.5), 200: figure(0.04) } }
    const rows = targetRows({ scorer, relays })
    expect(find(rows, 'owners refused').map(({ reached }) => reached.value)).toEqual([0.1, 0.1, 0.1, 0.2, 0.2, 0.2])
    expect(find(rows, 'strangers pass').map(({ limit }) => limit)).toEqual([null, null, null, null, null, null])
    expect(find(rows, 'willing people')).toMatchObject([{ limit: 0.05, reached: { value: 0.03 } }])
    expect(find(rows, 'over a relay').map(({ limit, reached }) => [limit, reached.value])).toEqual([
      [null, 0.5],
      [0.05, 0.04],
    ])
  })

  it('has every list of the signature, and knows nothing of one that was not run', () => {
    const identity = { 'spsw-phone': { people: 12, template: figure(0.03), single: figure(0.1) } }
    const rows = targetRows({ signature: { identity, fit: identity, unseenSet: { mean: 0.05 } } as never })
    expect(find(rows, 'phone in pocket (12 people)')).toMatchObject([
      { limit: 0.02, people: 12, reached: { value: 0.03 } },
    ])
    expect(find(rows, 'weda, walk (0 people)')).toMatchObject([{ limit: 0.135, reached: { value: Number.NaN } }])
    expect(find(rows, 'other day')).toMatchObject([{ limit: null }])
    expect(rows.at(-1)).toMatchObject({ limit: 0.06, reached: { value: 0.05 } })
  })

  it('names the worst family of each kind', () => {
    const passed = (at5: number) => ({ at5: figure(at5), at1: figure(2 * at5), windows: 9 })
    const unseen = {
      iaaft: passed(0.01),
      'band-swap': passed(0.02),
      'spliced-own': passed(0.2),
      'mixed-people': passed(0.4),
    }
    const seen = { 'iaaft-multivariate': passed(0.03), var12: passed(0.015) }
    const refused = (source: string, place: string, validation: number) => ({
      place,
      source,
      delivery: 'recorded',
      people: { fit: 20, validation: 10 },
      seen: figure(0),
      leftOut: { fit: figure(0.01), validation: figure(validation) },
      without: 'set',
      unjudged: 0,
    })
    const refusedPeople = [
      refused('a', 'watch', 0.03),
      refused('b', 'waist', 0.06),
      refused('c', 'phone in the hand', 0.05),
    ]
    const sensors = { seen, unseen, belowHalf: figure(0.01), refusedPeople }
    const rows = targetRows({ presence: { sensors, landmarks: { belowHalf: figure(0.08) } } as never })
    expect(rows.map(({ measure, reached }) => [/\((.*)\)/.exec(measure)?.[1], reached.value])).toEqual([
      ['band-swap', 0.02],
      ['band-swap', 0.04],
      ['spliced-own', 0.2],
      ['mixed-people', 0.4],
      [undefined, 0.03],
      [undefined, 0.015],
      ['b, 10 people', 0.06],
      ['c, 10 people', 0.05],
      [undefined, 0.01],
      [undefined, 0.08],
    ])
  })

  it('holds the rates of a calibration against its targets on validation people, with templates of three', () => {
    const ratios = (meanRatio: number) => [{ target: 0.1, meanRatio, low: 0.6, high: 1.5, supported: 1 }]
    const measured = (meanRatio: number) => [
      { templateWindows: 1, ratios: ratios(5) },
      { templateWindows: 3, ratios: ratios(meanRatio) },
    ]
    const calibration = { realised: measured(0.8), validation: measured(0.9) }
    const rows = targetRows({ calibration: calibration as unknown as AllFigures['calibration'] })
    expect(rows.map(({ limit, reached }) => [limit, reached])).toEqual([
      [0.5, { value: 0.9, low: 0.6, high: 1.5 }],
      [2, { value: 0.9, low: 0.6, high: 1.5 }],
    ])
  })
})
