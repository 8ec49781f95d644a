import { computePayloadDigest } from '@stillhere/client/receipt'
import { expect, it } from 'vitest'
import { isIntroductionOf } from './introduce.tsx'

const KEY = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const OLD = 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s'
const SHOP = { id: 'pk_1', kind: 'site' as const, name: 'Shop', origin: 'https://shop.example', operator: null }

function start(action: { type: string; summary: string; details: Record<string, string> }, changes: object = {}) {
  const statement = {
    action: action.summary,
    action_digest: computePayloadDigest(action),
    audience: SHOP.origin,
    nonce: 'a',
    challenge_id: 'b',
    chain: null,
    issuer: '0'.repeat(64),
    method: 'passkey' as const,
    level: 0 as const,
    not_after: '2026-03-10T12:05:00.000Z',
    ...changes,
  }
  return { action, statement }
}
const FIRST = { type: 'key.introduce', summary: 'Introduce my key', details: { key: KEY } }
const NEXT = { type: 'key.replace', summary: 'Replace my key', details: { old_key: OLD, new_key: KEY } }

it.each([
  ['the first introduction of the chosen key', start(FIRST), true],
  ['the replacement by the chosen key', start(NEXT), true],
  ['a key that the person did not choose', start({ ...FIRST, details: { key: OLD } }), false],
  ['a replacement by another key', start({ ...NEXT, details: { old_key: KEY, new_key: OLD } }), false],
  ['another kind of action', start({ ...FIRST, type: 'payment.transfer' }), false],
  ['a digest of something else', start(FIRST, { action_digest: computePayloadDigest(NEXT) }), false],
  ['another text than its digest has', start(FIRST, { action: 'Pay 82,000 EUR' }), false],
  ['another asker', start(FIRST, { audience: 'https://eve.example' }), false],
  ['a scan', start(FIRST, { method: 'hand', level: 2, chain: '0'.repeat(64) }), false],
])('signs an introduction of the chosen key to this asker, and nothing else: %s', (_name, started, expected) => {
  expect(isIntroductionOf(started, SHOP, KEY)).toBe(expected)
})
