import { expect, it } from 'vitest'
import { createPushText } from './rules.ts'

const ASKING = { asker: 'Shop', path: '/approve/apr_1', expiresAt: new Date('2026-03-10T12:05:59Z') }

it('says who asks, until when, and what to do with a surprise', () => {
  expect(createPushText(ASKING, 'en')).toEqual({
    title: 'Shop asks for your approval',
    body: 'You can approve or deny it until 12:05 UTC. If you did not expect this, deny it.',
    url: '/approve/apr_1',
  })
})

it('says it in the language of the owner', () => {
  expect(createPushText(ASKING, 'de').body).toContain('bis 12:05 Uhr UTC')
})
