import { expect, it } from 'vitest'
import { parseWay, toInvitationPath, readInvitation } from './address.ts'

const PSEUDONYM = 'sp_3q2-7wAbCdEfGhIjKl_nOp'

it('leads another phone to strokes under the same pseudonym, only in the fragment', () => {
  const { hash, pathname, search } = new URL(toInvitationPath(PSEUDONYM), 'https://stillhere.example')
  expect([pathname, search]).toEqual(['/research', ''])
  expect(readInvitation(hash)).toBe(PSEUDONYM)
  expect(parseWay(hash, false)).toBe('strokes')
})

it.each([
  '',
  '#',
  '#strokes',
  '#p=',
  '#p=sp_short',
  `#p=${PSEUDONYM}x`,
  `#q=${PSEUDONYM}`,
  '#p=<script>',
  '#p=%E0%A4%A',
])('reads no pseudonym from %j', (hash) => {
  expect(readInvitation(hash)).toBeNull()
})

it.each([
  ['', true, 'strokes'],
  ['', false, 'camera'],
  ['#research-delete', true, 'strokes'],
  ['#camera', true, 'camera'],
  [toInvitationPath(null).slice('/research'.length), false, 'strokes'],
] as const)('at %j on a device that is held (%s) the way is %s', (hash, isHeld, way) => {
  expect(parseWay(hash, isHeld)).toBe(way)
})
