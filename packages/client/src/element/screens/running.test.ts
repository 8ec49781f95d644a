import { expect, it } from 'vitest'
import type { ScanProgress } from '../../capture/progress.ts'
import { selectDialView, computeProgress } from './running.ts'

const MOMENT: ScanProgress = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 9,
  elapsedMs: 4000,
  durationMs: 16_000,
  score: null,
  parts: null,
  hint: null,
  stroke: null,
}
const STROKE = { index: 0, of: 6, direction: 'left', words: '', state: 'now' } as const

it.each([
  ['a turning ring while nobody can move', { phase: 'asking' }, { face: 'busy', fraction: 0.25 }],
  [
    'the seconds of the countdown',
    { phase: 'countdown', secondsLeft: 2 },
    { face: 'digits', fraction: 0, digits: '2' },
  ],
  [
    'how long one more round is offered',
    { phase: 'offering', secondsLeft: 20 },
    { face: 'digits', fraction: 0, digits: '20' },
  ],
  ['a dot between strokes', {}, { face: 'rest', fraction: 0.25 }],
  ['a dot once a stroke is over', { stroke: { ...STROKE, state: 'over' } }, { face: 'rest', fraction: 0.25 }],
  ['a pale arrow before its cue', { stroke: { ...STROKE, state: 'coming' } }, { face: 'coming', direction: 'left' }],
  ['an arrow from its cue on', { stroke: STROKE }, { face: 'now', direction: 'left' }],
  ['no more than a full ring', { elapsedMs: 17_000 }, { fraction: 1 }],
  ['an empty ring where the length is unknown', { durationMs: 0 }, { fraction: 0 }],
] as const)('the dial shows %s', (_, moment, shown) => {
  expect(selectDialView({ ...MOMENT, ...moment })).toMatchObject(shown)
})

it('the way to the end never goes back in a scan, and counts all rounds of an enrollment', () => {
  const moments = [
    { phase: 'asking' },
    { phase: 'countdown' },
    { phase: 'capturing', elapsedMs: 0 },
    { phase: 'capturing', elapsedMs: 8000 },
    { phase: 'capturing', elapsedMs: 99_000 },
    { phase: 'judging' },
    { phase: 'signing' },
    { phase: 'done' },
  ] as const
  const measure = (capture: Parameters<typeof computeProgress>[1]) =>
    moments.map((moment) => computeProgress({ ...MOMENT, ...moment }, capture))
  const alone = measure(null)
  expect(alone).toEqual(alone.toSorted((one, other) => one - other))
  expect([alone[0], alone.at(-1)]).toEqual([0, 1])
  const second = measure({ number: 2, of: 3 })
  expect(second[0]).toBeCloseTo(1 / 3, 12)
  expect(second[4]).toBeLessThan(2 / 3)
  expect(second.at(-1)).toBe(1)
})
