import type { ScanProgress } from '@stillhere/client/capture'
import { expect, it } from 'vitest'
import { looksSame, momentOf } from './moment.ts'

const PROGRESS: ScanProgress = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 9,
  elapsedMs: 4012,
  durationMs: 16_000,
  score: 0.618,
  parts: { microTiming: 0.111, noiseResidual: 0.222, freqEntropy: 0.333, bioPerturb: 0.444 },
  hint: 'Hold the phone a little looser.',
  stroke: null,
}
const STROKE = { index: 1, of: 6, direction: 'up-right', words: 'Move the phone …', state: 'now' } as const

it.each([
  ['before the first arrow', {}, 'Wait for the arrow', null],
  ['when an arrow comes', { stroke: { ...STROKE, state: 'coming' } }, 'Next: up and right', 'coming'],
  ['when it lights up', { stroke: STROKE }, 'Move up and right', 'now'],
  ['when its time is up', { stroke: { ...STROKE, state: 'over' } }, 'Come back', null],
  ['while it counts down', { phase: 'countdown' }, 'Hold still', null],
  ['while it is judged', { phase: 'judging', stroke: STROKE }, 'Looking at what was felt', null],
] as const)('says what to do %s', (_, news, command, state) => {
  const moment = momentOf({ ...PROGRESS, ...news })
  expect(moment.command).toBe(command)
  expect(moment.arrow?.state ?? null).toBe(state)
})

it('counts arrows from one', () => {
  expect(momentOf({ ...PROGRESS, stroke: STROKE }).arrow).toMatchObject({ number: 2, of: 6 })
})

it('changes with what can be seen, and not with every report', () => {
  const moment = momentOf(PROGRESS)
  expect(looksSame(moment, momentOf({ ...PROGRESS, elapsedMs: 4030, score: 0.62 }))).toBe(true)
  expect(looksSame(moment, momentOf({ ...PROGRESS, elapsedMs: 4100 }))).toBe(false)
  expect(looksSame(moment, momentOf({ ...PROGRESS, hint: null }))).toBe(false)
})

it('has no score and no parts while there are none', () => {
  expect(momentOf({ ...PROGRESS, score: null, parts: null })).toMatchObject({ score: null, parts: null })
})

it('does not say the direction twice, and leaves a warning that somebody is late', () => {
  const hintOf = (news: Partial<ScanProgress>) => momentOf({ ...PROGRESS, stroke: STROKE, ...news }).hint
  expect(hintOf({ hint: STROKE.words })).toBe('Straight, then stop and come back.')
  expect(hintOf({ hint: 'Move now, as the arrow shows.' })).toBe('Move now, as the arrow shows.')
  expect(hintOf({ hint: 'Wait for the arrow.', stroke: null })).toBe('')
  expect(hintOf({ hint: 'Come back, and wait for it.', stroke: { ...STROKE, state: 'over' } })).toBe('Wait for it.')
  expect(hintOf({ hint: 'Move up …', mode: 'pointer' })).toBe('Straight, then stop and come back.')
})
