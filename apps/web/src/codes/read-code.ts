// Six digits, perhaps in two groups, and no digit next to them: a date or a price of the same mail is none.
const CODE = /(?<!\d)(\d{3})[\s\-–]?(\d{3})(?!\d)/u

/** The code in whatever was typed or pasted: "123 456", or a whole line of the mail; null where there is none. */
export function readCode(text: string): string | null {
  const [, first, second] = CODE.exec(text) ?? []
  return first === undefined || second === undefined ? null : first + second
}
