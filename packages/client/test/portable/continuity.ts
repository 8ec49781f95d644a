import {
  type Challenge,
  generateChallenge,
  getEntropyScore,
  type ImuSample,
  presenceScore,
  scoreChallenge,
  seededRandom,
  verifyContinuity,
  whenKernelReady,
} from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic'
import type { Cases } from './cases.ts'
import { equal, holds } from './check.ts'

type Answer = { challenge: Challenge; imu: ImuSample[] }

export const cases: Cases = {
  'a willing person passes, and not for another challenge': async () => {
    await whenKernelReady()
    const { challenge, imu } = willingAnswer()
    const passed = judge(imu, challenge)
    equal([passed.verdict, passed.reason], ['PASS', null])
    equal(passed.confidence, presenceScore({ imu }).score)
    equal(judge(imu, generateChallenge(seededRandom(7))).verdict, 'FAIL')
  },
  'a machine that draws perfect curves fails': async () => {
    await whenKernelReady()
    equal(judge(pendulum(1000), generateChallenge(seededRandom(1))).verdict, 'FAIL')
  },
  'odd input fails and does not throw': () => {
    for (const odd of [undefined, null, 7, 'x', [], {}, { imuSamples: [null, { t: Number.NaN }] }]) {
      equal(verifyContinuity(odd as never).verdict, 'FAIL')
    }
  },
  'a live score is there after two seconds, from 0 to 1': async () => {
    await whenKernelReady()
    const { imu } = willingAnswer()
    const score = getEntropyScore(imu.slice(0, 240))
    holds(score !== null && score > 0 && score <= 1, `the score is ${score}`)
    equal([getEntropyScore(imu.slice(0, 60)), getEntropyScore([])], [null, null])
  },
}

function judge(imu: ImuSample[], challenge: Challenge) {
  const challengeResults = [{ challenge, from: imu[0]?.t ?? 0, to: imu.at(-1)?.t ?? 0 }]
  return verifyContinuity({ imuSamples: imu, challengeResults })
}

/** Some people are clumsy; the first who follows a challenge of their own. */
function willingAnswer(): Answer {
  for (let seed = 0; seed < 60; seed++) {
    const random = seededRandom(seed + 500)
    const challenge = generateChallenge(random)
    const imu = strokesOf(syntheticPerson(seed), challenge.strokes, random)
    if (scoreChallenge(challenge, imu).value === 1 && presenceScore({ imu }).score >= 0.5) return { challenge, imu }
  }
  throw new Error('nobody followed a challenge')
}

function pendulum(count: number): ImuSample[] {
  return Array.from({ length: count }, (_, i) => {
    const phase = i / 10
    const turn = 100 * Math.cos(phase)
    return { t: i * 16, ax: Math.sin(phase), ay: 9.81, az: Math.cos(phase), rx: turn, ry: 0, rz: turn }
  })
}
