import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, type LimitName } from '../settings/limits.ts'
import { toAddressKey, toBudgetOwner } from './budgets.ts'

describe('toAddressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['203.0.113.9:54321', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
    [undefined, ''],
  ])('%s counts as %s', (address, key) => {
    expect(toAddressKey(address)).toBe(key)
  })
})

describe('toBudgetOwner', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    [undefined, ''],
  ])('%s counts as %s where callers share', (address, key) => {
    expect(toBudgetOwner('check.address', address)).toBe(key)
  })

  it('counts these limits by /48 and all others by /64', () => {
    const names = [...(Object.keys(DEFAULT_LIMITS) as LimitName[]), 'connections', 'requests under way'] as const
    expect(names.filter((name) => toBudgetOwner(name, '2001:db8:1:2::1').endsWith('/48'))).toEqual([
      'code.send.asker.burst',
      'code.send.asker',
      'code.send.address',
      'code.wrong.asker',
      'declare.address',
      'admin.wrong.address',
      'verify.cpu.address',
      'check.address',
      'approval.address',
      'connections',
      'requests under way',
    ])
  })

  it('counts uploads for research per household, as the specification sets them per IP', () => {
    expect(toBudgetOwner('research.upload.address', '2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
    expect(toBudgetOwner('research.try.address', '2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  })
})
