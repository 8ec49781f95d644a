/** A mail as its reader sees it. */
export type ReadLetter = { to: string; subject: string; text: string }

/** Reads a letter that this service wrote: its address, its subject and its plain text. */
export function parseLetter(raw: string): ReadLetter {
  const { fields, body } = splitPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(fields.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [{ fields, body }] : body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const plain = parts.find((part) => /^text\/plain\b/i.test(part.fields.get('content-type') ?? '')) ?? parts[0]
  return {
    to: decodeWords(fields.get('to') ?? ''),
    subject: decodeWords(fields.get('subject') ?? ''),
    text: plain ? decodeBody(plain).trim() : '',
  }
}

type Part = { fields: ReadonlyMap<string, string>; body: string }

function splitPart(text: string): Part {
  const normal = text.replaceAll('\r\n', '\n').replace(/^\n/, '')
  const end = normal.indexOf('\n\n')
  const head = end < 0 ? normal : normal.slice(0, end)
  // A line that begins with a blank goes on with the field before it (RFC 5322, section 2.2.3).
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { fields: new Map(fields), body: end < 0 ? '' : normal.slice(end + 2) }
}

function decodeBody({ fields, body }: Part): string {
  const encoding = (fields.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\n', '')) : body
}

/** Words outside ASCII in a field (RFC 2047). */
function decodeWords(field: string): string {
  return field
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
