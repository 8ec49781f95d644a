import { describe, expect, it } from 'vitest'
import type { ScanProgress } from '../capture/progress.ts'
import { selectAnnouncement, createAnnouncer } from './card.ts'
import { mergeWords } from './words.ts'

const MOMENT: ScanProgress = {
  phase: 'capturing',
  mode: 'sensors',
  secondsLeft: 9,
  elapsedMs: 0,
  durationMs: 16_000,
  score: null,
  parts: null,
  hint: null,
  stroke: null,
}
const STROKE = { index: 0, of: 6, direction: 'up', words: 'Go up.', state: 'now' } as const

describe('chooseAnnouncement', () => {
  it.each([
    ['a phase at once', { phase: 'judging' }, { text: 'Checking your motion', urgent: true }],
    ['an arrow at once', { stroke: STROKE, hint: 'Slower.' }, { text: 'Move up', urgent: true }],
    [
      'a hint after the arrow',
      { stroke: { ...STROKE, state: 'over' }, hint: 'Slower.' },
      { text: 'Slower.', urgent: false },
    ],
    ['nothing at the end, which has its own words', { phase: 'done' }, { text: '', urgent: false }],
  ] as const)('says %s', (_, moment, said) => {
    expect(selectAnnouncement({ ...MOMENT, ...moment }, mergeWords({}))).toEqual(said)
  })

  it('speaks the language of the page', () => {
    const words = mergeWords({ strokes: { up: 'Nach oben.' }, hint: () => 'Langsamer.' })
    expect(selectAnnouncement({ ...MOMENT, stroke: STROKE }, words).text).toBe('Nach oben.')
    expect(selectAnnouncement({ ...MOMENT, hint: 'Slower.' }, words).text).toBe('Langsamer.')
  })
})

describe('createAnnouncer', () => {
  it('says nothing twice in a row, and nothing idle sooner than three seconds after the last words', () => {
    const said: string[] = []
    let now = 0
    const announce = createAnnouncer(
      (text) => said.push(text),
      () => now,
    )
    announce({ text: 'up', urgent: true })
    announce({ text: 'up', urgent: true })
    announce({ text: 'slower', urgent: false })
    now = 2999
    announce({ text: 'slower', urgent: false })
    now = 3000
    announce({ text: 'slower', urgent: false })
    announce({ text: '', urgent: true })
    announce({ text: 'down', urgent: true })
    expect(said).toEqual(['up', 'slower', 'down'])
  })
})
