import { describe, expect, it } from 'vitest'
import { createSecrets } from '../secrets.ts'
import { judge, judgeEndpoint } from './rules.ts'
import { deriveVapidKey, findContact } from './vapid.ts'

const now = new Date('2026-03-10T12:00:00Z')
const at = { attempts: 1, now, expiresAt: new Date('2026-03-10T12:05:00Z'), random: 0 }
const answered = (status: number, retryAfter?: string) => ({ outcome: 'answered', status, retryAfter }) as const
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('judge', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'dead'],
    [307, 'dead'],
    [400, 'dead'],
    [403, 'dead'],
    [404, 'gone'],
    [408, 'waiting'],
    [410, 'gone'],
    [413, 'dead'],
    [429, 'waiting'],
    [500, 'waiting'],
    [503, 'waiting'],
  ])('%i: %s', (status, state) => {
    expect(judge(answered(status), at)).toMatchObject({ state })
  })

  it('waits longer each time, up to a minute, and no longer than the message lives', () => {
    const failed = { outcome: 'failed', problem: 'no answer within 10 s' } as const
    const waits = [1, 2, 3, 4, 5, 6, 50].map((attempts) => judge(failed, { ...at, attempts }))
    const times = [5, 10, 20, 40, 60, 60, 60].map(inSeconds)
    expect(waits).toMatchObject(times.map((nextTryAt) => ({ state: 'waiting', nextTryAt })))
    expect(judge(failed, { ...at, random: 1 })).toMatchObject({ nextTryAt: inSeconds(5.5) })
    expect(judge(failed, { ...at, expiresAt: inSeconds(5) })).toMatchObject({ state: 'dead' })
  })

  it('waits as long as a busy push service asks, never shorter', () => {
    expect(judge(answered(429, '90'), at)).toMatchObject({ nextTryAt: inSeconds(90) })
    expect(judge(answered(503, 'Tue, 10 Mar 2026 12:01:00 GMT'), at)).toMatchObject({ nextTryAt: inSeconds(60) })
    for (const text of ['0', '-5', 'soon', ''])
      expect(judge(answered(429, text), at)).toMatchObject({ nextTryAt: inSeconds(5) })
    expect(judge(answered(429, '300'), at)).toMatchObject({ state: 'dead' })
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
    const [one, same, other] = [1, 1, 2].map((byte) => deriveVapidKey(createSecrets(Buffer.alloc(32, byte))))
    expect(same).toEqual(one)
    expect(other!.publicKey).not.toBe(one!.publicKey)
    expect(Buffer.from(one!.publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(one!.privateKey, 'base64url')).toHaveLength(32)
  })

  it('is looked for again where a scalar is zero or not below the order of the curve', () => {
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
    const scalars = [Buffer.alloc(32), order, Buffer.alloc(32, 255), Buffer.alloc(32, 9)]
    const { privateKey } = deriveVapidKey({ hash: (_purpose, counter) => scalars[Number(counter)]! })
    expect(privateKey).toBe(Buffer.alloc(32, 9).toString('base64url'))
  })

  it('has a contact: PUBLIC_URL, or the sender of mails', () => {
    const mailFrom = 'Stillhere <hello@example.org>'
    expect(findContact({ publicUrl: 'https://still.example', mailFrom })).toBe('https://still.example')
    for (const publicUrl of [undefined, 'http://still.example'])
      expect(findContact({ publicUrl, mailFrom })).toBe('mailto:hello@example.org')
  })
})
