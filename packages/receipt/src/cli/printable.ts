// Control characters move the cursor or recolor the screen; bidi overrides and invisible characters make a text look
// like another one. A receipt may hold them all, so none reaches a terminal.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const MAX_PRINTED_LENGTH = 400

/** Text that a terminal shows as it is: unsafe characters escaped, and cut where nobody would read on. */
export function printable(text: string): string {
  const cut = text.length - MAX_PRINTED_LENGTH
  const shown = escapeUnsafe(text.slice(0, MAX_PRINTED_LENGTH))
  return cut > 0 ? `${shown} ... (${cut} more characters)` : shown
}

/** Indented JSON text, equal to the value, with every unsafe character written as an escape. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(UNSAFE, (found) => (found === '\n' ? found : escapeUnits(found)))}\n`
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)
}

// JSON knows only \u and four digits, so a character beyond them becomes its two surrogates.
function escapeUnits(found: string): string {
  return Array.from({ length: found.length }, (_, index) => escapeUnit(found.charCodeAt(index))).join('')
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
