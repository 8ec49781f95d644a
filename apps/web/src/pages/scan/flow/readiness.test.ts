import { expect, it } from 'vitest'
import { choosePurpose } from './purpose.ts'
import { type Circumstances, listChecks, describeSensors } from './readiness.ts'

const READY: Circumstances = {
  isSecure: true,
  sensors: 'speaking',
  permission: 'granted',
  nodeHandle: 'quiet-river',
  enrolledUntil: '2027-05-14T10:00:00.000Z',
}

function stateOf(news: Partial<Circumstances>, name: string): string | undefined {
  return listChecks({ ...READY, ...news }).find((check) => check.name === name)?.state
}

it('finds nothing in the way on a phone that is ready', () => {
  expect(listChecks(READY).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Page good',
    'Sensors good',
    'Permission good',
    'Camera info',
    'Node good',
    'Enrollment good',
  ])
})

it.each([
  [{ isSecure: false }, 'Page', 'warn'],
  [{ sensors: 'silent' }, 'Sensors', 'warn'],
  [{ sensors: 'none' }, 'Sensors', 'warn'],
  [{ sensors: 'looking' }, 'Sensors', 'info'],
  [{ sensors: 'asks' }, 'Sensors', 'good'],
  [{ permission: 'denied' }, 'Permission', 'warn'],
  [{ permission: 'unknown' }, 'Permission', 'good'],
  [{ permission: 'unknown', sensors: 'asks' }, 'Permission', 'info'],
  [{ nodeHandle: null }, 'Node', 'info'],
  [{ enrolledUntil: null }, 'Enrollment', 'info'],
] as const)('with %j, %s is %s', (news, name, state) => {
  expect(stateOf(news, name)).toBe(state)
})

it('does not speak of an enrollment to somebody without a node', () => {
  expect(stateOf({ nodeHandle: null }, 'Enrollment')).toBeUndefined()
})

it.each([
  [false, false, 'local'],
  [true, false, 'enroll'],
  [true, true, 'verify'],
] as const)('signed in %s and enrolled %s: %s', (isSignedIn, isEnrolled, purpose) => {
  expect(choosePurpose(isSignedIn, isEnrolled)).toBe(purpose)
})

const SILENT = { areKnown: true, askFirst: false, spoke: false, isLate: false }

it.each([
  [{ areKnown: false }, 'granted', 'none'],
  [{}, 'unknown', 'looking'],
  [{ spoke: true }, 'unknown', 'speaking'],
  [{ isLate: true }, 'unknown', 'silent'],
  [{ askFirst: true }, 'unknown', 'asks'],
  [{ askFirst: true, isLate: true }, 'unknown', 'asks'],
  [{ askFirst: true, isLate: true }, 'denied', 'asks'],
  [{ askFirst: true }, 'granted', 'looking'],
  [{ askFirst: true, isLate: true }, 'granted', 'silent'],
] as const)('after %j and the permission %s, the sensors are %s', (news, permission, sensors) => {
  expect(describeSensors({ ...SILENT, ...news }, permission)).toBe(sensors)
})
