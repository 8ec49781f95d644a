import { expect, it } from 'vitest'
import { stageWords } from './progress-words.ts'

it('names the stages of the engine, and repeats one that is new to it', () => {
  expect(stageWords('cross-fit')).toBe('Comparing people under models that never saw them…')
  expect(stageWords('polishing')).toBe('polishing…')
})
