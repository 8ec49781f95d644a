const MAX_PROBLEM_LENGTH = 300

/** A server's words as the operator may read them: on one line, not too long, and without the recipient's address. */
export function withoutAddresses(text: string, to: string): string {
  const local = to.slice(0, to.lastIndexOf('@')).toLowerCase()
  // Servers also write "user ada unknown", without the domain.
  const hide = (word: string) => (word.replace(/[.!?]+$/, '').toLowerCase() === local ? '[address]' : word)
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\S*@\S*/g, '[address]')
    .replaceAll(/[^\s<>"'()[\]:;,]+/g, hide)
    .slice(0, MAX_PROBLEM_LENGTH)
    .trim()
}
