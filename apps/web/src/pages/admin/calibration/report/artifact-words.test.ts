import { expect, it } from 'vitest'
import { modeWords, nameOf, stateWords } from './artifact-words.ts'

it.each([
  [{ active: true, applicable: true }, 'in force'],
  [{ active: false, applicable: true }, 'can be put in force'],
  [{ active: false, applicable: false }, 'to compare only'],
])('%o is %s', (artifact, words) => {
  expect(stateWords(artifact)).toBe(words)
})

it('names an artifact by its time and features', () => {
  expect(nameOf({ created_at: '2026-11-15T12:00:00Z', feature_mode: 'posture_velocity' })).toMatch(
    /15 Nov 2026.*\(posture and velocity\)/,
  )
  expect(modeWords('gait')).toBe('gait')
})
