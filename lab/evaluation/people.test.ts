import { describe, expect, it } from 'vitest'
import { partOf } from '../training/people.ts'
import people from './people.json' with { type: 'json' }
import { splitPeople } from './split-people.ts'

describe('the two parts of the development people', () => {
  it('hold everybody once, two thirds to fit on and one to validate', () => {
    const all = [...people.fit, ...people.validation]
    expect(new Set(all).size).toBe(all.length)
    expect(people.validation.length / all.length).toBeCloseTo(1 / 3, 1)
  })

  it.each(['fit', 'validation'] as const)('tell who is in %s', (part) => {
    for (const person of people[part]) {
      const [set = '', subject = ''] = person.split('/')
      expect(partOf(set, subject)).toBe(part)
    }
  })

  it('keep somebody of two sets in one part', () => {
    for (const subject of ['g04', 'g05', 'g10'])
      expect(partOf('pocket-gait-styles', subject)).toBe(partOf('pocket-gait', subject))
  })

  it('know nobody else', () => {
    expect(() => partOf('sisfall', 'nobody')).toThrow('sisfall/nobody is in neither part')
  })

  it('are what the rule gives', () => {
    const names = [...people.fit, ...people.validation].filter((name) => name.startsWith('forearm-gestures/'))
    const { fit, validation } = splitPeople(names.toReversed())
    expect(people.fit).toEqual(expect.arrayContaining(fit))
    expect(people.validation).toEqual(expect.arrayContaining(validation))
    expect(validation).toHaveLength(7)
  })
})
