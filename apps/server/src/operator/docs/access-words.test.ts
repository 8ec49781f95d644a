import { expect, it } from 'vitest'
import { describeAccess } from './page.ts'

it.each([
  [[{}], 'Open to all.'],
  [[{ adminSecret: [] }], 'Needs the admin secret in <code>x-admin-secret</code>.'],
  [[{ agentSignature: [] }], 'Needs the agent’s signature (RFC 9421).'],
  [
    [{}, { nodeToken: [] }],
    'Takes the node’s token as <code>Authorization: Bearer</code>, which a closed node needs (AUTH_MODE).',
  ],
  [[{}, { adminSecret: [] }], 'Takes the admin secret in <code>x-admin-secret</code>, as said above.'],
  [[{ nodeToken: [] }, {}], 'Takes the node’s token as <code>Authorization: Bearer</code>, as said above.'],
  [
    [{ nodeToken: [] }, { agentSignature: [] }],
    'Needs the node’s token as <code>Authorization: Bearer</code>, or the agent’s signature (RFC 9421).',
  ],
])('%j: %s', (security, words) => {
  expect(describeAccess(security)).toBe(words)
})
