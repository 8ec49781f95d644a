import { expect, it } from 'vitest'
import type { ScanProgress } from '../capture/progress.ts'
import { createCuePlayer } from './cues.ts'

const MOMENT: ScanProgress = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 9,
  elapsedMs: 4000,
  durationMs: 9000,
  score: null,
  parts: null,
  hint: null,
  stroke: null,
}
const ARROW = { index: 0, of: 6, direction: 'left', words: '', state: 'now' } as const

it('plays each second of the countdown, each arrow, each that was seen and the end, once', () => {
  const played: string[] = []
  const follow = createCuePlayer({ play: (cue) => played.push(cue) })
  const moments: Partial<ScanProgress>[] = [
    { phase: 'preparing' },
    { phase: 'countdown', secondsLeft: 2 },
    { phase: 'countdown', secondsLeft: 2 },
    { phase: 'countdown', secondsLeft: 1 },
    { stroke: { ...ARROW, state: 'coming' }, marks: ['open'] },
    { stroke: ARROW, marks: ['open'] },
    { stroke: ARROW, marks: ['open'] },
    { stroke: { ...ARROW, state: 'over' }, marks: ['seen'] },
    { stroke: { ...ARROW, index: 1 }, marks: ['seen', 'open'] },
    { stroke: { ...ARROW, index: 1, state: 'over' }, marks: ['seen', 'missed'] },
    { phase: 'judging' },
    { phase: 'judging' },
  ]
  for (const moment of moments) follow({ ...MOMENT, ...moment })
  expect(played).toEqual(['second', 'second', 'arrow', 'seen', 'arrow', 'end'])
})
