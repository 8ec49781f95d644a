import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../random.ts'
import { coordinates, SIGNATURE_MODEL } from '../signature/match.ts'
import { population } from './attack-check.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const [MATCHER] = SIGNATURE_MODEL.body.matchers
const PEOPLE = 200

/** Two signatures of each person, and where the shipped matcher places them. */
function drawn(beside?: number) {
  const person = population(seededRandom(3), beside)
  return Array.from({ length: PEOPLE }, () => {
    const own = person()
    const signatures = [own(), own()]
    return { signatures, places: signatures.map(({ vector }) => coordinates(MATCHER, vector)) }
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('population', () => {
  const people = drawn()

  it('draws signatures of the shipped version that lack nothing', () => {
    const [{ signatures }] = people
    expect(signatures[0]).toMatchObject({ version: SIGNATURE_MODEL.body.version, missing: [], status: 'ok' })
    expect(signatures[0].reason).toBeNull()
    expect(signatures[0].vector).toHaveLength(128)
    expect(signatures[0].vector).not.toEqual(signatures[1].vector)
  })

  it('spreads people as the matcher says, and each person’s windows by 1', () => {
    MATCHER.between.slice(0, 6).forEach((between, k) => {
      const middles = people.map(({ places: [a, b] }) => (a[k] + b[k]) / 2)
      const apart = people.map(({ places: [a, b] }) => a[k] - b[k])
      expect(mean(apart.map((value) => value * value))).toBeGreaterThan(1.3)
      expect(mean(apart.map((value) => value * value))).toBeLessThan(2.7)
      const variance = mean(middles.map((value) => value * value))
      expect(variance / (between + 0.5)).toBeGreaterThan(0.65)
      expect(variance / (between + 0.5)).toBeLessThan(1.4)
      expect(Math.abs(mean(middles))).toBeLessThan(4 * Math.sqrt((between + 0.5) / PEOPLE))
    })
  })

  it('adds what the matcher does not see, as much as asked', () => {
    const bare = drawn(0)
    const more = drawn(2)
    const size = (list: typeof people) => mean(list.flatMap(({ signatures }) => signatures[0].vector.map((x) => x * x)))
    people.slice(0, 20).forEach(({ places }, i) => {
      places[0].forEach((place, k) => {
        expect(bare[i].places[0][k]).toBeCloseTo(place, 6)
        expect(more[i].places[0][k]).toBeCloseTo(place, 6)
      })
    })
    expect(size(bare)).toBeLessThan(size(people))
    // Twice as much beside is four times the variance, in the dimensions that the matcher leaves free.
    expect((size(more) - size(bare)) / (size(people) - size(bare))).toBeCloseTo(4, 0)
  })

  it('draws the same from the same seed', () => {
    const [one, other] = [1, 1].map(() => population(seededRandom(8))()().vector)
    expect(one).toEqual(other)
  })
})
