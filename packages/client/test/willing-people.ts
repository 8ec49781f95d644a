import { type Challenge, generateChallenge, type ImuSample, seededRandom, verifyContinuity } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'

/** A synthetic person's answer to a challenge. */
type Answer = { seed: number; challenge: Challenge; imu: ImuSample[] }

/** The first people, from this seed on, who do well; some are clumsy. */
export function willingAnswer(fromSeed = 0): Answer {
  for (let seed = fromSeed; seed < fromSeed + 60; seed++) {
    const answer = makeAnswer(seed, generateChallenge(seededRandom(seed + 900)))
    if (isPassed(answer)) return answer
  }
  throw new Error('no synthetic person passes; has the engine changed?')
}

/** The answer of a synthetic person of this seed to a challenge. */
function makeAnswer(seed: number, challenge: Challenge): Answer {
  return { seed, challenge, imu: strokesOf(syntheticPerson(seed), challenge.strokes, seededRandom(seed + 500)) }
}

function isPassed({ challenge, imu }: Answer): boolean {
  const challengeResults = [{ challenge, from: 0, to: imu.at(-1)?.t ?? 0 }]
  return verifyContinuity({ imuSamples: imu, challengeResults }).verdict === 'PASS'
}
