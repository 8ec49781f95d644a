import { beforeAll, describe, expect, it } from 'vitest'
import { type LandmarkFrame, readFrames } from '../capture.ts'
import { generateEnrollment } from '../challenge/challenge.ts'
import { seededRandom } from '../random.ts'
import { motionSignature } from '../signature/signature.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { cutStrokes, type Stroke, strokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { selectStrokeSubjects, scoreRound } from './compare-strokes.ts'
import { type WindowCount, countFeatures, measureStrokes, computeSessionFeatures as measureFrames } from './sessions.ts'
import { readSettings } from './settings.ts'

type Place = { x: number; y: number; z: number }

/** Where the joints of the 18 points stand: hips 0.2 apart at a height of 1, shoulders 0.4 apart. */
const BODY: Place[] = Array.from({ length: 18 }, (_, j) => ({ x: 0, y: 1 + j / 20, z: 0 }))
BODY[3] = { x: 0.2, y: 1.5, z: 0 }
BODY[4] = { x: -0.2, y: 1.5, z: 0 }
BODY[9] = { x: 0.1, y: 1, z: 0 }
BODY[10] = { x: -0.1, y: 1, z: 0 }

/** Five seconds of 30 frames in which the left wrist (point 7) goes up by a meter a second for half of the time. */
function frames(change: (place: Place, joint: number, second: number) => Place = (place) => place): LandmarkFrame[] {
  return Array.from({ length: 151 }, (_, i) => {
    const second = i / 30
    const joints = BODY.map((place, j) => {
      const lifted = j === 7 ? { ...place, y: Math.min(second, 2.5) } : place
      return change(lifted, j, second)
    })
    return { t: 1000 * second, joints }
  })
}

type WindowSettings = Parameters<typeof measureFrames>[2]

const sessionFeatures = (shown: unknown, cuts: WindowCount, settings: WindowSettings) =>
  measureFrames(readFrames(shown), cuts, settings)

const postures = { ...readSettings(undefined), featureMode: 'posture' as const }
const velocities = { ...postures, featureMode: 'posture_velocity' as const }
const signatures = { ...postures, featureMode: 'signature_128' as const }

/** Which of the 13 joints, in the order head, shoulders, elbows, wrists, hips, knees, ankles, left before right. */
const LEFT_WRIST = 5

describe('featureLength', () => {
  it('is 128 for signatures, three for each of 13 joints for postures, and twice as many with velocities', () => {
    expect((['signature_128', 'posture', 'posture_velocity'] as const).map(countFeatures)).toEqual([128, 39, 78])
  })
})

