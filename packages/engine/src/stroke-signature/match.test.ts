import { describe, expect, it } from 'vitest'
import { generateChallenge, generateEnrollment } from '../challenge/challenge.ts'
import { normal, seededRandom } from '../random.ts'
import { strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { STROKE_FEATURES } from './features.ts'
import { growStrokes, matchStrokesLogLikelihoodRatio } from './match.ts'
import { cutStrokes, projectStroke, STROKE_MODEL, strokeSignature, type StrokeSignature } from './signature.ts'
import { type EnrolledGesture, enrollStrokes, listTakes } from './template.ts'

const DIRECTIONS = ['left', 'right', 'up', 'down', 'up-left', 'up-right']

/** A take of each direction: the person's own way of it, and how the hand scatters. */
function answerOf(person: number, scatter: number, seed: number): StrokeSignature[] {
  const own = seededRandom(person)
  const random = seededRandom(1000 * person + seed)
  return DIRECTIONS.map((gesture) => {
    const vector = Array.from({ length: STROKE_FEATURES }, () => normal(own))
    const taken = vector.map((value) => value + scatter * normal(random))
    return { gesture, vector: taken, version: STROKE_MODEL.version, status: 'ok', reason: null }
  })
}

const OWN = [1, 2].flatMap((seed) => answerOf(1, 0.2, seed))
const TEMPLATE = enrollStrokes(OWN)
const takesOf = (template: { gestures: EnrolledGesture[] }, at = 0) => listTakes(template.gestures[at])

describe('growStrokes', () => {
  it('adds the strokes of an answer that is clearly the person’s, and leaves the template as it is', () => {
    const before = structuredClone(TEMPLATE)
    const answer = answerOf(1, 0.2, 3).slice(0, 4)
    const grown = growStrokes(TEMPLATE, answer)
    expect(grown?.gestures.map(({ count }) => count)).toEqual([3, 3, 3, 3, 2, 2])
    expect(takesOf(grown as never)).toEqual([...takesOf(TEMPLATE), takesOf(enrollStrokes(answer))[0]])
    expect(grown).toEqual(enrollStrokes([...OWN, ...answer]))
    expect(TEMPLATE).toEqual(before)
  })

  it('makes the person better known', () => {
    const [shown, later] = [answerOf(1, 0.5, 3), answerOf(1, 0.5, 4)]
    const grown = growStrokes(TEMPLATE, shown) ?? TEMPLATE
    const [before, after] = [TEMPLATE, grown].map((one) => matchStrokesLogLikelihoodRatio(one, [...shown, ...later]))
    expect(after).toBeGreaterThan(before as number)
  })

  it('learns nothing of an answer that is not clear, though it may pass', () => {
    const clear = answerOf(1, 0.2, 3)
    const odds = matchStrokesLogLikelihoodRatio(TEMPLATE, clear) as number
    expect(odds).toBeGreaterThan(3)
    const fewest = DIRECTIONS.findIndex(
      (_, count) => (matchStrokesLogLikelihoodRatio(TEMPLATE, clear.slice(0, count + 1)) as number) >= 3,
    )
    expect(growStrokes(TEMPLATE, clear.slice(0, fewest + 1))).not.toBeNull()
    expect(growStrokes(TEMPLATE, clear.slice(0, fewest))).toBeNull()
    expect(growStrokes(TEMPLATE, [])).toBeNull()
  })

  it('leaves out a single stroke that is rather a stranger’s', () => {
    const [stranger] = answerOf(9, 0.2, 1)
    const mixed = [stranger, ...answerOf(1, 0.2, 3).slice(1)]
    const grown = growStrokes(TEMPLATE, mixed)
    expect(grown?.gestures.map(({ count }) => count)).toEqual([2, 3, 3, 3, 3, 3])
  })

  it('keeps five takes of a gesture: the two oldest, the newest, and those farthest from the others', () => {
    const at = (step: number) =>
      answerOf(1, 0, 1).map((one) => ({ ...one, vector: one.vector.map((x) => x * (1 + step)) }))
    const kept = (takes: number[], added: number) =>
      takesOf(growStrokes(enrollStrokes(takes.flatMap(at)), at(added)) as never)
    const expected = (takes: number[]) => takes.map((step) => takesOf(enrollStrokes(at(step)))[0])
    expect(kept([0, 0.01, 0.02, 0.08], 0.16)).toEqual(expected([0, 0.01, 0.02, 0.08, 0.16]))
    expect(kept([0, 0.01, 0.02, 0.08, 0.16], 0.05)).toEqual(expected([0, 0.01, 0.08, 0.16, 0.05]))
    expect(kept([0, 0.01, 0.08, 0.2, 0.21], 0.3)).toEqual(expected([0, 0.01, 0.08, 0.21, 0.3]))
    // The two oldest stay, however alike they are.
    expect(kept([0, 0, 0.08, 0.12, 0.16], 0.13)).toEqual(expected([0, 0, 0.08, 0.16, 0.13]))
  })

  it('goes on from an older template, whose mean counts as one take', () => {
    const gestures = TEMPLATE.gestures.map(({ gesture }, i) => ({ gesture, count: 2, mean: takesOf(TEMPLATE, i)[0] }))
    const grown = growStrokes({ version: STROKE_MODEL.version, gestures }, answerOf(1, 0.2, 3))
    expect(grown?.gestures.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2, 2])
    expect(takesOf(grown as never)[0]).toEqual(gestures[0].mean)
  })

  it('stores where the takes lie in the coordinates of the model', () => {
    const grown = growStrokes(TEMPLATE, answerOf(1, 0.2, 3))
    expect(grown?.coordinates).toBe(STROKE_MODEL.coordinates)
    const [{ takes, places }] = (grown?.gestures ?? []) as { takes: number[][]; places: number[][] }[]
    expect(places[2][0]).toBeCloseTo(projectStroke(STROKE_MODEL, takes[2])[0], 1)
  })

  it('learns nothing from another version, or from nothing', () => {
    const flat = answerOf(1, 0.2, 3).map((one) => ({ ...one, version: `${one.version}-without-gravity` }))
    expect(growStrokes(TEMPLATE, flat)).toBeNull()
    for (const wrong of [null, {}, { gestures: [] }, 7]) {
      expect(growStrokes(wrong as never, OWN)).toBeNull()
      expect(growStrokes(TEMPLATE, wrong as never)).toBeNull()
    }
  })

  it('is not moved by ten attempts of each of five strangers', () => {
    const random = seededRandom(21)
    const answer = (person: number, challenge = generateChallenge(random)) =>
      cutStrokes(challenge, strokesOf(syntheticPerson(person), challenge.strokes, random)).map(strokeSignature)
    const enrolled = enrollStrokes(generateEnrollment(random).flatMap((round) => answer(10, round)))
    const strangers = [31, 32, 33, 34, 35]
    for (const stranger of strangers) {
      let template = enrolled
      for (let attempt = 0; attempt < 10; attempt++) template = growStrokes(template, answer(stranger)) ?? template
      expect(template, `stranger ${stranger}`).toBe(enrolled)
    }
  })
})
