import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spaceOut } from '../../../apps/server/src/scan/verification/arena.ts'
import { generateChallenge, seededRandom } from '../../../packages/engine/src/index.ts'
import { integer } from '../../../packages/engine/src/random.ts'
import * as person from '../injections/kit-without-mark.ts'
import * as simulated from '../injections/simulated-hand.ts'
import { attackOnce, SOFTWARE_PASSKEY } from './attempt.ts'
import type { Step } from './generator.ts'
import { holdToLevel } from './judge.ts'
import { answerAtPace, COMMIT_AFTER_CUE_MS } from './pace.ts'
import { guessStrokes, runAgainEachStep } from './steps.ts'

const attempt = { subject: 5, stolen: [] }
const challenge = spaceOut(generateChallenge(seededRandom(2)), seededRandom(3))
const beginAgain = () => runAgainEachStep(simulated.make)(challenge.durationMs, seededRandom(4), attempt)
const inNoTime = () => 0

describe('answerAtPace', () => {
  it('tells a stroke only after the samples before it were committed', () => {
    const asked: number[] = []
    const step = beginAgain()
    const noting: Step = (strokes, untilMs) => {
      asked.push(strokes.length)
      return step(strokes, untilMs)
    }
    expect(answerAtPace(challenge, noting, inNoTime)).toMatchObject({ problem: null })
    expect(asked).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('refuses samples of a later time, and whoever computes for too long', () => {
    const step = beginAgain()
    const ahead: Step = (strokes, untilMs) => step(strokes, untilMs + 200)
    expect(answerAtPace(challenge, ahead, inNoTime).problem).toMatch(/another step than its time/)
    let spent = 0
    const slow: Step = (strokes, untilMs) => {
      spent += strokes.length === 3 ? 1600 : 0
      return beginAgain()(strokes, untilMs)
    }
    expect(answerAtPace(challenge, slow, () => spent).problem).toMatch(/^Step 3 came too late/)
  })
  it('commits when the client does', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../../packages/client/src/capture/stroke-exchange.ts'),
      'utf8',
    )
    expect(source).toContain(`const COMMIT_AFTER_CUE_MS = ${COMMIT_AFTER_CUE_MS}\n`)
  })
})

describe('runAgainEachStep', () => {
  it('makes the motion of a simulated hand that knew all strokes, though it knew none before it was told', () => {
    const { imu } = answerAtPace(challenge, beginAgain(), inNoTime)
    const whole = simulated.make(challenge, seededRandom(integer(seededRandom(4), 2 ** 31)), attempt)
    expect(imu).toEqual(whole.filter(({ t }) => t <= challenge.durationMs))
  })
})

describe('guessStrokes', () => {
  it('knows the first stroke and all times, and guesses the others', () => {
    const guesses = [11, 12, 13].map((seed) => guessStrokes(challenge, seededRandom(seed)))
    for (const { strokes, durationMs } of guesses) {
      expect(strokes[0]).toEqual(challenge.strokes[0])
      expect(strokes.map(({ atMs }) => atMs)).toEqual(challenge.strokes.map(({ atMs }) => atMs))
      expect(durationMs).toBe(challenge.durationMs)
      expect(strokes).not.toEqual(challenge.strokes)
    }
  })
})

describe('attackOnce at the live pace', () => {
  // Whoever has a victim is not asked whether he is simulated; here the victim moves himself.
  const themselves = { ...person, victim: person.make }

  it('lets somebody pass in real time, not with an answer made before, and not at level 3', () => {
    const answers = { batch: 0, live: 1, prepared: 2 }
    const outcomes = attackOnce(themselves, { subject: 1001, answers, seed: 100_001, spentMs: inNoTime })
    const [{ verdicts }] = outcomes.live
    expect(verdicts.high).toMatchObject({ passed: true, reason: null })
    expect(outcomes.prepared.map((outcome) => outcome.verdicts.low.reason)).toEqual(Array(2).fill('challenge_mismatch'))
    const third = holdToLevel(verdicts, 3, SOFTWARE_PASSKEY)
    expect(third.low).toMatchObject({ passed: false, reason: 'assurance_not_reached' })
    expect(holdToLevel(verdicts, 3, { pace: 'live', device: 'attested' })).toEqual(verdicts)
  })
})
