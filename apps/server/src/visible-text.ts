/** What is wrong with a text that people read before they agree, in words; undefined where it reads as it is written. */
export function findInvisible(text: string): string | undefined {
  return /\p{C}/u.test(text) ? 'must have no signs that are not seen or turn others around' : undefined
}
