import { describe, expect, it } from 'vitest'
import { decryptReceipt, encryptReceipt, formatReceiptLink, parseReceiptLink } from './cipher.ts'

const RECEIPT = { receiptId: 'one', note: 'ß 𝔘' }
const LINK = { origin: 'https://id.example.org', id: 'q83vEjRWeJCrze8SNFZ4kA', key: 'k'.repeat(43) }

/** The text with one sign changed. */
const change = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

describe('encryptReceipt', () => {
  it('is opened by its key, in a form that hides every word, and is never twice the same', async () => {
    const [one, two] = [await encryptReceipt(RECEIPT), await encryptReceipt(RECEIPT)]
    expect(JSON.parse((await decryptReceipt(one)) ?? '')).toEqual(RECEIPT)
    expect(one.key).toMatch(/^[\w-]{43}$/)
    expect(new Set([one.key, two.key, one.ciphertext.slice(0, 16), two.ciphertext.slice(0, 16)]).size).toBe(4)
    expect(Buffer.from(one.ciphertext, 'base64url').toString('latin1')).not.toContain('receiptId')
  })

  it('is not opened by another key, nor where one sign of nonce, content or tag was changed', async () => {
    const { ciphertext, key } = await encryptReceipt(RECEIPT)
    const altered = [3, 30, ciphertext.length - 4].map((at) => ({ key, ciphertext: change(ciphertext, at) }))
    const wrong = [change(key, 5), key.slice(1), '', '!'].map((other) => ({ ciphertext, key: other }))
    for (const given of [...altered, ...wrong, { ciphertext: '', key }, { ciphertext: '%%%', key }])
      expect(await decryptReceipt(given)).toBeNull()
  })

  it('is what the docs say: 12 bytes of nonce, AES-256-GCM over the JSON with a name of the content, 16 bytes of tag', async () => {
    const { ciphertext, key } = await encryptReceipt(RECEIPT)
    const { createDecipheriv } = await import('node:crypto')
    const bytes = Buffer.from(ciphertext, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from('stillhere-kept-receipt-1')).setAuthTag(bytes.subarray(-16))
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
    expect(JSON.parse(text)).toEqual(RECEIPT)
  })
})

describe('parseReceiptLink', () => {
  it('reads what formatReceiptLink writes', () => {
    expect(parseReceiptLink(` ${formatReceiptLink(LINK)}\n`)).toEqual(LINK)
  })

  it.each([
    'hello',
    'https://id.example.org/verify#eyJ',
    `https://id.example.org/r/${LINK.id}`,
    `https://id.example.org/r/short#${LINK.key}`,
    `https://id.example.org/r/${LINK.id}#short`,
    `javascript:/r/${LINK.id}#${LINK.key}`,
  ])('finds none in %s', (text) => {
    expect(parseReceiptLink(text)).toBeNull()
  })
})
