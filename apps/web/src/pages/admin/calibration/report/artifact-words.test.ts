import { expect, it } from 'vitest'
import { describeMode, describePerson, nameArtifact, describeState } from './artifact-words.ts'

it.each([
  [{ active: true, applicable: true }, 'in force'],
  [{ active: false, applicable: true }, 'can be put in force'],
  [{ active: false, applicable: false }, 'to compare only'],
])('%o is %s', (artifact, words) => {
  expect(describeState(artifact)).toBe(words)
})

it.each([
  ['strokes', 'people', 'a pseudonym with several sessions'],
  ['strokes', 'halves', 'the rounds of one session'],
  ['signature_128', 'people', 'a node with several sessions'],
  ['posture', 'halves', 'both halves of one session'],
] as const)('%s by %s: one person is %s', (feature_mode, labels, words) => {
  expect(describePerson({ feature_mode, labels })).toBe(words)
})

it('names an artifact by its time and features', () => {
  expect(nameArtifact({ created_at: '2026-11-15T12:00:00Z', feature_mode: 'posture_velocity' })).toMatch(
    /15 Nov 2026.*\(posture and velocity\)/,
  )
  expect(describeMode('gait')).toBe('gait')
})
