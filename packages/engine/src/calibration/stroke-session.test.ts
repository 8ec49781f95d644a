import { beforeAll, describe, expect, it } from 'vitest'
import { generateEnrollment } from '../challenge/challenge.ts'
import { seededRandom } from '../random.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { cutStrokes, type Stroke, strokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { chooseStrokeSubjects, scoreRound } from './compare-strokes.ts'
import { measureStrokes } from './sessions.ts'

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
    const [own, other] = chooseStrokeSubjects(kept).subjects.map(({ recorded }) => recorded[0])
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
