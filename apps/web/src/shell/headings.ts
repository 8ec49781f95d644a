/**
 * The heading of each page as somebody meets it who is not signed in, in English. The build writes it into the page's documents, one for
 * each language by the page's own catalogues, so that it can be read before any script has arrived.
 */
export const HEADINGS: Readonly<Record<string, string>> = {
  home: 'Show that you’re here.',
  join: 'Join or sign in',
  scan: 'Scan',
  node: 'My node',
  network: 'The network',
  verify: 'Verify a receipt',
  receipts: 'Your receipts',
  agents: 'Agents',
  research: 'Lend us your motion.',
  admin: 'Admin',
  developers: 'For developers',
  waitlist: 'Ask for an invite',
  confirm: 'Confirm your application',
  missing: 'Page not found',
}
