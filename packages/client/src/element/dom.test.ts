import { expect, it } from 'vitest'
import { toTracePath } from './dom.ts'

it('draws the newest reading at the right edge, rest in the middle, and cuts what is beyond the edges', () => {
  expect(toTracePath([])).toBe('')
  expect(toTracePath([0, 600])).toBe('M237.0 22.0L240.0 2.2')
})
