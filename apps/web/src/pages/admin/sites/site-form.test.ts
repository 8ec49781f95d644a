import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { findSiteErrors, readActions, readLines } from './site-form.tsx'

it('reads one address per line, without blank lines', () => {
  expect(readLines(' https://shop.example \r\n\n https://shop.example:8443\n')).toEqual([
    'https://shop.example',
    'https://shop.example:8443',
  ])
  expect(readLines(' \n')).toEqual([])
})

it('reads one action per line, with the level after a colon; the default is 1', () => {
  expect(readActions('Sign up\nPay: 2\n Transfer: now :3\n')).toEqual({ 'Sign up': 1, Pay: 2, 'Transfer: now': 3 })
})

const NOTHING = { status: 400, title: '', detail: '', requestId: undefined, retryAfterMs: undefined }
const refused = (code: ProblemError['code'], errors: { pointer: string; message: string }[]) =>
  new ProblemError('createSite', { ...NOTHING, code, errors })

it('names the first line that the service rejects', () => {
  const error = refused('INVALID_REQUEST', [
    { pointer: '/name', message: 'must be one line' },
    { pointer: '/origins/0', message: 'must be an origin' },
    { pointer: '/origins/2', message: 'must begin with https' },
  ])
  expect(findSiteErrors(error)).toEqual({ name: 'It must be one line.', origins: 'Line 1 must be an origin.' })
})

it('names the action that the service rejects', () => {
  const error = refused('INVALID_REQUEST', [{ pointer: '/actions/Pay~1send', message: 'must be 1 or 2' }])
  expect(findSiteErrors(error)).toEqual({ actions: '“Pay/send” must be 1 or 2.' })
})

it('returns nothing for errors that belong to no field', () => {
  expect(findSiteErrors(refused('UNAUTHORIZED', []))).toEqual({})
  expect(findSiteErrors(new Error('offline'))).toEqual({})
})
