import { expect, it } from 'vitest'
import { describeMode, nameArtifact, describeState } from './artifact-words.ts'

it.each([
  [{ active: true, applicable: true }, 'in force'],
  [{ active: false, applicable: true }, 'can be put in force'],
  [{ active: false, applicable: false }, 'to compare only'],
])('%o is %s', (artifact, words) => {
  expect(describeState(artifact)).toBe(words)
})

it('names an artifact by its time and features', () => {
  expect(nameArtifact({ created_at: '2026-11-15T12:00:00Z', feature_mode: 'posture_velocity' })).toMatch(
    /15 Nov 2026.*\(posture and velocity\)/,
  )
  expect(describeMode('gait')).toBe('gait')
})