describe('postures', () => {
  const found = sessionFeatures(frames(), 1, postures)?.features as Float32Array

  it('are mean places about the middle of the hips, in shoulder widths', () => {
    expect(found).toHaveLength(39)
    expect(Array.from(found.subarray(3, 9))).toEqual(
      [0.5, 1.25, 0, -0.5, 1.25, 0].map((value) => expect.closeTo(value, 5)),
    )
    expect(Array.from(found.subarray(21, 27))).toEqual(
      [0.25, 0, 0, -0.25, 0, 0].map((value) => expect.closeTo(value, 5)),
    )
    // Half of the time on the way to 2.5 m, the other half there: 1.875 on average, 0.875 above the hips.
    expect(found[3 * LEFT_WRIST + 1]).toBeCloseTo(0.875 / 0.4, 1)
  })

  it('do not change with where the body stands, which way it faces and how large it is', () => {
    const elsewhere = frames(({ x, y, z }) => ({
      x: 3 + 2 * (0.6 * x - 0.8 * z),
      y: 1 + 2 * y,
      z: 2 * (0.8 * x + 0.6 * z),
    }))
    const again = sessionFeatures(elsewhere, 1, postures)
    found.forEach((value, i) => expect(again?.features[i]).toBeCloseTo(value, 5))
    expect(again?.mark).toBe(sessionFeatures(frames(), 1, postures)?.mark)
  })

  it('see left and right, front and back', () => {
    const turned = frames((place, j) => (j === 7 ? { ...place, x: 0.4, z: 0.2 } : place))
    const [x, , z] = Array.from(sessionFeatures(turned, 1, postures)?.features.subarray(15, 18) as Float32Array)
    expect([x, z]).toEqual([expect.closeTo(1, 5), expect.closeTo(0.5, 5)])
  })

  it('read the same joints of 33 points', () => {
    const at = [0, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]
    const of = [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    const many = frames().map(({ t, joints }) => {
      const list = Array.from({ length: 33 }, () => ({ x: 5, y: 5, z: 5 }))
      at.forEach((to, i) => {
        list[to] = (joints as Place[])[of[i]]
      })
      return { t, joints: list }
    })
    expect(sessionFeatures(many, 1, postures)?.features).toEqual(found)
  })

  it('are taken of both halves where asked', () => {
    const halves = sessionFeatures(frames(), 2, postures)?.features as Float32Array
    expect(halves).toHaveLength(78)
    expect(halves[3 * LEFT_WRIST + 1]).toBeCloseTo(0.25 / 0.4, 1)
    expect(halves[39 + 3 * LEFT_WRIST + 1]).toBeCloseTo(1.5 / 0.4, 1)
    expect(halves[39 + 4]).toBeCloseTo(1.25, 5)
  })

  it('are followed by how quickly each coordinate moves', () => {
    const moving = sessionFeatures(frames(), 1, velocities)?.features as Float32Array
    expect(Array.from(moving.subarray(0, 39))).toEqual(Array.from(found))
    expect(moving[39 + 3 * LEFT_WRIST + 1]).toBeCloseTo(Math.log1p(2.5 / 0.4 / 5), 2)
    expect(moving[39]).toBe(0)
    const halves = sessionFeatures(frames(), 2, velocities)?.features as Float32Array
    expect(halves).toHaveLength(156)
    expect(halves[39 + 3 * LEFT_WRIST + 1]).toBeCloseTo(Math.log1p(1 / 0.4), 2)
    expect(halves[78 + 39 + 3 * LEFT_WRIST + 1]).toBeCloseTo(0, 1)
  })

  it('tell the speed in the second half as in the first', () => {
    const always = frames((place, j, second) => (j === 7 ? { ...place, y: second } : place))
    const halves = sessionFeatures(always, 2, velocities)?.features as Float32Array
    for (const half of [0, 1]) expect(halves[78 * half + 39 + 3 * LEFT_WRIST + 1]).toBeCloseTo(Math.log1p(1 / 0.4), 2)
    const place = sessionFeatures(always, 2, postures)?.features as Float32Array
    expect(place).toHaveLength(78)
    expect(Array.from(place.subarray(39, 45))).toEqual(Array.from(halves.subarray(78, 84)))
  })

  it('stand about the hips in depth, too', () => {
    const deep = frames(({ x, y, z }) => ({ x, y, z: z + 4 }))
    found.forEach((value, i) => expect(sessionFeatures(deep, 1, postures)?.features[i]).toBeCloseTo(value, 5))
  })

  it.each([
    ['other sets of landmarks', frames().map(({ t, joints }) => ({ t, joints: (joints as Place[]).slice(0, 17) }))],
    [
      'a body without width',
      frames(({ y }) => ({ x: 0, y, z: 0 })).map(({ t, joints }) => ({
        t,
        joints: (joints as Place[]).map((place, j) => (j === 3 ? (joints as Place[])[4] : place)),
      })),
    ],
    ['less than four seconds', frames().slice(0, 118)],
    ['nothing', null],
  ])('are not taken of %s', (_, odd) => {
    expect(sessionFeatures(odd, 1, postures)).toBeNull()
  })
})

describe('signatures', () => {
  const walk = frames((place, j, s) => ({
    x: place.x + 0.1 * Math.sin(5 * s + j) + 0.02 * Math.sin(31 * s + j * j),
    y: place.y + 0.1 * Math.cos(4 * s + 2 * j),
    z: place.z + 0.05 * Math.sin(7 * s + 3 * j),
  }))

  it('are those of the whole session, or of both halves', () => {
    const whole = sessionFeatures(walk, 1, signatures)?.features as Float32Array
    expect(Array.from(whole)).toEqual(Array.from(Float32Array.from(motionSignature({ frames: walk }).vector)))
    const halves = sessionFeatures(walk, 2, signatures)?.features as Float32Array
    expect(halves).toHaveLength(256)
    expect(halves.subarray(0, 128)).not.toEqual(halves.subarray(128))
    expect(halves.every(Number.isFinite)).toBe(true)
  })

  it('of a half are the same, whatever the other half does', () => {
    const other = walk.map(({ t, joints }, i) =>
      i < 100
        ? { t, joints }
        : { t, joints: (joints as Place[]).map(({ x, y, z }) => ({ x: x + 0.1 * Math.sin(i), y, z })) },
    )
    const [one, two] = [walk, other].map((shown) => sessionFeatures(shown, 2, signatures)?.features as Float32Array)
    const apart = (from: number) =>
      Math.max(...one.subarray(from, from + 128).map((value, j) => Math.abs(value - two[from + j])))
    // The size of the body is measured over the whole session, so that the first half may move a little.
    expect(apart(0)).toBeLessThan(0.5 * apart(128))
  })

  it('of a half are nearly those of a session that ends there, where the motion goes on as before', () => {
    // Everything comes back after five seconds.
    const turn = (2 * Math.PI) / 5
    const long = Array.from({ length: 301 }, (_, i) => {
      const s = i / 30
      const joints = BODY.map((place, j) => ({
        x: place.x + 0.1 * Math.sin(3 * turn * s + j) + 0.02 * Math.sin(14 * turn * s + j * j),
        y: place.y + 0.1 * Math.cos(4 * turn * s + 2 * j),
        z: place.z + 0.05 * Math.sin(5 * turn * s + 3 * j),
      }))
      return { t: 1000 * s, joints }
    })
    const halves = sessionFeatures(long, 2, signatures)?.features as Float32Array
    const half = sessionFeatures(long.slice(0, 151), 1, signatures)?.features as Float32Array
    const apart = (from: number) =>
      half.reduce((sum, value, j) => sum + Math.abs(value - halves[from + j]), 0) / half.length
    expect(apart(0)).toBeLessThan(0.05)
    expect(apart(128)).toBeLessThan(0.1)
  })

  it('come with a mark of the motion, and another one for other motion', () => {
    const mark = sessionFeatures(walk, 1, signatures)?.mark
    const later = walk.map(({ t, joints }) => ({ t: t + 5e6, joints }))
    expect(sessionFeatures(later, 2, signatures)?.mark).toBe(mark)
    const changed = walk.map(({ t, joints }) => ({
      t,
      joints: (joints as Place[]).map(({ x, y, z }) => ({ x: 1.1 * x, y, z })),
    }))
    expect(sessionFeatures(changed, 1, signatures)?.mark).not.toBe(mark)
    expect(Number.isSafeInteger(mark)).toBe(true)
    expect(mark).toBeGreaterThanOrEqual(0)
  })

  it('do not depend on the kernel that runs', () => {
    const [compiled, plain] = [true, false].map((useRustFeatures) =>
      sessionFeatures(walk, 1, { ...signatures, useRustFeatures }),
    )
    compiled?.features.forEach((value, i) => expect(value).toBeCloseTo(plain?.features[i] as number, 6))
  })

  it.each([
    ['a session of less than four seconds', walk.slice(0, 118)],
    ['a body that stands still', frames().map(({ t }) => ({ t, joints: BODY }))],
    ['nothing', 'x'],
  ])('are not taken of %s', (_, odd) => {
    expect(sessionFeatures(odd, 1, signatures)).toBeNull()
  })
})

function roundsOf(person: number): Stroke[][] {
  const random = seededRandom(40 + person)
  return generateEnrollment(random).map((challenge) =>
    cutStrokes(challenge, strokesOf(syntheticPerson(person), challenge.strokes, random)),
  )
}

let rounds: Stroke[][]
let others: Stroke[][]
beforeAll(() => {
  rounds = roundsOf(1)
  others = roundsOf(2)
})

const LABELS = { person: 'a', source: 'b', day: '2026-03-10', device: 'ios safari' }

describe('measureStrokes', () => {
  it('keeps who, when, with what and which strokes, and 64 numbers of each', () => {
    const measured = measureStrokes({ ...LABELS, rounds })
    const gestures = rounds.map((round) => round.map(({ gesture }) => gesture))
    expect(gestures.map((round) => round.length)).toEqual([6, 6, 6])
    expect(measured).toMatchObject({
      person: 'a',
      source: 'b',
      recorded: { day: '2026-03-10', device: 'ios safari', rounds: gestures },
      frames: rounds.flat().reduce((sum, { imu }) => sum + imu.length, 0),
    })
    expect(measured?.features).toHaveLength(18 * 64)
    expect(measureStrokes({ rounds })).toMatchObject({ person: null, source: null, recorded: { day: '', device: '' } })
  })

  it('lets strokes be compared just as a verification does', () => {
    const kept = [rounds, others].flatMap((own) => measureStrokes({ rounds: own }) ?? [])
    const [own, other] = selectStrokeSubjects(kept).subjects.map(({ recorded }) => recorded[0])
    const pairs = [own, other].map((session) => scoreRound(own.template, session.rounds[1]))
    const signed = [rounds, others].map((session) => session.map((round) => round.map(strokeSignature)))
    const expected = [0, 1].map((first) =>
      signed.map((session) => matchStrokesLogLikelihoodRatio(enrollStrokes(signed[first].flat()), session[1])),
    )
    // Which of the two comes first hangs on what they recorded.
    const order = Math.abs((pairs[0] as number) - (expected[0][0] as number)) < 0.05 ? 0 : 1
    // An enrollment keeps takes in hundredths.
    expect(pairs[0]).toBeCloseTo(expected[order][order] as number, 1)
    expect(pairs[1]).toBeCloseTo(expected[order][1 - order] as number, 1)
  })

  it('knows the same motion again, and no other', () => {
    const mark = measureStrokes({ ...LABELS, rounds })?.mark
    expect(measureStrokes({ rounds })?.mark).toBe(mark)
    expect(measureStrokes({ rounds: others })?.mark).not.toBe(mark)
  })

  it('leaves out a round of fewer than five strokes, and a session of fewer than two rounds', () => {
    const [first, second, third] = rounds
    const five = measureStrokes({ rounds: [first, second.slice(1), third.slice(2)] })
    expect(five?.recorded?.rounds.map((round) => round.length)).toEqual([6, 5])
    expect(measureStrokes({ rounds: [first, second.slice(2), third.slice(2)] })).toBeNull()
  })

  it('reads no more rounds and strokes than anybody is asked for', () => {
    const many = measureStrokes({ rounds: Array.from({ length: 9 }, () => [...rounds[0], ...rounds[1], ...rounds[2]]) })
    expect(many?.recorded?.rounds.map((round) => round.length)).toEqual([12, 12, 12, 12, 12, 12])
  })

  it.each([undefined, null, 7, 'x', [], { rounds: 3 }, { rounds: [null, 'x', [null, 7]] }])(
    'returns null for %j',
    (odd) => {
      expect(measureStrokes(odd)).toBeNull()
    },
  )

  it('leaves out strokes of a phone that removes gravity', () => {
    const light = rounds.map((round) =>
      round.map(({ gesture, imu }) => ({
        gesture,
        imu: imu.map((sample) => ({ ...sample, ax: sample.ax / 10, ay: sample.ay / 10, az: sample.az / 10 })),
      })),
    )
    expect(strokeSignature(light[0][0])).toMatchObject({ status: 'ok', version: 'stroke-1-without-gravity' })
    expect(measureStrokes({ rounds: light })).toBeNull()
  })
})
