import type { Language } from '@stillhere/messages'
import { escapeHtml } from '../html.ts'
import { findInvisible } from '../visible-text.ts'
import { type Line, writeWords } from './words.ts'

/** What a mail is about. Codes, tokens and the name of who asks for an approval are all that a mail ever quotes. */
export type Mail =
  | { kind: 'subscription'; params: Record<string, never> }
  | { kind: 'code'; params: CodeParams }
  | { kind: 'founding_tester'; params: { token: string } }
  | { kind: 'approval'; params: ApprovalParams }
  | { kind: 'invite'; params: { code: string; origin: string | null } }
  | { kind: 'waitlist'; params: { link: string; origin: string | null } }
  | { kind: 'test'; params: Record<string, never> }
  | { kind: 'notice'; params: { event: OwnerEvent; at: string } }

/** A code, and what stands after the # of the link beside it; `origin` is where its page is found while PUBLIC_URL is not set. */
export type CodeParams = { code: string; link?: string; origin?: string | null }

/** Who asks, and the page where they are answered; `origin` is where that page is found while PUBLIC_URL is not set. */
export type ApprovalParams = { asker: string; path: string; origin: string | null }

export type MailKind = Mail['kind']

/** What the owner of a node is told of. */
export type OwnerEvent =
  | 'wallet'
  | 'passkey'
  | 'passkey_clone'
  | 'sign_in'
  | 'recovery'
  | 'recovery_codes'
  | 'enrollment'
  | 'export'

export type Contents = { subject: string; text: string; html: string }

/** What mails say beside their parameters: the link to the service, until when the mail is of use, and in which language. */
export type MailContext = { publicUrl: string | undefined; expiresAt: Date | null; language?: Language | undefined }

/** Writes a mail in both forms. A code stands alone on its line of the text. */
export function writeContents(mail: Mail, surroundings: MailContext): Contents {
  demandPlainParams(mail)
  const { subject, lines } = writeWords(mail, surroundings)
  return { subject, text: writeText(lines), html: writeHtml(lines, surroundings.language ?? 'en') }
}

/** Throws when a parameter is not what its kind of mail quotes: whoever queued the mail has a bug. */
export function demandPlainParams(mail: Mail): void {
  if (mail.kind === 'code') demandPlainCode(mail.params)
  if (mail.kind === 'notice' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(mail.params.at))
    throw new Error('a notice names a time')
  if (mail.kind === 'founding_tester' && !/^[\w-]{43}$/.test(mail.params.token)) {
    throw new Error('a link quotes a token of 43 characters')
  }
  if (mail.kind === 'approval') demandPlainApproval(mail.params)
  if (mail.kind === 'waitlist' && !/^[\w-]{1,1024}$/.test(mail.params.link))
    throw new Error('a link quotes letters and digits')
  if (mail.kind === 'invite' && !/^[A-Z0-9-]{1,40}$/.test(mail.params.code)) throw new Error('an invite quotes a code')
}

function demandPlainCode({ code, link, origin = null }: CodeParams): void {
  if (!/^\d{6}$/.test(code)) throw new Error('a code mail quotes six digits')
  if (link !== undefined && !/^[\w-]{1,1024}$/.test(link)) throw new Error('a link quotes letters and digits')
  if (origin !== null && !URL.canParse(origin)) throw new Error('a mail quotes an address that can be parsed')
}

function demandPlainApproval({ asker, path, origin }: ApprovalParams): void {
  if (asker.length > 320 || asker.trim() === '' || findInvisible(asker) !== undefined)
    throw new Error('a mail quotes a name that is one line of visible signs')
  if (!/^(?:\/[\w-]+)+$/.test(path)) throw new Error('a mail quotes a path of plain parts')
  if (origin !== null && !URL.canParse(origin)) throw new Error('a mail quotes an address that can be parsed')
}

function writeText(lines: readonly Line[]): string {
  return `${lines.map(textLine).join('\n\n')}\n`
}

function textLine(line: Line): string {
  if (typeof line === 'string') return wrap(line)
  return 'code' in line ? line.code : line.link
}

// Short lines of ASCII travel as they are; longer ones would be broken up by the encoding.
function wrap(paragraph: string): string {
  return paragraph.replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')
}

function writeHtml(lines: readonly Line[], language: Language): string {
  const body = lines.map(htmlLine).join('\n')
  return `<!doctype html>\n<html lang="${language}"><body style="${BODY_STYLE}">\n${body}\n</body></html>\n`
}

const BODY_STYLE = 'font-family:sans-serif;line-height:1.5'
const CODE_STYLE = 'font-family:monospace;font-size:1.6em;letter-spacing:.1em'

function htmlLine(line: Line): string {
  if (typeof line === 'string') return `<p>${escapeHtml(line)}</p>`
  if ('code' in line) return `<p style="${CODE_STYLE}">${escapeHtml(line.code)}</p>`
  return `<p><a href="${escapeHtml(line.link)}">${escapeHtml(line.link)}</a></p>`
}
