/** Further message catalogs of a page, by page: those of pages whose components it uses, and those that only some pages need. */
const BORROWS: Readonly<Record<string, readonly string[]>> = {
  admin: ['calibration', 'invites', 'publishing', 'sites'],
  approve: ['ask', 'passkeys', 'scan', 'verdicts'],
  check: ['ask', 'passkeys', 'scan', 'verdicts'],
  developers: ['verdicts'],
  join: ['passkeys', 'wallet'],
  node: ['ask', 'passkeys', 'verdicts', 'verify', 'wallet'],
  r: ['verdicts', 'verify'],
  receipts: ['verdicts', 'verify'],
  verify: ['verdicts'],
  scan: ['passkeys', 'verdicts'],
  setup: ['admin', 'invites'],
}

/** Lists the names of the message catalogs that a page needs, besides the common catalog of all pages. */
export function listAreas(page: string): string[] {
  return [page, ...(BORROWS[page] ?? [])]
}
