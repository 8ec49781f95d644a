import { describe, expect, it } from 'vitest'
import { type PresenceScore, presenceScore } from '../presence/score.ts'
import { seededRandom } from '../random.ts'
import { captureOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { threatReport } from './report.ts'

const imu = captureOf(syntheticPerson(2), seededRandom(4), { activity: 'hold' })
const looped = [...imu, ...imu.slice(0, 60).map((sample) => ({ ...sample, t: sample.t + 8000 }))]

function presence(score: number, status: PresenceScore['status'] = 'ok'): PresenceScore {
  return {
    score,
    microTiming: 0.5,
    noiseResidual: 0.5,
    freqEntropy: 0.5,
    bioPerturb: 0.5,
    status,
    reason: status === 'ok' ? null : 'too short',
  }
}

const coupling = (score: number, status: 'ok' | 'insufficient' = 'ok') => ({
  score,
  lagMs: 0,
  p: 0.5,
  status,
  reason: null,
})

const challenge = (
  value: number,
  outcomes: ('clear' | 'unclear' | 'wrong' | 'missing')[],
  status: 'ok' | 'insufficient' = 'ok',
) => ({
  value,
  status,
  reason: null,
  strokes: outcomes.map((outcome) => ({
    direction: 'up' as const,
    atMs: 0,
    seen: null,
    onsetMs: null,
    confidence: 0,
    outcome,
    explanation: '',
  })),
})

describe('threatReport', () => {
  it('calls a capture human when nothing speaks against it, as sure as the presence score', () => {
    const report = threatReport({ imu }, { presence: presence(0.83) })
    expect(report).toMatchObject({ overallVerdict: 'human', confidence: 0.83, pes: presence(0.83) })
    expect(report.flagged.filter(({ severity }) => severity !== 'low')).toEqual([])
  })

  it('scores the presence itself where nobody did', () => {
    expect(threatReport({ imu }).pes).toEqual(presenceScore({ imu }))
  })

  it.each([
    [0.5, 'human', []],
    [0.49, 'suspicious', ['medium']],
    [0.1, 'suspicious', ['medium']],
    [0.09, 'likely_synthetic', ['high']],
  ])('with a presence of %d says %s', (score, verdict, severities) => {
    const report = threatReport({ imu }, { presence: presence(score) })
    const statistics = report.flagged.filter(({ kind }) => kind === 'synthetic_statistics')
    expect(report.overallVerdict).toBe(verdict)
    expect(statistics.map(({ severity }) => severity)).toEqual(severities)
    for (const finding of statistics) {
      expect(finding).toMatchObject({ metric: 'presenceScore', value: score })
      expect(finding.explanation).toContain(`${score.toFixed(2)}, where 95 of 100 people reach 0.50`)
    }
  })

  it.each([
    [0.4, 0.6],
    [0.5, 0.5],
  ])('is at least half sure when suspicious (presence %d)', (score, confidence) => {
    const doubted = { presence: presence(score), coupling: coupling(0.2) }
    expect(threatReport({ imu }, doubted)).toMatchObject({ overallVerdict: 'suspicious', confidence })
  })

  it('is at least nine tenths sure of a synthetic capture', () => {
    expect(threatReport({ imu }, { presence: presence(0.02) }).confidence).toBe(0.98)
    expect(threatReport({ imu: looped }, { presence: presence(0.9) })).toMatchObject({
      overallVerdict: 'likely_synthetic',
      confidence: 0.9,
      flagged: [{ kind: 'repeated_stretch' }],
    })
  })

  it('repeats a sentence that is for people as it is', () => {
    const report = threatReport({ imu: imu.filter((_, i) => i % 3 === 0) })
    expect(report.flagged.map(({ explanation }) => explanation)).toContainEqual(
      expect.stringMatching(/^This browser delivers motion too slowly \(\d+ Hz\)\. Try another browser or phone\.$/),
    )
  })

  it('is sure of nothing where there was too little to judge', () => {
    const report = threatReport({ imu: imu.slice(0, 30) }, { presence: presence(0, 'insufficient') })
    expect(report).toMatchObject({ overallVerdict: 'suspicious', confidence: 0 })
    expect(report.flagged).toEqual([
      {
        kind: 'insufficient_signal',
        severity: 'medium',
        metric: 'presenceScore',
        value: null,
        explanation: 'Nothing could be judged: too short.',
      },
    ])
  })

  it.each([
    [0.3, []],
    [0.29, ['medium']],
    [0.05, ['medium']],
    [0.04, ['high']],
  ])('with a coupling of %d flags %o', (score, severities) => {
    const { flagged } = threatReport({ imu }, { presence: presence(0.9), coupling: coupling(score) })
    const findings = flagged.filter(({ kind }) => kind === 'coupling_absent')
    expect(findings.map(({ severity }) => severity)).toEqual(severities)
    for (const finding of findings) expect(finding).toMatchObject({ metric: 'couplingScore', value: score })
  })

  it('does not hold a coupling against anybody that could not be judged', () => {
    const { flagged } = threatReport({ imu }, { presence: presence(0.9), coupling: coupling(0, 'insufficient') })
    expect(flagged.map(({ kind }) => kind)).not.toContain('coupling_absent')
  })

  it('says how many commanded strokes were not seen', () => {
    const context = { presence: presence(0.9), challenge: challenge(0.3, ['clear', 'unclear', 'wrong', 'missing']) }
    const report = threatReport({ imu }, context)
    expect(report.overallVerdict).toBe('suspicious')
    const finding = report.flagged.find(({ kind }) => kind === 'challenge_not_followed')
    expect(finding).toMatchObject({ severity: 'medium', metric: 'challengeValue', value: 0.3 })
    expect(finding?.explanation).toMatch(/^3 of 4 commanded strokes/)
  })

  it.each([
    ['followed', challenge(1, ['clear', 'unclear'])],
    ['not judged', challenge(0, [], 'insufficient')],
  ])('has nothing to say about a challenge that was %s', (_, judged) => {
    const { flagged } = threatReport({ imu }, { presence: presence(0.9), challenge: judged })
    expect(flagged.map(({ kind }) => kind)).not.toContain('challenge_not_followed')
  })

  it('explains untypical properties beside the middle of people, as low findings', () => {
    const shaken = imu.map((sample, i) => ({ ...sample, ax: sample.ax + (i % 2 === 0 ? 9 : -9) }))
    const untypical = threatReport({ imu: shaken }, { presence: presence(0.9) }).flagged.filter(
      ({ kind }) => kind === 'untypical_part',
    )
    expect(untypical.length).toBeGreaterThan(0)
    for (const { severity, metric, explanation } of untypical) {
      expect(severity).toBe('low')
      expect(metric).toMatch(/^(microTiming|noiseResidual|freqEntropy|bioPerturb)\..+/)
      expect(explanation).toMatch(/ is \S+; nine in ten people lie between \S+ and \S+\.$/)
    }
  })

  it('needs neither a capture nor a context', () => {
    expect(threatReport(null as never, null)).toMatchObject({ overallVerdict: 'suspicious', confidence: 0 })
  })

  it.each([{}, { imu: undefined as never }, { imu: [null] as never }, { imu: 'x' as never }])(
    'never throws for %o',
    (capture) => {
      expect(threatReport(capture)).toMatchObject({ overallVerdict: 'suspicious', confidence: 0 })
    },
  )

  it('sees through samples that are garbage in part', () => {
    const spoiled = imu.map((sample, i) => (i % 40 === 3 ? null : sample)) as never
    const { flagged } = threatReport({ imu: spoiled }, { presence: presence(0.9) })
    expect(flagged.map(({ kind }) => kind)).toContain('unusable_samples')
  })
})
