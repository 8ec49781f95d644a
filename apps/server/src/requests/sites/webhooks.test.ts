import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createWebhookSecret } from './rules.ts'
import { signHeaders } from './webhooks.ts'

const event = { id: 'evt_1', at: new Date(), body: '{"type":"check.passed","name":"Žluťoučký"}' }

it('is what the library of Standard Webhooks signs', () => {
  const secret = createWebhookSecret(randomBytes)
  const expected = new Webhook(secret).sign(event.id, event.at, event.body)
  expect(signHeaders(event, [secret])['webhook-signature']).toBe(expected)
})

// From the specification's own libraries.
it('signs the known example', () => {
  const known = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' }
  expect(signHeaders(known, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': known.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with each of several secrets, and a receiver needs to know one of them', () => {
  const [old, next, other] = [1, 2, 3].map(() => createWebhookSecret(randomBytes)) as [string, string, string]
  const headers = signHeaders(event, [next, old])
  for (const secret of [old, next])
    expect(new Webhook(secret).verify(event.body, headers)).toEqual(JSON.parse(event.body))
  expect(() => new Webhook(other).verify(event.body, headers)).toThrow('No matching signature')
})
