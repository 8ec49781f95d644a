import { expect, it } from 'vitest'
import { describeProgress } from './progress-words.ts'

it('names the stages of the engine, and repeats one that is new to it', () => {
  expect(describeProgress('cross-fit')).toBe('Comparing people under models that never saw them…')
  expect(describeProgress('comparison')).toBe('Comparing people…')
  expect(describeProgress('polishing')).toBe('polishing…')
})
