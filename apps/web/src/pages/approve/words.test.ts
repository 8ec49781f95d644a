import { describe, expect, it } from 'vitest'
import type { Asker } from '../../ask/ask.ts'
import type { End } from './use-approval.ts'
import { describeEnd } from './words.ts'

const AGENT: Asker = {
  id: 'agent:deployer@example.org',
  kind: 'agent',
  name: 'deployer',
  origin: 'example.org',
  operator: 'quiet-river',
}

describe('how it ended', () => {
  const ENDS: End[] = [
    { kind: 'granted', by: 'hand', assurance: 1 },
    { kind: 'granted', by: 'hand', assurance: 2 },
    { kind: 'granted', by: 'tap' },
    { kind: 'granted', by: 'passkey' },
    { kind: 'granted', by: 'code' },
    { kind: 'denied', isStopped: false },
    { kind: 'denied', isStopped: true },
    { kind: 'waiting', decision: 'granted' },
    { kind: 'waiting', decision: 'denied' },
    { kind: 'refused' },
    { kind: 'expired' },
    { kind: 'earlier', status: 'granted' },
    { kind: 'earlier', status: 'denied' },
    { kind: 'earlier', status: 'unknown' },
  ]

  it('says how long and how often an approval can be used', () => {
    const { title, advice } = describeEnd({ kind: 'granted', by: 'hand', assurance: 2 }, AGENT)
    expect(`${title} ${advice}`).toContain('You approved this. deployer has 5 minutes to use it, once.')
  })

  it('never claims a living person, and speaks of a passkey only at level 2', () => {
    for (const end of ENDS) expect(describeEnd(end, AGENT).advice).not.toMatch(/living|alive|a human/i)
    expect(describeEnd({ kind: 'granted', by: 'hand', assurance: 1 }, AGENT).advice).not.toMatch(/passkey/)
  })

  it('is good only where it was approved here', () => {
    const good = ENDS.filter((end) => describeEnd(end, AGENT).kind === 'good')
    expect(good.map(({ kind }) => kind)).toEqual(['granted', 'granted', 'granted', 'granted', 'granted', 'waiting'])
  })
})
