import { describe, expect, it } from 'vitest'
import { describeOwner, describeReadiness, describeSensors, type SensorState } from './device.ts'

const HEARING: SensorState = { areKnown: true, askFirst: false, spoke: false, isLate: false }

describe('describeSensors', () => {
  it.each([
    ['none', { areKnown: false }, 'unknown'],
    ['looking', {}, 'unknown'],
    ['speaking', { spoke: true }, 'unknown'],
    ['silent', { isLate: true }, 'unknown'],
    ['asks', { askFirst: true, isLate: true }, 'unknown'],
    ['silent', { askFirst: true, isLate: true }, 'granted'],
    ['looking', { askFirst: true }, 'granted'],
  ] as const)('%s for %j and a permission that is %s', (sensors, hearing, permission) => {
    expect(describeSensors({ ...HEARING, ...hearing }, permission)).toBe(sensors)
  })
})

describe('describeReadiness', () => {
  it.each([
    ['good', {}, 'Ready to scan: secure connection, motion sensor working, permission granted'],
    ['warn', { isSecure: false }, 'this page isn’t secure'],
    ['warn', { permission: 'denied', sensors: 'looking' }, 'your browser blocks motion'],
    ['warn', { sensors: 'none' }, 'no motion sensor'],
    ['warn', { sensors: 'silent' }, 'isn’t responding'],
    ['info', { sensors: 'asks' }, 'asks for permission when you start'],
    ['info', { sensors: 'looking' }, 'Checking'],
  ] as const)('is %s for %j', (state, device, words) => {
    const said = describeReadiness({ isSecure: true, sensors: 'speaking', permission: 'granted', ...device })
    expect(said).toEqual({ state, words: expect.stringContaining(words) })
  })
})

describe('describeOwner', () => {
  it.each([
    [null, null, 'You’re not signed in.'],
    ['quiet-river', null, 'Signed in as quiet-river. Not enrolled'],
    ['quiet-river', '2027-03-01T00:00:00Z', 'until 1 Mar 2027'],
  ])('of %s until %s', (nodeHandle, enrolledUntil, words) => {
    expect(describeOwner({ nodeHandle, enrolledUntil })).toContain(words)
  })
})
