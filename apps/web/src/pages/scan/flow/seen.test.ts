import { expect, it } from 'vitest'
import { seenWords, tipsFor } from './seen-words.ts'
import { seenIn } from './seen.ts'

const part = (metric: string, value: unknown) => ({ metric, value, status: 'pass', explanation: '' })
const stroke = (number: number, status: string, explanation: string) => ({
  metric: `stroke${number}`,
  value: 0.9,
  status,
  explanation,
})
const EVIDENCE = [
  {
    engineId: 'EE-001',
    components: [
      part('presenceScore', 0.31),
      part('microTiming', 0.4),
      part('noiseResidual', 0.02),
      part('freqEntropy', 0.9),
      part('bioPerturb', 1.7),
    ],
  },
  {
    engineId: 'EE-003',
    components: [
      part('challengeValue', 0),
      stroke(1, 'pass', 'up-left: performed as commanded'),
      stroke(2, 'fail', 'up: began 1200 ms after the cue: too late, 900 ms are allowed'),
    ],
  },
]

it('reads presence, its parts and each arrow', () => {
  const seen = seenIn(EVIDENCE)
  expect(seen.presence).toBe(0.31)
  expect(seen.parts.map(({ value }) => value)).toEqual([0.4, 0.02, 0.9, 1])
  expect(seen.strokes).toEqual([
    { number: 1, direction: 'up and left', followed: true, words: 'followed' },
    {
      number: 2,
      direction: 'up',
      followed: false,
      words: 'begun too late, after 1.2 s',
    },
  ])
})

it('reads the same from the evidence of a receipt', () => {
  const blocks = EVIDENCE.map(({ engineId, components }) => ({ engineId, payload: { components } }))
  expect(seenIn(blocks)).toEqual(seenIn(EVIDENCE))
})

it('reads arrows of practice, and no presence', () => {
  const seen = seenIn([{ engineId: 'PRACTICE-POINTER', payload: { components: [stroke(1, 'pass', 'up: went up')] } }])
  expect(seen).toMatchObject({ presence: null, parts: [], strokes: [{ number: 1, followed: true }] })
  expect(seenWords(seen)).toEqual(['1 of 1 arrows were followed clearly.'])
})

it.each([
  [[]],
  [[{ engineId: 'EE-001', components: 'x' }]],
  [[{ engineId: 'EE-001', components: [null, 1, { value: Number.NaN }] }]],
])('takes %j for nothing seen', (evidence) => {
  const seen = seenIn(evidence)
  expect(seen).toEqual({ presence: null, parts: [], strokes: [] })
  expect(seenWords(seen)).toEqual(['There was too little to judge.'])
  expect(tipsFor(seen)).toEqual([])
})

it('helps with the weakest part and with each kind of slip', () => {
  expect(tipsFor(seenIn(EVIDENCE))).toEqual([
    'Hold the phone freely in one hand, with the elbow off the table.',
    'Begin as soon as the arrow lights up; within a second is in time.',
  ])
})

it('has no tips for a scan without a fault', () => {
  const good = [{ engineId: 'EE-001', components: [part('presenceScore', 0.8), part('microTiming', 0.01)] }]
  expect(tipsFor(seenIn(good))).toEqual([])
})

it.each([
  ['up: nothing that moves like a stroke followed the cue', 'no stroke was seen', /brisk/],
  ['up: nothing was seen', 'no stroke was seen', /brisk/],
  ['up: went down-left instead', 'went down and left instead', /as if it lay on the screen/],
  ['up: was not one straight movement from rest, rather up', 'was not one straight movement', /Rest first/],
  ['up: was mostly towards or away from the person, rather up', 'was mostly towards', /plane/],
])('shortens "%s" and helps with it', (explanation, words, tip) => {
  const seen = seenIn([{ engineId: 'EE-003', components: [stroke(1, 'fail', explanation)] }])
  expect(seen.strokes[0]?.words).toContain(words)
  expect(tipsFor(seen).join()).toMatch(tip)
})
