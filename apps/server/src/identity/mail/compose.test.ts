import { describe, expect, it } from 'vitest'
import { readMail } from '../../../test/mail-server.ts'
import { createSecrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { createLetter, type QueuedMail } from './letters.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const createdAt = new Date('2026-03-10T12:00:00Z')

function serviceWith(environment: Record<string, string>): Service {
  return { secrets, settings: readSettings(environment), now: () => createdAt } as unknown as Service
}

function sealed(content: unknown, more: Partial<QueuedMail> = {}): QueuedMail {
  const payload = secrets.seal('mail', JSON.stringify(content))
  return { id: 7, kind: 'code', payload, createdAt, expiresAt: null, ...more }
}

const ADA = { to: 'ada@example.org', params: { code: '123456' } }
const service = serviceWith({ MAIL_FROM: 'Still here <no-reply@example.org>', PUBLIC_URL: 'https://still.example' })

async function idOf(more: Partial<QueuedMail>): Promise<string> {
  return (await createLetter(service, sealed(ADA, more))).messageId
}

describe('a letter', () => {
  it('has a text and an HTML part, and both have the code', async () => {
    const { raw } = await createLetter(service, sealed(ADA))
    const mail = await readMail(raw.toString())
    expect(mail.text?.split('\n')).toContain('123456')
    expect(mail.html).toContain('123456')
    expect(mail.attachments).toEqual([])
  })

  it('shows the code on a line of its own even to a reader of the bare file', async () => {
    const { raw } = await createLetter(service, sealed(ADA))
    expect(
      raw
        .toString()
        .split('\r\n')
        .filter((line) => line === '123456'),
    ).toHaveLength(1)
  })

  it('has exactly the headers that it needs', async () => {
    const { raw } = await createLetter(service, sealed(ADA))
    const { headers, from, to, subject, date } = await readMail(raw.toString())
    expect(headers.map(({ key }) => key).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(from).toEqual({ name: 'Still here', address: 'no-reply@example.org' })
    expect(to).toEqual([{ name: '', address: 'ada@example.org' }])
    expect([subject, date]).toEqual(['123456 is your Stillhere code', '2026-03-10T12:00:00.000Z'])
  })

  it('has the same Message-ID at every try, and another than any other mail', async () => {
    const first = await idOf({})
    expect(first).toMatch(/^<[0-9a-f]{32}@example\.org>$/)
    expect(await idOf({})).toBe(first)
    expect(await idOf({ id: 8 })).not.toBe(first)
    expect(await idOf({ createdAt: new Date('2026-03-10T12:00:00.001Z') })).not.toBe(first)
  })

  it('does not load anything from anywhere', async () => {
    const { raw } = await createLetter(service, sealed(ADA))
    const { html, text } = await readMail(raw.toString())
    expect(text).toContain('Your code for Stillhere at still.example:')
    expect(`${html}${text}`).not.toMatch(/https?:/)
    expect(html).not.toMatch(/src=|url\(|<(?:img|script|link|style|iframe|object)/i)
  })

  it.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'ada@example.org>,<eve@example.org',
    'Ada: ada@example.org, eve@example.org;',
    '"ada@example.org\r\n\r\n<script>"@example.org',
  ])('goes to one recipient and has no header of theirs, even if %j had got in', async (to) => {
    const letter = await createLetter(service, sealed({ ...ADA, to }))
    const mail = await readMail(letter.raw.toString())
    expect(mail.headers.filter(({ key }) => key === 'to')).toHaveLength(1)
    expect(mail.bcc ?? mail.cc).toBeUndefined()
    expect(mail.headers).toHaveLength(8)
  })

  it.each(['123456\r\nBcc: eve@example.org', '<script>', '{{x}}'])('is not written with the code %j', async (code) => {
    await expect(createLetter(service, sealed({ ...ADA, params: { code } }))).rejects.toThrow(/six digits/)
  })

  it('cannot be opened under another key', async () => {
    const mail = { ...sealed(ADA), payload: createSecrets(Buffer.alloc(32, 8)).seal('mail', JSON.stringify(ADA)) }
    await expect(createLetter(service, mail)).rejects.toThrow()
  })

  it('writes a name that is not ASCII so that it can be read', async () => {
    const named = serviceWith({ MAIL_FROM: 'Žluťoučký kůň <a@example.org>' })
    const mail = await readMail((await createLetter(named, sealed(ADA))).raw.toString())
    expect(mail.from?.name).toBe('Žluťoučký kůň')
  })
})
