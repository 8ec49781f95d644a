import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { type ScreeningView, judgeSubjects } from './screening.ts'
import { createComparer } from './two-covariances.ts'

const BETWEEN = Float64Array.of(9, 9, 9, 9)

type Places = Float64Array[]

/** Places of `windows` windows around somewhere, in units of a person's scatter. */
function around(centre: readonly number[], windows: number, seed: number, scatter = 1): Places {
  const random = seededRandom(seed)
  return Array.from({ length: windows }, () => Float64Array.from(centre, (value) => value + scatter * normal(random)))
}

function centreOf(seed: number): number[] {
  const random = seededRandom(1000 + seed)
  return Array.from({ length: 4 }, () => 3 * normal(random))
}

const PEOPLE: Places[] = Array.from({ length: 40 }, (_, i) => around(centreOf(i), 6, i))

function subjectsOf(places: readonly Places[], isNamed: (i: number) => boolean = () => true): { sessions: number }[] {
  return places.map((own, i) => ({ sessions: isNamed(i) ? own.length : 1 }))
}

/** Windows that lie further apart than strangers' do. */
function scattered(windows: number): Places {
  return Array.from({ length: windows }, (_, i) =>
    Float64Array.from({ length: 4 }, (__, j) => (i % 4 === j ? 8 + i : 0)),
  )
}

const viewOf = (places: readonly Places[]): ScreeningView<Float64Array> => ({
  windows: places,
  compare: createComparer({ between: BETWEEN, k: 4 }, 1),
})

function judged(places: readonly Places[], isNamed?: (i: number) => boolean) {
  return judgeSubjects(subjectsOf(places, isNamed), [() => viewOf(places)])
}

describe('screenSubjects', () => {
  it('keeps people as they are', () => {
    const { isGood, outliers } = judged(PEOPLE)
    expect(isGood).toEqual(PEOPLE.map(() => true))
    expect(outliers).toBe(0)
  })

  it('finds one person under ten names, and counts the sessions that go', () => {
    const many = Array.from({ length: 10 }, (_, i) => around(centreOf(0), 5, 500 + i))
    const { isGood, outliers } = judged([...PEOPLE, ...many])
    expect(isGood.slice(40)).toEqual(many.map(() => false))
    // The tenfold person's first name looks like the others.
    expect(isGood.slice(1, 40)).toEqual(PEOPLE.slice(1).map(() => true))
    const gone = isGood.filter((good) => !good).length
    expect(outliers).toBe(5 * many.length + 6 * (gone - many.length))
  })

  it('finds many people under one name', () => {
    const { isGood, outliers } = judged([...PEOPLE, scattered(6)])
    expect(isGood).toEqual([...PEOPLE.map(() => true), false])
    expect(outliers).toBe(6)
  })

  it('counts a session without a name once, whatever is cut from it', () => {
    const many = Array.from({ length: 10 }, (_, i) => around(centreOf(0), 2, 500 + i, 0.3))
    const { isGood, outliers } = judged([...PEOPLE, ...many], (i) => i < 40)
    const named = isGood.slice(0, 40).filter((good) => !good).length
    expect(isGood.slice(40)).toEqual(many.map(() => false))
    expect(outliers).toBe(10 + 6 * named)
  })

  it('S13: keeps whoever does something else each time, as long as it is nearer than strangers are', () => {
    // As wide as strangers lie apart in two of four directions.
    const versatile = Array.from({ length: 10 }, (_, i) => around(centreOf(700 + i), 8, 70 + i, 2))
    const steady = Array.from({ length: 30 }, (_, i) => around(centreOf(i), 8, i, 1.5))
    expect(judged([...steady, ...versatile]).outliers).toBe(0)
  })

  it('S13: says nothing about fewer than six windows, which honest people show as far apart', () => {
    expect(judged([...PEOPLE, scattered(5)]).isGood.at(-1)).toBe(true)
    expect(judged([...PEOPLE, scattered(6)]).isGood.at(-1)).toBe(false)
  })

  it('finds the same ones in any order of the sessions', () => {
    // People who resemble few others or many, so that some lie near the border.
    const crowd = Array.from({ length: 60 }, (_, i) =>
      around(
        centreOf(i).map((value) => (value * (i % 6)) / 4),
        5,
        i,
      ),
    )
    const { isGood } = judged(crowd)
    expect(isGood).toContain(false)
    for (const step of [7, 13, 29]) {
      const order = crowd.map((_, i) => (i * step) % crowd.length)
      const again = judged(order.map((i) => crowd[i]))
      expect(again.isGood).toEqual(order.map((i) => isGood[i]))
    }
  })

  it('says nothing against somebody who came once', () => {
    expect(judged([...PEOPLE, around(centreOf(800), 1, 8)]).isGood.at(-1)).toBe(true)
  })

  it('asks the next view where one would leave out more than two in five, and believes nobody where all would', () => {
    const torn = PEOPLE.map((own, i) => (i < 18 ? scattered(6) : own))
    let asked = 0
    const views = [viewOf(torn), viewOf(PEOPLE)].map((seen) => () => {
      asked++
      return seen
    })
    const subjects = subjectsOf(PEOPLE)
    const few = PEOPLE.map((own, i) => (i < 16 ? scattered(6) : own))
    expect(judgeSubjects(subjects, [() => viewOf(few)]).outliers).toBe(16 * 6)
    const blind = judgeSubjects(subjects, views.slice(0, 1))
    expect(blind).toEqual({ isGood: PEOPLE.map(() => true), outliers: 0 })
    expect(judgeSubjects(subjects, views)).toEqual(judged(PEOPLE))
    expect(asked).toBe(3)
    expect(judgeSubjects(subjects, views.toReversed())).toEqual(judged(PEOPLE))
    expect(asked).toBe(4)
  })
})
