import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { judgeWebhookUrl, createWebhookSecret } from './rules.ts'

const PUBLIC = { publicUrl: 'https://id.example', webhookPrivateAddresses: false }
const OWN = { publicUrl: undefined, webhookPrivateAddresses: false }
const INSIDE = { publicUrl: 'https://id.example', webhookPrivateAddresses: true }

it('the secret of a webhook is base64 of 32 bytes', () => {
  expect(createWebhookSecret(randomBytes)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

describe('judgeWebhookUrl', () => {
  it.each([
    ['https://shop.example/stillhere?x=1', PUBLIC],
    ['https://1.1.1.1/', PUBLIC],
    ['http://localhost:3000/hook', OWN],
    ['http://127.0.0.1:3000/hook', OWN],
    ['http://[::1]:3000/hook', INSIDE],
    ['https://10.0.0.1/hook', INSIDE],
  ])('takes %s', (url, reach) => expect(judgeWebhookUrl(url, reach)).toBeUndefined())

  it.each([
    ['http://shop.example/hook', 'must begin with https', INSIDE],
    ['ftp://shop.example/hook', 'must begin with https', PUBLIC],
    ['https://shop.example', 'as browsers write it', PUBLIC],
    ['https://Shop.example/', 'as browsers write it', PUBLIC],
    ['hook', 'as browsers write it', PUBLIC],
    ['https://ada@shop.example/', 'no name', PUBLIC],
    ['https://shop.example/#x', 'no fragment', PUBLIC],
    ['http://localhost:3000/hook', 'private network', PUBLIC],
    ['https://localhost/hook', 'private network', PUBLIC],
    ['https://localhost./hook', 'private network', PUBLIC],
    ['https://localhost./hook', 'private network', OWN],
    ['https://10.0.0.1/hook', 'private network', PUBLIC],
    ['https://10.0.0.1/hook', 'private network', OWN],
    ['https://169.254.169.254/latest', 'private network', OWN],
    ['https://[::ffff:7f00:1]/hook', 'private network', PUBLIC],
    ['https://[fd00::1]/hook', 'private network', PUBLIC],
  ])('refuses %s: %s', (url, words, reach) => expect(judgeWebhookUrl(url, reach)).toContain(words))
})
