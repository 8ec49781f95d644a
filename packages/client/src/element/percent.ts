// What is a whole percent must not become less by the way computers keep numbers.
const TINY = 1e-9

/** A share of 1 in whole percent, never rounded up to what is needed. */
export function writePercent(share: number, language: string): string {
  return (Math.floor(share * 100 + TINY) / 100).toLocaleString(language, { style: 'percent' })
}
