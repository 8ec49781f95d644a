import {
  type Challenge,
  generateChallenge,
  generateEnrollment,
  seededRandom,
  strokeWords,
  verifyContinuity,
} from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { answerAs, answerRoundsAs } from './answer.ts'
import { STEADY_PEOPLE, syntheticPerson } from './people.ts'

const challenge = generateChallenge(seededRandom(3))
const ada = syntheticPerson(STEADY_PEOPLE[0])

describe('answerAs', { timeout: 60_000 }, () => {
  it('gives what verifyContinuity passes', () => {
    expect(verifyContinuity(answerAs(ada, challenge))).toMatchObject({ verdict: 'PASS', reason: null })
  })

  it('tries until it looks right, so that clumsy people pass too', () => {
    const passed = [1, 3].map((seed) => verifyContinuity(answerAs(syntheticPerson(seed), challenge)).verdict)
    expect(passed).toEqual(['PASS', 'PASS'])
  })

  it('is the same for the same seed, and another for another', () => {
    const samples = (seed: number) => answerAs(ada, challenge, { seed, tries: 1 }).imuSamples
    expect(samples(5)).toEqual(samples(5))
    expect(samples(5)).not.toEqual(samples(6))
  })

  it('shows the hand to a camera only when asked', () => {
    expect(Object.keys(answerAs(ada, challenge))).toEqual(['imuSamples', 'challengeResults'])
    const { evidence } = verifyContinuity(answerAs(ada, challenge, { camera: true }))
    expect(evidence.find(({ engineId }) => engineId === 'EE-002')?.components[0]?.status).toBe('pass')
  })

  it('answers a challenge in the form of the service', () => {
    const actions = challenge.strokes.map(({ direction, atMs }) => ({
      direction,
      at_ms: atMs,
      words: strokeWords(direction),
    }))
    const asked = { actions, duration_ms: challenge.durationMs }
    expect(answerAs(ada, asked, { tries: 1 })).toEqual(answerAs(ada, challenge, { tries: 1 }))
  })
})

describe('answerRoundsAs', { timeout: 60_000 }, () => {
  const rounds = generateEnrollment(seededRandom(4))
  const answers = answerRoundsAs(ada, rounds, { seed: 7, tries: 1 })

  it('answers every round with another try', () => {
    expect(answers).toEqual(rounds.map((round, i) => answerAs(ada, round, { seed: 7 + i, tries: 1 })))
  })

  it('answers rounds in the form of the service, and a challenge of an older one', () => {
    const write = ({ strokes, durationMs }: Challenge) => ({
      actions: strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: strokeWords(direction) })),
      duration_ms: durationMs,
    })
    const [first] = rounds.map(write)
    const older = { challenge_id: 'c', challenge_token: 't', expires_at: '', ...(first as ReturnType<typeof write>) }
    expect(answerRoundsAs(ada, { ...older, rounds: rounds.map(write) }, { seed: 7, tries: 1 })).toEqual(answers)
    expect(answerRoundsAs(ada, older, { seed: 7, tries: 1 })).toEqual(answers.slice(0, 1))
  })
})
