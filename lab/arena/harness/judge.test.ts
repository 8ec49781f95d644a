import { describe, expect, it } from 'vitest'
import { generateChallenge, generateEnrollment, seededRandom } from '../../../packages/engine/src/index.ts'
import * as person from '../injections/kit-without-mark.ts'
import * as kit from '../injections/kit.ts'
import * as robot from '../injections/robot.ts'
import type { Make } from './generator.ts'
import { type Answer, judgeAnswer, judgeEnrollment } from './judge.ts'
import { type Trace, traceCapture } from './memory.ts'

const random = seededRandom(3)
const perform = (make: Make, challenge = generateChallenge(random), subject = 3): Answer => ({
  challenge,
  imu: make(challenge, random, { subject, stolen: [] }),
})
const enrollWith = (make: Make) =>
  judgeEnrollment(
    generateEnrollment(random).map((round) => perform(make, round)),
    { memory: [], refusesSimulation: false },
  )
const enrolled = enrollWith(person.make)
const remembered = perform(person.make)

function judgeAs(answer: Answer, memory: Trace[] = [], refusesSimulation = false) {
  if ('refused' in enrolled) throw new Error(`not enrolled: ${enrolled.refused}`)
  return judgeAnswer(answer, { enrolled: enrolled.enrolled, memory, refusesSimulation })
}

describe('judgeEnrollment', () => {
  it('takes a person of the kit without the mark', () => {
    expect(enrolled).toHaveProperty('enrolled.strokes.gestures')
  })
  it('refuses a robot, and the kit by its name', () => {
    expect(enrollWith(robot.make)).toEqual({ refused: 'liveness_failed' })
    expect(enrollWith(kit.make)).toEqual({ refused: 'test_motion' })
  })
  it('refuses a round that was shown before', () => {
    const rounds = generateEnrollment(random).map((round) => perform(person.make, round))
    const memory = rounds.map(({ imu, challenge }) => traceCapture(imu, challenge)).filter((trace) => trace !== null)
    expect(judgeEnrollment(rounds, { memory, refusesSimulation: false })).toEqual({ refused: 'replay_detected' })
  })
})

describe('judgeAnswer', () => {
  it('takes the person who enrolled, at every risk level', () => {
    const verdicts = judgeAs(remembered)
    expect(Object.values(verdicts).map(({ reason }) => reason)).toEqual([null, null, null])
    expect(verdicts.high.score).toBeGreaterThanOrEqual(0.9)
  })
  it('refuses the simulated where simulations are refused', () => {
    expect(judgeAs(remembered, [], true).low).toMatchObject({ passed: false, reason: 'liveness_failed' })
    const rounds = generateEnrollment(random).map((round) => perform(person.make, round))
    expect(judgeEnrollment(rounds, { memory: [], refusesSimulation: true })).toEqual({ refused: 'liveness_failed' })
  })
  it('refuses the same capture once more', () => {
    const trace = traceCapture(remembered.imu, remembered.challenge)
    expect(judgeAs(remembered, trace ? [trace] : []).low).toMatchObject({ passed: false, reason: 'replay_detected' })
  })
  it('refuses a robot, an answer to other strokes, and the kit', () => {
    const other = { challenge: generateChallenge(random), imu: remembered.imu }
    const reasons = [perform(robot.make), other, perform(kit.make)].map((answer) => judgeAs(answer).low.reason)
    expect(reasons).toEqual(['liveness_failed', 'challenge_mismatch', 'test_motion'])
  })
})
