import { describe, expect, it } from 'vitest'
import { createContents } from './letters.ts'
import type { Mail } from './words.ts'

const EXPIRES = new Date('2026-03-10T12:10:00Z')
const TOKEN = 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a'
const LINK = 'q83vEjRWeJCrze8SNFZ4kA'
const MAILS: Mail[] = [
  { kind: 'subscription', params: {} },
  { kind: 'code', params: { code: '004217', link: LINK, origin: null } },
  { kind: 'founding_tester', params: { token: TOKEN } },
  { kind: 'approval', params: { asker: 'Shop', path: '/approve/apr_1', origin: null } },
  { kind: 'notice', params: { event: 'wallet', at: '2026-03-10T12:00:00.000Z' } },
  { kind: 'notice', params: { event: 'sign_in', at: '2026-03-10T12:00:00.000Z' } },
  { kind: 'notice', params: { event: 'enrollment', at: '2026-03-10T12:00:00.000Z' } },
  { kind: 'notice', params: { event: 'export', at: '2026-03-10T12:00:00.000Z' } },
  { kind: 'waitlist', params: { link: LINK, origin: null } },
]

function wordsIn(form: string): string {
  return form
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .join(' ')
    .trim()
}

describe('contents', () => {
  it('has the code unbroken on a line of its own, once', () => {
    const { text } = createContents(MAILS[1]!, { publicUrl: undefined, expiresAt: EXPIRES })
    expect(text.split('\n').filter((line) => line === '004217')).toHaveLength(1)
    expect(text).toContain('until 12:10 UTC on 2026-03-10')
  })

  it('has the code in its subject, names the address of the site, and the link only where its page is known', () => {
    const write = (publicUrl: string | undefined, origin: string | null) =>
      createContents(
        { kind: 'code', params: { code: '004217', link: LINK, origin } },
        { publicUrl, expiresAt: EXPIRES },
      )
    const { subject, text } = write('https://still.example/', 'http://localhost:8787')
    expect(subject).toBe('004217 is your Stillhere code')
    expect(text).toContain('Stillhere at still.example:')
    expect(text).toContain(`\nhttps://still.example/join#link=${LINK}\n`)
    expect(write(undefined, 'http://localhost:8787').text).toContain(`\nhttp://localhost:8787/join#link=${LINK}\n`)
    expect(write(undefined, null).text).not.toContain('link')
  })

  it('F5: a notice names the time and what to do', () => {
    const { subject, text } = createContents(MAILS[4]!, { publicUrl: undefined, expiresAt: null })
    expect(subject).toBe('A wallet was added to your Stillhere node')
    expect(wordsIn(text)).toMatch(/It was at 12:00 UTC on 2026-03-10\..* sign in with a code from this mailbox/)
  })

  it('F7: has the link of an application on a line of its own, or without PUBLIC_URL what to enter', () => {
    const linesFor = (publicUrl: string | undefined) =>
      createContents(MAILS[2]!, { publicUrl, expiresAt: EXPIRES }).text.split('\n')
    expect(linesFor('https://still.example/')).toContain(`https://still.example/confirm#${TOKEN}`)
    expect(linesFor(undefined)).toContain(TOKEN)
  })

  it('an approval says who asks, until when, and where; the page is found by PUBLIC_URL, by the caller, or in My node', () => {
    const params = { asker: 'agent:deployer@example.org', path: '/approve/apr_1', origin: 'http://localhost:8787' }
    const write = (publicUrl: string | undefined, origin: string | null) =>
      createContents({ kind: 'approval', params: { ...params, origin } }, { publicUrl, expiresAt: EXPIRES })
    const { subject, text } = write('https://still.example', params.origin)
    expect(subject).toBe('agent:deployer@example.org asks for your approval')
    expect(wordsIn(text)).toContain(
      'approve or deny it until 12:10 UTC on 2026-03-10: https://still.example/approve/apr_1',
    )
    expect(wordsIn(text)).toContain('If you did not expect this, deny it.')
    expect(write(undefined, params.origin).text).toContain('\nhttp://localhost:8787/approve/apr_1\n')
    expect(write(undefined, null).text).toContain('\nOpen My node.\n')
  })

  it.each([
    ['de', '004217 ist dein Stillhere-Code', 'bis 2026-03-10, 12:10 Uhr UTC.'],
    ['es', '004217 es tu código de Stillhere', 'hasta el 2026-03-10 a las 12:10 UTC.'],
  ] as const)('is written in the language of its reader: %s', (language, subject, until) => {
    const context = { publicUrl: 'https://still.example', expiresAt: EXPIRES, language }
    const letter = createContents(MAILS[1]!, context)
    expect(letter.subject).toBe(subject)
    expect(wordsIn(letter.text)).toContain(until)
    expect(letter.html).toContain(`<html lang="${language}">`)
    const english = createContents(MAILS[1]!, { ...context, language: 'en' }).text.split('\n\n')
    const same = letter.text.split('\n\n').filter((paragraph) => english.includes(paragraph))
    expect(same.map((paragraph) => paragraph.trim())).toEqual(['004217', `https://still.example/join#link=${LINK}`])
  })

  it('escapes the name of who asks in HTML', () => {
    const params = { asker: '<b>Shop</b> & "Co"', path: '/approve/apr_1', origin: null }
    const { html } = createContents({ kind: 'approval', params }, { publicUrl: undefined, expiresAt: EXPIRES })
    expect(html).toMatch(/&#60;b&#62;Shop&#60;\/b&#62; &#38; &#34;Co&#34; asks/)
    expect(html).not.toContain('<b>')
  })

  it.each(MAILS)('$kind: says the same in text and HTML, and links to nobody without PUBLIC_URL', (mail) => {
    const { subject, text, html } = createContents(mail, { publicUrl: undefined, expiresAt: EXPIRES })
    expect(wordsIn(html)).toBe(wordsIn(text))
    expect(`${subject}${text}${html}`).not.toMatch(/:\/\/|src=|url\(|@import|<(?:img|script|link|iframe)/i)
  })

  it.each(MAILS)('$kind: links to PUBLIC_URL and to nothing else', (mail) => {
    const { text, html } = createContents(mail, { publicUrl: 'https://still.example/a?b&c', expiresAt: null })
    const pages: Partial<Record<Mail['kind'], string>> = {
      founding_tester: `/confirm#${TOKEN}`,
      code: `/join#link=${LINK}`,
      approval: '/approve/apr_1',
      waitlist: `/waitlist#${LINK}`,
    }
    const page = pages[mail.kind] ?? ''
    expect(text.match(/\w+:\/\/\S+/g)).toEqual([`https://still.example/a?b&c${page}`])
    expect(html.match(/\w+:\/\/[^"<]+/g)).toEqual(Array(2).fill(`https://still.example/a?b&#38;c${page}`))
  })

  it.each(MAILS)('$kind: is ASCII in short lines, which no encoding has to break', (mail) => {
    const { text } = createContents(mail, { publicUrl: undefined, expiresAt: EXPIRES })
    expect(text).toMatch(/^[\n -~]+$/)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
  })

  it.each<Mail>([
    { kind: 'code', params: { code: '12345' } },
    { kind: 'code', params: { code: '123456\r\nBcc: eve@example.org' } },
    { kind: 'code', params: { code: '<b>' } },
    { kind: 'code', params: { code: '123456', link: 'a b' } },
    { kind: 'code', params: { code: '123456', link: LINK, origin: 'evil' } },
    { kind: 'waitlist', params: { link: '"><img src=x>', origin: null } },
    { kind: 'founding_tester', params: { token: '<img src=x>' } },
    { kind: 'founding_tester', params: { token: `${TOKEN}\n` } },
    { kind: 'approval', params: { asker: 'Shop\r\nBcc: eve@example.org', path: '/approve/apr_1', origin: null } },
    { kind: 'approval', params: { asker: 'Shop\u202E', path: '/approve/apr_1', origin: null } },
    { kind: 'approval', params: { asker: 'Shop', path: '//evil.example/', origin: null } },
    { kind: 'approval', params: { asker: 'Shop', path: '/approve/apr_1', origin: 'evil' } },
  ])('refuses to quote $params', (mail) => {
    expect(() => createContents(mail, { publicUrl: undefined, expiresAt: null })).toThrow('quotes')
  })
})
