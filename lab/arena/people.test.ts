import { describe, expect, it } from 'vitest'
import { syntheticPeople } from './people.ts'

describe('syntheticPeople', () => {
  const people = syntheticPeople({ people: 4, windows: 2, seed: 3 })
  it('gives each person windows of 8 s at 50 Hz, in groups by what they do', () => {
    expect(people.map(({ group }) => group)).toEqual([
      'synthetic gesture',
      'synthetic hold',
      'synthetic walk',
      'synthetic gesture',
    ])
    expect(
      people.every(({ windows }) => windows.length === 2 && windows.every((window) => window.length === 400)),
    ).toBe(true)
    expect(people[0].windows[0]).not.toEqual(people[0].windows[1])
  })
  it('gives other people for another seed', () => {
    const [other] = syntheticPeople({ people: 1, windows: 1, seed: 4 })
    expect(other.windows[0]).not.toEqual(people[0].windows[0])
  })
})
