import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { computeVapidKey, findContact } from './push.ts'
import { judgeAnswer, judgeEndpoint } from './rules.ts'

describe('judgeAnswer', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'failed'],
    [410, 'refused'],
    [413, 'refused'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ])('%i: %s', (status, outcome) => {
    const posted = { outcome: 'answered', status, retryAfter: undefined } as const
    expect(judgeAnswer(posted, new Date(0))).toMatchObject({ outcome, status })
  })

  it('a push service that cannot be reached is tried again', () => {
    const posted = { outcome: 'failed', problem: 'no answer within 10 s' } as const
    expect(judgeAnswer(posted, new Date(0))).toMatchObject(posted)
  })
})

describe('judgeEndpoint', () => {
  const judgeBy = (webhookPrivateAddresses: boolean) => (url: string) => judgeEndpoint(url, { webhookPrivateAddresses })

  it.each(['https://updates.push.services.mozilla.com/wpush/v2/a', 'https://fcm.googleapis.com/fcm/send/a:b'])(
    'takes %s',
    (url) => {
      expect(judgeBy(false)(url)).toBeUndefined()
    },
  )

  it.each([
    'http://push.example/a',
    'ftp://push.example/a',
    'push.example',
    'https://push.example',
    'https://PUSH.example/a',
    'https://push.example/a#b',
    'https://name:word@push.example/a',
  ])('refuses %s, whatever the setting', (url) => {
    expect([judgeBy(false)(url), judgeBy(true)(url)]).not.toContain(undefined)
  })

  it.each([
    'https://localhost/a',
    'https://localhost./a',
    'https://push.localhost./a',
    'http://localhost:8787/a',
    'https://127.0.0.1/a',
    'https://10.0.0.1/a',
    'https://169.254.169.254/latest',
    'https://192.168.1.1/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'https://[::ffff:7f00:1]/a',
  ])('refuses %s unless WEBHOOK_PRIVATE_ADDRESSES allows it', (url) => {
    expect(judgeBy(false)(url)).toContain('WEBHOOK_PRIVATE_ADDRESSES')
    expect(judgeBy(true)(url)).toBeUndefined()
  })
})

describe('the key of the service', () => {
  it('is the same for one SECRET_KEY and another for another', () => {
    const [one, same, other] = [1, 1, 2].map((byte) => computeVapidKey(createSecrets(Buffer.alloc(32, byte))))
    expect(same).toEqual(one)
    expect(other!.publicKey).not.toBe(one!.publicKey)
    expect(Buffer.from(one!.publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(one!.privateKey, 'base64url')).toHaveLength(32)
  })

  it('is looked for again where a scalar is zero or not below the order of the curve', () => {
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
    const scalars = [Buffer.alloc(32), order, Buffer.alloc(32, 255), Buffer.alloc(32, 9)]
    const { privateKey } = computeVapidKey({ hash: (_purpose, counter) => scalars[Number(counter)]! })
    expect(privateKey).toBe(Buffer.alloc(32, 9).toString('base64url'))
  })

  it('has a contact: PUBLIC_URL, or the sender of mails', () => {
    const mailFrom = 'Stillhere <hello@example.org>'
    expect(findContact({ publicUrl: 'https://still.example', mailFrom })).toBe('https://still.example')
    for (const publicUrl of [undefined, 'http://still.example'])
      expect(findContact({ publicUrl, mailFrom })).toBe('mailto:hello@example.org')
  })
})
