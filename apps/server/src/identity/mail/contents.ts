import type { Language } from '@stillhere/messages'
import { escapeHtml, findInvisible } from '../../platform/visible-text.ts'
import type { ApprovalParams, CodeParams, Mail, MailContext } from './kinds.ts'
import { type Line, writeWords } from './words.ts'

export type Contents = { subject: string; text: string; html: string }

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
