import { expect, it } from 'vitest'
import { atLeast, atMost, reportRatio } from './goals.ts'
import { replaceSections } from './table.ts'

const page = { order: ['first', 'second'] }
const machine = '2 × a processor'
const first = { part: 'first', machine, load: 0.2, goals: [atMost('a wait', 12.34, { most: 20, unit: 'ms' }, 'never')] }
const second = { part: 'second', machine, load: 3, goals: [atLeast('a ratio', 0.4, 0.5, 'it is slow')] }

it('says of each goal whether it holds, and why where it does not or there is none', () => {
  const reported = { ...reportRatio('a peer', 0.3), reason: 'it writes less' }
  const text = replaceSections(
    replaceSections('', { ...second, goals: [...second.goals, reported] }, page),
    first,
    page,
  )
  expect(text).toContain('| a wait | ≤ 20 ms | 12.3 ms | holds |  |')
  expect(text).toContain('| a ratio | ≥ 0.5 | 0.40 | misses | it is slow |')
  expect(text).toContain('| a peer |  | 0.30 | reported | it writes less |')
  expect(text.indexOf('## first')).toBeLessThan(text.indexOf('## second'))
})

it('a part that is measured again replaces its own section, and no other', () => {
  const both = replaceSections(replaceSections('', first, page), second, page)
  const again = replaceSections(both, { ...second, machine: 'another', goals: [atLeast('a ratio', 0.6, 0.5)] }, page)
  expect(again).toContain('| a wait | ≤ 20 ms | 12.3 ms | holds |  |')
  expect(again).toContain('| a ratio | ≥ 0.5 | 0.60 | holds |  |')
  expect(again).not.toContain('| misses |')
  expect(again.match(/Measured on .*?\./g)).toEqual(['Measured on 2 × a processor.', 'Measured on another.'])
  expect(again.match(/## second/g)).toHaveLength(1)
})
