/**
 * The English heading of each page for people who aren't signed in. The build writes it into the page's documents, translated by the page's
 * catalogs, so that it can be read before any script has loaded.
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
