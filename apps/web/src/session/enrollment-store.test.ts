import { expect, it } from 'vitest'
import {
  type Enrollment,
  findEnrollment,
  deleteEnrollment,
  deleteNodeEnrollment,
  saveEnrollment,
  parseKept,
  updateEnrollmentHandle,
} from './enrollment-store.ts'

const ENROLLMENT: Enrollment = {
  user_id: 'node-x',
  number: 1,
  signature: { version: 'imu-1' },
  template: 't',
  sample_count: 3,
  enrolled_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-06-30T00:00:00.000Z',
  device_info: null,
  key_id: 'k',
  seal: 's',
}
const THEN = Date.parse('2026-02-01T00:00:00Z')

it('is kept for the node that enrolled and for no other, works without storage, and can be forgotten', () => {
  saveEnrollment('quiet-river', ENROLLMENT)
  expect(findEnrollment('quiet-river', THEN)).toEqual(ENROLLMENT)
  expect(findEnrollment('loud-river', THEN)).toBeNull()
  deleteEnrollment()
  expect(findEnrollment('quiet-river', THEN)).toBeNull()
})

it('goes with its node, to a new handle and away; that of another node stays', () => {
  saveEnrollment('quiet-river', ENROLLMENT)
  updateEnrollmentHandle('loud-river', 'wide-river')
  deleteNodeEnrollment('loud-river')
  expect(findEnrollment('quiet-river', THEN)).toEqual(ENROLLMENT)
  updateEnrollmentHandle('quiet-river', 'still-water')
  expect(findEnrollment('still-water', THEN)).toEqual(ENROLLMENT)
  deleteNodeEnrollment('still-water')
  expect(findEnrollment('still-water', THEN)).toBeNull()
})

it('counts for nothing once it has expired', () => {
  saveEnrollment('quiet-river', ENROLLMENT)
  expect(findEnrollment('quiet-river', Date.parse('2026-06-30T00:00:00Z'))).toBeNull()
})

it('is read back as it was kept', () => {
  const kept = { nodeHandle: 'quiet-river', enrollment: ENROLLMENT }
  expect(parseKept(JSON.stringify(kept))).toEqual(kept)
})

it.each([
  'null',
  '1',
  '"x"',
  '[]',
  '{}',
  '{"nodeHandle":"x","enrollment":null}',
  '{"nodeHandle":"x","enrollment":{"seal":"s"}}',
  JSON.stringify({ nodeHandle: 1, enrollment: ENROLLMENT }),
])('takes %s for nothing kept', (text) => {
  expect(parseKept(text)).toBeNull()
})

it('takes nothing for nothing kept', () => {
  expect(parseKept(null)).toBeNull()
})
