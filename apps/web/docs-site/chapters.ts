/** A chapter of the docs: its files in reading order, by their paths in the repository. */
export type Chapter = { title: string; files: readonly string[] }

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)

/** The contents of the docs, as the sidebar shows them. Every guide stands in exactly one chapter. */
export const CHAPTERS: readonly Chapter[] = [
  { title: 'Start', files: docs('README', 'start', 'add-to-your-site', 'testing') },
  {
    title: 'Concepts',
    files: docs(
      'concepts/presence',
      'concepts/receipts',
      'concepts/levels',
      'concepts/checks',
      'concepts/approvals',
      'receipt-limits',
    ),
  },
  {
    title: 'Guides',
    files: docs(
      'guides/protect-a-form',
      'guides/step-up-login',
      'guides/approve-a-deploy',
      'guides/verify-offline',
      'guides/deploy',
      'guides/back-up',
      'guides/upgrade',
    ),
  },
  {
    title: 'For sites and agents',
    files: docs(
      'sites',
      'checks',
      'approvals',
      'oidc',
      'webhooks',
      'tokens',
      'middleware',
      'scan-element',
      'badge',
      'http-client',
      'keys',
      'agents',
      'mcp',
      'discovery',
      'port-the-verifier',
    ),
  },
  {
    title: 'People',
    files: docs(
      'nodes',
      'identity',
      'invites',
      'otp',
      'passkeys',
      'wallet',
      'notices',
      'scan',
      'another-way',
      'motion',
      'entropy',
      'recruitment',
      'research',
    ),
  },
  { title: 'Operating', files: docs('operation', 'settings', 'system', 'mail', 'publishing', 'calibration', 'web') },
  { title: 'Reference', files: docs('errors', 'receipts', 'kept-receipts', 'verification', 'challenge') },
  {
    title: 'The engine',
    files: docs('engine', 'presence', 'signature', 'coupling', 'replay', 'camera', 'walks'),
  },
  { title: 'Measurements', files: docs('measurements/README', 'measurements/pages', 'arena', 'injections') },
  { title: 'Glossary', files: docs('glossary') },
  { title: 'FAQ', files: docs('faq') },
  { title: 'Comparison', files: docs('comparison') },
  {
    title: 'The project',
    files: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/decisions/README.md',
      'packages/receipt/README.md',
      'packages/receipt-python/README.md',
      'packages/engine/README.md',
      'packages/client/README.md',
      'packages/contract/README.md',
    ],
  },
]
