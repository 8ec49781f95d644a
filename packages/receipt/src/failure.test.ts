import { expect, it } from 'vitest'
import { ReceiptError } from './failure.ts'

it('carries the code and the sentence of a failure', () => {
  const error = new ReceiptError({ code: 'EXPIRED', detail: 'expired long ago' })
  expect(error).toBeInstanceOf(Error)
  expect([error.name, error.code, error.message]).toEqual(['ReceiptError', 'EXPIRED', 'expired long ago'])
})
