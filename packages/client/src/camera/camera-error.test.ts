import { expect, it } from 'vitest'
import { ScanError } from '../capture/scan-error.ts'
import { createModelError, createHiddenError, createLostError, createRefusedError } from './camera-error.ts'

it.each([
  ['NotAllowedError', 'the camera was not allowed', 'give_up'],
  ['SecurityError', 'the camera was not allowed', 'give_up'],
  ['NotFoundError', 'there is no camera', 'give_up'],
  ['OverconstrainedError', 'there is no camera', 'give_up'],
  ['NotReadableError', 'the camera gives no picture', 'retry'],
  ['AbortError', 'the camera gives no picture', 'retry'],
  ['SomethingNewError', 'the camera gives no picture', 'retry'],
  ['constructor', 'the camera gives no picture', 'retry'],
])('%s means: %s', (name, message, next) => {
  const cause = new DOMException('', name)
  expect(createRefusedError(cause)).toMatchObject({ kind: 'camera_failed', message, next, cause })
})

it.each([[undefined], [null], ['text'], [{ name: 'NotAllowedError' }]])(
  'understands a refusal by %o as no picture',
  (cause) => {
    expect(createRefusedError(cause)).toMatchObject({ kind: 'camera_failed', message: 'the camera gives no picture' })
  },
)

it('always is a ScanError with advice that offers to go on without a camera', () => {
  for (const error of [
    createRefusedError(null),
    createHiddenError(),
    createLostError('gone'),
    createModelError('broken', new Error('why')),
  ]) {
    expect(error).toBeInstanceOf(ScanError)
    expect(error).toMatchObject({ kind: 'camera_failed', advice: expect.stringContaining('scan without the camera') })
  }
})
