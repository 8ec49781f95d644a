import { expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { angleOf, type CommandedStroke, type Direction } from './challenge.ts'
import { performSamples } from './performed.ts'
import { glanceStrokes } from './score.ts'

const STROKES: CommandedStroke[] = (['up', 'left', 'down-right'] satisfies Direction[]).map((direction, i) => {
  return { direction, atMs: 800 + 1300 * i }
})

/** Strokes of half a second, each 380 ms after its cue and turned by this much; all that was felt until `untilMs`. */
function answerUntil(untilMs: number, turned = 0) {
  const strokes = STROKES.map(({ direction, atMs }) => {
    return { onsetMs: atMs + 380, durationMs: 500, angle: angleOf(direction) + turned, distanceM: 0.15 }
  })
  const samples = performSamples({ strokes, durationMs: 6000, hz: 60, pitch: 0.5, noise: 0.1, random: seededRandom(1) })
  return samples.filter(({ t }) => t <= untilMs)
}

const [FIRST, SECOND] = STROKES as [CommandedStroke, CommandedStroke]

it('sees a stroke before the next one is asked for, and nothing of those to come', () => {
  expect(glanceStrokes(STROKES, answerUntil(FIRST.atMs + 1100))).toEqual(['clear', 'missing', 'missing'])
  expect(glanceStrokes(STROKES, answerUntil(SECOND.atMs + 1100))).toEqual(['clear', 'clear', 'missing'])
})

it('calls no stroke clear that went another way', () => {
  const seen = glanceStrokes(STROKES.slice(0, 2), answerUntil(SECOND.atMs + 1100, Math.PI))
  expect(seen).not.toContain('clear')
})

it('sees nothing in too little motion', () => {
  expect(glanceStrokes(STROKES, [])).toEqual(['missing', 'missing', 'missing'])
  expect(glanceStrokes(STROKES, answerUntil(500))).toEqual(['missing', 'missing', 'missing'])
})
