/** Whose words a page needs beside its own: those of the pages that it borrows parts from. */
const BORROWS: Readonly<Record<string, readonly string[]>> = {
  approve: ['join', 'scan'],
  check: ['join', 'scan'],
  node: ['verify'],
  r: ['verify'],
  receipts: ['verify'],
  scan: ['join'],
  setup: ['admin'],
}

/** The catalogues that a page needs, apart from the one that all pages share. */
export function areasOf(page: string): string[] {
  return [page, ...(BORROWS[page] ?? [])]
}
