import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { findSiteErrors, readLines } from './addresses.ts'

it('reads one address a line, without blank ones', () => {
  expect(readLines(' https://shop.example \r\n\n https://shop.example:8443\n')).toEqual([
    'https://shop.example',
    'https://shop.example:8443',
  ])
  expect(readLines(' \n')).toEqual([])
})

const NOTHING = { status: 400, title: '', detail: '', requestId: undefined, retryAfterMs: undefined }
const refused = (code: ProblemError['code'], errors: { pointer: string; message: string }[]) =>
  new ProblemError('createSite', { ...NOTHING, code, errors })

it('names the first line that the service objects to', () => {
  const error = refused('INVALID_REQUEST', [
    { pointer: '/name', message: 'must be one line' },
    { pointer: '/origins/0', message: 'must be an origin' },
    { pointer: '/origins/2', message: 'must begin with https' },
  ])
  expect(findSiteErrors(error)).toEqual({ name: 'It must be one line.', origins: 'Line 1 must be an origin.' })
})

it('has no words for what belongs to no field', () => {
  expect(findSiteErrors(refused('UNAUTHORIZED', []))).toEqual({})
  expect(findSiteErrors(new Error('offline'))).toEqual({})
})
