import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { DIRECTIONS, generateChallenge } from '../challenge/challenge.ts'
import { scoreChallenge } from '../challenge/score.ts'
import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
import { seededRandom } from '../random.ts'
import { strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { STROKE_FEATURES } from './features.ts'
import { compareStrokes, matchStrokes, matchStrokesLogLikelihoodRatio } from './match.ts'
import { cutStrokes, projectStroke, scaleStroke, STROKE_MODEL, strokeSignature } from './signature.ts'
import { enrollStrokes, isStrokeTemplate } from './template.ts'

const random = seededRandom(3)
const CHALLENGE = generateChallenge(random)
const SCAN = strokesOf(syntheticPerson(10), CHALLENGE.strokes, random)
const STROKES = cutStrokes(CHALLENGE, SCAN)
const SIGNATURES = STROKES.map(strokeSignature)
const STROKE = STROKES[0]

describe('cutStrokes', () => {
  it('returns each stroke that answers a cue under its direction, from just before its onset to before the next', () => {
    const { strokes } = scoreChallenge(CHALLENGE, SCAN)
    const onsets = strokes.map(({ atMs, onsetMs }) => SCAN[0].t + atMs + (onsetMs ?? 0))
    expect(onsets.some((onset, i) => (onsets[i + 1] ?? Infinity) - onset < 1300)).toBe(true)
    expect(STROKES.map(({ gesture }) => gesture)).toEqual(CHALLENGE.strokes.map(({ direction }) => direction))
    STROKES.forEach(({ imu }, i) => {
      const onset = onsets[i]
      const end = Math.min(onset + 1300, (onsets[i + 1] ?? Infinity) - 60, SCAN[SCAN.length - 1].t)
      expect(Math.abs(imu[0].t - (onset - 100))).toBeLessThan(20)
      expect(Math.abs((imu.at(-1) as ImuSample).t - end)).toBeLessThan(20)
      expect(SCAN).toContain(imu[0])
    })
  })

  it('leaves out a cue that nothing answers', () => {
    const [first, second] = CHALLENGE.strokes
    const still = (sample: ImuSample) => ({ ...SCAN[0], t: sample.t, ax: SCAN[0].ax + 0.01 * Math.sin(sample.t) })
    const paused = SCAN.map((sample) => (sample.t < first.atMs + SCAN[0].t + 1500 ? still(sample) : sample))
    expect(cutStrokes(CHALLENGE, paused).map(({ gesture }) => gesture)).not.toContain(first.direction)
    expect(cutStrokes(CHALLENGE, paused)[0].gesture).toBe(second.direction)
  })

  it('counts from startMs where it is given', () => {
    const later = SCAN.map((sample) => ({ ...sample, t: sample.t + 5000 }))
    const lead = Array.from({ length: 60 }, (_, i) => ({ ...SCAN[0], t: 4000 + (i * 1000) / 60 }))
    const cut = cutStrokes(CHALLENGE, [...lead, ...later], 5000 + SCAN[0].t)
    expectClose(
      cut.map(({ imu }) => imu[0].t - 5000),
      STROKES.map(({ imu }) => imu[0].t),
      17,
    )
  })

  it('returns nothing for no challenge, too little motion, or motion without gravity', () => {
    expect(cutStrokes({} as never, SCAN)).toEqual([])
    expect(cutStrokes(CHALLENGE, SCAN.slice(0, 60))).toEqual([])
    expect(
      cutStrokes(
        CHALLENGE,
        SCAN.map((sample) => ({ ...sample, ax: sample.ax / 10, ay: sample.ay / 10, az: sample.az / 10 })),
      ),
    ).toEqual([])
  })
})

describe('strokeSignature', () => {
  it('returns one number a feature, none of them wild, under the name of the gesture', () => {
    for (const { vector, status, reason, version } of SIGNATURES) {
      expect({ status, reason, version }).toEqual({ status: 'ok', reason: null, version: 'stroke-1' })
      expect(vector).toHaveLength(STROKE_FEATURES)
      expect(Math.max(...vector.map(Math.abs))).toBeLessThanOrEqual(2)
    }
    expect(SIGNATURES.map(({ gesture }) => gesture)).toEqual(STROKES.map(({ gesture }) => gesture))
  })

  it('is the same for a phone that reports all axes turned over, as on iOS', () => {
    const turned = STROKE.imu.map((sample) => ({ ...sample, ax: -sample.ax, ay: -sample.ay, az: -sample.az }))
    expectClose(strokeSignature({ ...STROKE, imu: turned }).vector, SIGNATURES[0].vector, 1e-9)
  })

  it('does not depend on the time at which the clock starts', () => {
    const later = STROKE.imu.map((sample) => ({ ...sample, t: sample.t + 86_400_000 }))
    expectClose(strokeSignature({ ...STROKE, imu: later }).vector, SIGNATURES[0].vector, 1e-6)
  })

  it('hardly depends on how steeply the phone is held', () => {
    const pitched = STROKE.imu.map((sample) => pitch(sample, 0.4))
    const apart = distance(strokeSignature({ ...STROKE, imu: pitched }).vector, SIGNATURES[0].vector)
    const otherStrokes = SIGNATURES.slice(1).map(({ vector }) => distance(vector, SIGNATURES[0].vector))
    expect(apart).toBeLessThan(0.05 * Math.min(...otherStrokes))
  })

  it('has another version where the sensor removed gravity, so that the two are never mixed', () => {
    const middle = (axis: 'ax' | 'ay' | 'az') => STROKE.imu.reduce((sum, s) => sum + s[axis], 0) / STROKE.imu.length
    const [x, y, z] = [middle('ax'), middle('ay'), middle('az')]
    const imu = STROKE.imu.map((sample) => ({ ...sample, ax: sample.ax - x, ay: sample.ay - y, az: sample.az - z }))
    const signature = strokeSignature({ ...STROKE, imu, hasGravity: false })
    expect(signature).toMatchObject({ status: 'ok', version: 'stroke-1-without-gravity' })
    expect(matchStrokes(enrollStrokes([SIGNATURES[0]]), [signature])).toBe(0)
    expect(matchStrokes(enrollStrokes([signature]), [signature])).toBeGreaterThan(0)
  })

  it('goes by what the whole capture tells about gravity, and by its own samples where nothing is said', () => {
    const versionOf = (hasGravity: unknown) => strokeSignature({ ...STROKE, hasGravity } as never).version
    expect(STROKES.map(({ hasGravity }) => hasGravity)).toEqual(STROKES.map(() => true))
    expect([true, false, undefined, 'no'].map(versionOf)).toEqual([
      'stroke-1',
      'stroke-1-without-gravity',
      'stroke-1',
      'stroke-1',
    ])
  })

  it.each([
    ['no gesture', { gesture: '', imu: STROKE.imu }, 'the stroke has no gesture'],
    ['nothing', null, 'the stroke has no gesture'],
    ['no samples', { gesture: 'up', imu: [] }, 'there are no motion samples'],
    ['no list', { gesture: 'up', imu: 7 }, 'there are no motion samples'],
    [
      'a moment',
      { gesture: 'up', imu: STROKE.imu.slice(0, 20) },
      '0.3 s of unbroken motion, at least 0.35 s are needed',
    ],
    [
      'no gyroscope',
      { gesture: 'up', imu: STROKE.imu.map(({ t, ax, ay, az }) => ({ t, ax, ay, az })) },
      'a stroke is compared by its rotation too, and the samples have none',
    ],
  ])('says why it measures nothing: %s', (_, stroke, reason) => {
    const signature = strokeSignature(stroke as never)
    expect(signature).toMatchObject({ status: 'insufficient', reason, version: 'stroke-1' })
    expect(signature.vector).toEqual(Array.from({ length: STROKE_FEATURES }, () => 0))
  })
})

describe('scaleStroke', () => {
  const model = { center: [1, 1], spread: [2, 4], gestures: { wave: [50, -100] } }

  it('is the distance from the middle of a known gesture, else of all, in spreads and bent', () => {
    const bend = (value: number) => 2 * Math.tanh(value / 2)
    expectClose(scaleStroke(model, 'wave', [3, 5]), [bend(0.5), bend(2)], 1e-12)
    expectClose(scaleStroke(model, 'other', [3, 5]), [bend(1), bend(1)], 1e-12)
    expectClose(scaleStroke(model, 'toString', [3, 5]), [bend(1), bend(1)], 1e-12)
  })

  it('is 0 for what is no number, and 2 at most', () => {
    expect(scaleStroke(model, 'other', [Number.NaN, 1e9])).toEqual([0, 2])
  })
})

describe('enrollStrokes', () => {
  it('keeps the takes of each gesture in hundredths, and where they lie, as plain JSON', () => {
    const [a, b] = SIGNATURES
    const again = { ...b, gesture: a.gesture }
    const template = enrollStrokes([a, again, b])
    expect(template).toMatchObject({ version: 'stroke-1', coordinates: STROKE_MODEL.coordinates })
    expect(template.gestures.map(({ gesture, count }) => [gesture, count])).toEqual([
      [a.gesture, 2],
      [b.gesture, 1],
    ])
    const [first] = template.gestures as { takes: number[][]; places: number[][] }[]
    expectClose(first.takes.flat(), [...a.vector, ...b.vector], 0.005 + 1e-12)
    expectClose(
      first.places.flat(),
      first.takes.flatMap((take) => [...projectStroke(STROKE_MODEL, take)]),
      0.005 + 1e-9,
    )
    expect(first.takes.flat().every((value) => Number.isInteger(Math.round(value * 1e6) / 1e4))).toBe(true)
    expect(JSON.parse(JSON.stringify(template))).toEqual(template)
    expect(isStrokeTemplate(template)).toBe(true)
  })

  it('keeps the newest five takes of a gesture', () => {
    const takes = Array.from({ length: 7 }, (_, i) => ({ ...SIGNATURES[0], vector: pad([i + 1]) }))
    const [{ count, takes: kept }] = enrollStrokes(takes).gestures as unknown as [{ count: number; takes: number[][] }]
    expect(count).toBe(5)
    expect(kept.map(([value]) => value)).toEqual([3, 4, 5, 6, 7])
  })

  it('keeps the version that most have, the first of two', () => {
    const [a, b, c] = SIGNATURES
    const flat = (signature: typeof a) => ({ ...signature, version: 'flat' })
    expect(enrollStrokes([flat(a), b, c])).toMatchObject({ version: 'stroke-1', gestures: [{}, {}] })
    expect(enrollStrokes([flat(a), b])).toMatchObject({ version: 'flat', gestures: [{ gesture: a.gesture }] })
  })

  it.each([
    ['no list', 'x'],
    ['nothing measured', [strokeSignature({ gesture: 'up', imu: [] })]],
    ['a vector of another length', [{ ...SIGNATURES[0], vector: [1, 2] }]],
    ['a vector with a hole', [{ ...SIGNATURES[0], vector: [...SIGNATURES[0].vector.slice(1), Number.NaN] }]],
    ['no gesture', [{ ...SIGNATURES[0], gesture: '' }]],
    ['a gesture that is no name', [{ ...SIGNATURES[0], gesture: 7 }]],
    ['no version', [{ ...SIGNATURES[0], version: undefined }]],
  ])('holds nothing of %s', (_, signatures) => {
    expect(enrollStrokes(signatures as never)).toEqual({
      version: '',
      coordinates: STROKE_MODEL.coordinates,
      gestures: [],
    })
    expect(matchStrokesLogLikelihoodRatio(enrollStrokes([SIGNATURES[0]]), signatures as never)).toBeNull()
  })
})

describe('matchStrokes', () => {
  const template = enrollStrokes(SIGNATURES)
  const six = Array.from({ length: 6 }, () => SIGNATURES[0].vector)
  const again = answerAs(10, 4)
  const stranger = answerAs(14, 5)

  it('tells the person from another one of the kit who makes the same strokes', () => {
    const enrolled = enrollStrokes([...SIGNATURES, ...answerAs(10, 6), ...answerAs(10, 7)])
    expect(matchStrokes(enrolled, again)).toBeGreaterThan(matchStrokes(enrolled, stranger))
  })

  it('is the mean calibrated ratio over six gestures, as a probability', () => {
    const [slope, offset] = STROKE_MODEL.calibrationOfOthers
    const ratios = compareStrokes(STROKE_MODEL, template, again).map(({ ratio }) => ratio)
    const expected = ratios.reduce((sum, ratio) => sum + (slope * ratio + offset) / 6, 0)
    expect(matchStrokesLogLikelihoodRatio(template, again)).toBeCloseTo(expected, 9)
    expect(matchStrokes(template, again)).toBeCloseTo(sigmoid(expected), 12)
  })

  it('compares a stroke only with the same gesture, and says nothing where there is none', () => {
    const [first] = again
    const unknown = DIRECTIONS.find((direction) => !template.gestures.some(({ gesture }) => gesture === direction))
    expect(compareStrokes(STROKE_MODEL, template, again.slice(0, 2))).toHaveLength(2)
    expect(matchStrokesLogLikelihoodRatio(template, [{ ...first, gesture: unknown ?? 'none' }])).toBeNull()
    expect(matchStrokes(template, [{ ...first, gesture: unknown ?? 'none' }])).toBe(0)
    expect(matchStrokes(template, [])).toBe(0)
  })

  it('says less of fewer gestures', () => {
    const [one] = compareStrokes(STROKE_MODEL, template, again)
    const [slope, offset] = STROKE_MODEL.calibrationOfOthers
    expect(matchStrokesLogLikelihoodRatio(template, again.slice(0, 1))).toBeCloseTo((slope * one.ratio + offset) / 6, 9)
  })

  it.each([
    ['nothing', null],
    ['a template of no gesture', { version: 'stroke-1', gestures: [] }],
    ['no gestures', { version: 'stroke-1' }],
    ['no version', { gestures: template.gestures }],
    ['a count of nothing', { ...template, gestures: [{ ...template.gestures[0], count: 0 }] }],
    ['a broken count', { ...template, gestures: [{ ...template.gestures[0], count: 1.5 }] }],
    ['a gesture without a name', { ...template, gestures: [{ ...template.gestures[0], gesture: 1 }] }],
    ['a mean that is none', { ...template, gestures: [{ gesture: 'up', count: 1, mean: [1] }] }],
    ['a take that is none', { ...template, gestures: [{ gesture: 'up', count: 1, takes: [[1]] }] }],
    ['fewer takes than counted', { ...template, gestures: [{ ...template.gestures[0], count: 2 }] }],
    ['more takes than are kept', { ...template, gestures: [{ gesture: 'up', count: 6, takes: six }] }],
  ])('is 0 for %s', (_, wrong) => {
    expect(matchStrokes(wrong as never, again)).toBe(0)
  })

  it.each([
    ['a version that is no text', { ...template, version: 1 }],
    ['a template of no gesture', { ...template, gestures: [] }],
    ['one broken gesture among good ones', { ...template, gestures: [...template.gestures, null] }],
    ['a gesture without a name', { ...template, gestures: [{ ...template.gestures[0], gesture: 1 }] }],
  ])('takes %s for no template', (_, wrong) => {
    expect(isStrokeTemplate(wrong)).toBe(false)
  })

  it('is 0 for signatures that are no list', () => {
    expect(matchStrokes(template, 'x' as never)).toBe(0)
  })
})

describe('compareStrokes', () => {
  const model = {
    ...STROKE_MODEL,
    coordinates: 'two',
    gestures: { known: pad([0]) },
    projection: [pad([2, 0]), pad([0, 3])],
    unit: [0.5, 1],
    between: [2, 1],
    shared: [5, 7],
  }
  const averaged = { version: 'v', gestures: [{ gesture: 'known', count: 2, mean: pad([1, 1]) }] }
  const takes = [pad([1, 1]), pad([-0.5, 0.25]), pad([0.5, -0.25])]
  const taken = { version: 'v', coordinates: 'two', gestures: [{ gesture: 'known', count: 3, takes }] }
  const probe = { gesture: 'known', version: 'v', vector: pad([0.5, -0.5]) }
  const ratioAt = ([x, y]: readonly number[], shared: readonly [number, number], templateNoise: number) =>
    pairLogRatio({ between: 2, shared: shared[0], templateNoise, probeNoise: 1 }, x, 0.5) +
    pairLogRatio({ between: 1, shared: shared[1], templateNoise, probeNoise: 1 }, y, -1.5)
  const compare = (template: unknown, own = probe) => compareStrokes(model, template as never, [own])

  it('holds a stroke against each take alone, as likely as the others, so that the best one decides', () => {
    const ratios = [
      [1, 3],
      [-0.5, 0.75],
      [0.5, -0.75],
    ].map((place) => ratioAt(place, [0, 0], 1))
    const expected = Math.log(ratios.reduce((sum, ratio) => sum + Math.exp(ratio), 0) / 3)
    expect(compare(taken)).toEqual([{ ratio: expect.closeTo(expected, 12), isKnown: true }])
    expect(expected).toBeGreaterThan(Math.max(...ratios) - Math.log(3))
  })

  it('stays finite where every take is far away', () => {
    const [{ ratio }] = compare({
      ...taken,
      gestures: [{ ...taken.gestures[0], takes: takes.map(() => pad([9e3, 9e3])) }],
    })
    expect(ratio).toBeLessThan(-1e6)
    expect(Number.isFinite(ratio)).toBe(true)
  })

  it('takes the mean of an older template for one take with less noise', () => {
    expect(compare(averaged)).toEqual([{ ratio: expect.closeTo(ratioAt([1, 3], [0, 0], 0.5), 12), isKnown: true }])
  })

  it('allows for what everybody has in common in a gesture that the model does not know', () => {
    const other = { version: 'v', gestures: [{ ...averaged.gestures[0], gesture: 'other' }] }
    expect(compare(other, { ...probe, gesture: 'other' })).toEqual([
      { ratio: expect.closeTo(ratioAt([1, 3], [5, 7], 0.5), 12), isKnown: false },
    ])
  })

  it('goes by stored places where they are of this model, and otherwise by the takes', () => {
    const withPlaces = (places: unknown, coordinates = 'two') => ({
      ...taken,
      coordinates,
      gestures: [{ gesture: 'known', count: 1, takes: [takes[0]], places }],
    })
    const [stored, computed] = [ratioAt([2, 2], [0, 0], 1), ratioAt([1, 3], [0, 0], 1)]
    expect(compare(withPlaces([[2, 2]]))[0].ratio).toBeCloseTo(stored, 12)
    for (const template of [
      withPlaces([[2, 2]], 'another'),
      withPlaces([[2]]),
      withPlaces([[2, Number.NaN]]),
      withPlaces([
        [2, 2],
        [2, 2],
      ]),
      withPlaces([7]),
      withPlaces('x'),
    ])
      expect(compare(template)[0].ratio).toBeCloseTo(computed, 12)
  })
})

/** A vector with these first numbers. */
function pad(values: number[]): number[] {
  return [...values, ...Array.from({ length: STROKE_FEATURES - values.length }, () => 0)]
}

/** The strokes of a synthetic person who follows the same challenge. */
function answerAs(person: number, seed: number) {
  const imu = strokesOf(syntheticPerson(person), CHALLENGE.strokes, seededRandom(seed))
  return cutStrokes(CHALLENGE, imu).map(strokeSignature)
}

function pitch(sample: ImuSample, angle: number): ImuSample {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const { ay, az, ry = 0, rz = 0 } = sample
  return { ...sample, ay: c * ay - s * az, az: s * ay + c * az, ry: c * ry - s * rz, rz: s * ry + c * rz }
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, j) => value - b[j]))
}

function expectClose(found: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(found).toHaveLength(expected.length)
  found.forEach((value, j) => expect(Math.abs(value - expected[j]), `feature ${j}`).toBeLessThanOrEqual(tolerance))
}
