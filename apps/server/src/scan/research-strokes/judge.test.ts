import {
  type Capture,
  type Challenge,
  cutStrokes,
  enrollStrokes,
  generateEnrollment,
  matchStrokesLogLikelihoodRatio,
  presenceScore,
  REJECTION_WORDS,
  scoreChallenge,
  seededRandom,
  strokeSignature,
} from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { describe, expect, it } from 'vitest'
import { ADA, EVE } from '../../../test/people.ts'
import { decodeStrokes } from '../research/strokes.ts'
import { judgeStrokes, readAnswers } from './routes.ts'

const rounds = generateEnrollment(seededRandom(5))
// By draws of this file alone: what came of them does not depend on which other files ran before.
const random = seededRandom(5)
const answer = (round: Challenge, person = ADA): Capture => {
  for (;;) {
    const imu = strokesOf(syntheticPerson(person), round.strokes, random)
    if (scoreChallenge(round, imu).value === 1 && presenceScore({ imu }).score >= 0.5) return { imu }
  }
}
const captures = rounds.map((round) => answer(round))
/** What is kept of captures, without the captures themselves. */
function judge(given: readonly Capture[]) {
  const judged = judgeStrokes(readAnswers(given, rounds), rounds)
  return 'packed' in judged ? { packed: judged.packed, strokeCount: judged.strokeCount } : judged
}

const kept = judge(captures)

function strokesIn(judged: typeof kept) {
  if (!('packed' in judged)) throw new Error(judged.explanation)
  return decodeStrokes(judged.packed)
}

describe('judgeStrokes', () => {
  it('keeps strokes that the engine compares as if they had not been packed', () => {
    const cut = captures.map(({ imu = [] }, round) => cutStrokes(rounds[round] as Challenge, imu).map(strokeSignature))
    const packed = strokesIn(kept)
    const template = enrollStrokes((cut[0] ?? []).concat(cut[1] ?? []))
    const third = packed.filter(({ round }) => round === 2).map(strokeSignature)
    const [before, after] = [cut[2] ?? [], third].map((one) => matchStrokesLogLikelihoodRatio(template, one))
    expect(packed).toHaveLength(cut.flat().length)
    expect(after).toBeCloseTo(before ?? Number.NaN, 1)
    expect(kept).toMatchObject({ strokeCount: packed.length })
  })

  it('takes rounds in any order, and of several captures of a round the first that follows it', () => {
    const [first = {}, second = {}, third = {}] = captures
    const again = answer(rounds[1] as Challenge, EVE)
    expect(judge([third, {}, first, second, again])).toEqual(kept)
  })

  it('leaves out samples that are garbage', () => {
    const [first = {}, ...others] = captures
    const garbage = [null, { t: 'x' }, {}] as never[]
    const imu = [...(first.imu ?? []).slice(0, 200), ...garbage, ...(first.imu ?? []).slice(200)]
    expect(judge([{ imu }, ...others])).toEqual(kept)
  })

  it.each<[string, () => ReturnType<typeof judge>, string]>([
    ['a round was not made', () => judge(captures.slice(0, 2)), REJECTION_WORDS.challenge_mismatch],
    [
      'a round was made twice and another not',
      () => judge([...captures.slice(0, 2), captures[1] ?? {}]),
      REJECTION_WORDS.challenge_mismatch,
    ],
    ['nothing was made', () => judge([{}, {}, {}]), REJECTION_WORDS.challenge_mismatch],
    ['there is no rotation', () => judge(captures.map(withoutRotation)), 'gyroscope'],
    [
      'one capture has no rotation, so that few directions come twice',
      () => judge(captures.map((capture, i) => (i === 1 ? withoutRotation(capture) : capture))),
      'gyroscope',
    ],
    ['a machine made them', () => judge(captures.map(withoutNoise)), 'of a person'],
    [
      'a machine made the last of them',
      () => judge(captures.map((capture, i) => (i === 2 ? withoutNoise(capture) : capture))),
      'of a person',
    ],
  ])('keeps nothing where %s, and says so', (_, run, words) => {
    const judged = run()
    expect(judged).toEqual({ explanation: expect.stringContaining(words) })
  })

  it('says of the captures that follow no round what is missing in the one that came nearest', () => {
    const [first = {}, second = {}, third = {}] = captures
    const stopped = stopAfter(third, 0.7)
    const { value, reason } = scoreChallenge(rounds[2] as Challenge, stopped.imu ?? [])
    expect(value).toBeGreaterThan(0)
    const explanation = `${REJECTION_WORDS.challenge_mismatch} In the capture that came nearest, ${reason}.`
    expect(judge([first, second, stopped, {}])).toEqual({ explanation })
    expect(judge([{}, first, stopped, second, {}])).toEqual({ explanation })
  })
})

/** The phone rests for the last part of the time. */
function stopAfter({ imu = [] }: Capture, share: number): Capture {
  const at = Math.floor(share * imu.length)
  const resting = (i: number) => imu[i % 20] ?? imu[0]
  return { imu: imu.map((sample, i) => (i < at ? sample : { ...sample, ...resting(i), t: sample.t })) }
}

function withoutRotation({ imu = [] }: Capture): Capture {
  return { imu: imu.map(({ t, ax, ay, az }) => ({ t, ax, ay, az })) }
}

/** Averaged over a fifth of a second: the strokes stay, the tremor and the sensor's noise go. */
function withoutNoise({ imu = [] }: Capture): Capture {
  const mean = (at: number, axis: 'ax' | 'ay' | 'az' | 'rx' | 'ry' | 'rz') => {
    const around = imu.slice(Math.max(0, at - 6), at + 7)
    return around.reduce((sum, sample) => sum + (sample[axis] ?? 0), 0) / around.length
  }
  return {
    imu: imu.map(({ t }, at) => ({
      t: Math.round(t),
      ax: mean(at, 'ax'),
      ay: mean(at, 'ay'),
      az: mean(at, 'az'),
      rx: mean(at, 'rx'),
      ry: mean(at, 'ry'),
      rz: mean(at, 'rz'),
    })),
  }
}
