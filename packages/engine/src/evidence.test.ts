import { describe, expect, it } from 'vitest'
import type { JudgedStroke } from './challenge/judge.ts'
import { toChallengeEvidence, toCouplingEvidence, toPresenceEvidence } from './evidence.ts'

const PRESENCE = {
  score: 0.5,
  microTiming: 0.05,
  noiseResidual: 0.04,
  freqEntropy: 0.9,
  bioPerturb: 0,
  status: 'ok',
  reason: null,
} as const
const COUPLING = { score: 0.5, lagMs: 12, p: 0.01, status: 'ok', reason: null } as const
const UNJUDGED = { status: 'insufficient', reason: 'there is too little' } as const

const stroke = (outcome: JudgedStroke['outcome'], confidence: number): JudgedStroke => ({
  direction: 'up',
  atMs: 0,
  seen: null,
  onsetMs: null,
  confidence,
  outcome,
  explanation: `was ${outcome}`,
})

describe('presenceEvidence', () => {
  it('passes the score and each part from its line on, and fails what lies under it', () => {
    const { components } = toPresenceEvidence(PRESENCE)
    expect(components.map(({ metric, value, status }) => [metric, value, status])).toEqual([
      ['presenceScore', 0.5, 'pass'],
      ['microTiming', 0.05, 'pass'],
      ['noiseResidual', 0.04, 'fail'],
      ['freqEntropy', 0.9, 'pass'],
      ['bioPerturb', 0, 'fail'],
    ])
    expect(toPresenceEvidence({ ...PRESENCE, score: 0.49 }).components[0].status).toBe('fail')
    expect(components[0].explanation).toBe('Conformal score: at most 5 % of people fall below 0.50.')
  })

  it('neither passes nor fails any part of what could not be judged, and says why', () => {
    const { components } = toPresenceEvidence({ ...PRESENCE, ...UNJUDGED })
    expect(components.map(({ value, status }) => [value, status])).toEqual(
      Array.from({ length: 5 }, () => [null, 'insufficient']),
    )
    expect(components[0].explanation).toBe('there is too little')
  })
})

describe('couplingEvidence', () => {
  it('passes from even odds on', () => {
    const { components, diagnostics } = toCouplingEvidence(COUPLING)
    expect(components).toMatchObject([
      { value: 0.5, status: 'pass', explanation: 'Odds that camera and sensor saw one motion; 0.50 is even.' },
    ])
    expect(diagnostics).toEqual({ lagMs: 12, p: 0.01, status: 'ok' })
    expect(toCouplingEvidence({ ...COUPLING, score: 0.49 }).components[0].status).toBe('fail')
  })

  it('says why it could not be judged', () => {
    expect(toCouplingEvidence({ ...COUPLING, ...UNJUDGED }).components).toMatchObject([
      { value: null, status: 'insufficient', explanation: 'there is too little' },
    ])
  })
})

describe('challengeEvidence', () => {
  it('passes only an answer in full, and of its strokes only the clear ones', () => {
    const strokes = [stroke('clear', 0.9), stroke('unclear', 0.4), stroke('wrong', 0.1), stroke('missing', 0)]
    const { components } = toChallengeEvidence({ value: 0.9, strokes, status: 'ok', reason: null })
    expect(components.map(({ metric, value, status }) => [metric, value, status])).toEqual([
      ['challengeValue', 0.9, 'fail'],
      ['stroke1', 0.9, 'pass'],
      ['stroke2', 0.4, 'fail'],
      ['stroke3', 0.1, 'fail'],
      ['stroke4', 0, 'fail'],
    ])
    expect(components[0].explanation).toBe('1 only if the commanded strokes were performed in time.')
    expect(components[2].explanation).toBe('up: was unclear')
    const answered = toChallengeEvidence({ value: 1, strokes: [], status: 'ok', reason: null })
    expect(answered.components).toMatchObject([{ value: 1, status: 'pass' }])
  })

  it('says what is missing where it could not be judged', () => {
    expect(toChallengeEvidence({ value: 0, strokes: [], ...UNJUDGED }).components).toMatchObject([
      { value: null, status: 'insufficient', explanation: 'there is too little' },
    ])
  })
})
