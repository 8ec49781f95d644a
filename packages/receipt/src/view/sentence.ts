/** Returns the text with a capital letter in front and a full stop behind; places such as /issuer/id keep their spelling. */
export function toSentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
