import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findOlderNode, olderNode } from './older-node.ts'

it('finds or installs a Node 20 that runs', { timeout: 300_000 }, () => {
  expect(execFileSync(olderNode(), ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })).toBe('20\n')
})

it('passes by what is missing, newer, or no Node at all', { timeout: 60_000 }, () => {
  const others = [undefined, '/no/such/node', import.meta.dirname, '/bin/false', '/bin/sh', process.execPath]
  expect(process.versions.node).not.toMatch(/^20\./)
  expect(findOlderNode(others)).toBeUndefined()
  expect(findOlderNode([...others, olderNode()])).toBe(olderNode())
})
