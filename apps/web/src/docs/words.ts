/** Texts that the script of the docs shows. */
export const WORDS = {
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected',
  searching: 'Searching…',
  nothing: 'Nothing found. Try fewer or other words.',
  unreachable: 'The search didn’t load. Check your connection and try again.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  foundMore: (shown: number, count: number) => `The best ${shown} of ${count} results`,
}
