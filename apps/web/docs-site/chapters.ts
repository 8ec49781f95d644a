/** A chapter of the docs: its files in reading order, by their paths in the repository. */
export type Chapter = { title: string; files: readonly string[] }

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)
const readReadme = (name: string) => `packages/${name}/README.md`

/** The contents of the docs, as the sidebar shows them: chapters for users first, internals last. Every page is in exactly one chapter. */
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
      'waitlist',
      'otp',
      'sessions',
      'passkeys',
      'recovery',
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
  {
    title: 'Operating',
    files: docs('setup', 'operation', 'overview', 'people', 'settings', 'system', 'threat-model', 'mail', 'publishing'),
  },
  {
    title: 'Reference',
    files: docs('errors', 'credentials', 'receipts', 'kept-receipts', 'verification', 'glossary', 'faq', 'comparison'),
  },
  {
    title: 'Packages',
    files: [
      ...['receipt', 'receipt-python', 'client', 'contract'].map(readReadme),
      ...docs(
        'reference/receipt',
        'reference/receipt-approver',
        'reference/receipt-view',
        'reference/receipt-documents',
        'reference/receipt-verifier',
        'reference/client',
        'reference/client-camera',
        'reference/client-keys',
        'reference/client-kept-receipts',
        'reference/client-format',
        'reference/client-middleware',
        'reference/client-element',
        'reference/client-testing',
      ),
    ],
  },
  {
    title: 'Internals: the project',
    files: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      ...docs(
        'internals/README',
        'internals/walks',
        'internals/web',
        'internals/decisions/README',
        'internals/stories',
        'internals/models',
        'internals/questions',
      ),
    ],
  },
  {
    title: 'Internals: the engine',
    files: [
      ...docs(
        'internals/engine',
        'internals/presence',
        'internals/challenge',
        'internals/signature',
        'internals/coupling',
        'internals/replay',
        'internals/camera',
        'internals/calibration',
      ),
      readReadme('engine'),
    ],
  },
  {
    title: 'Internals: measurements',
    files: docs(
      'internals/measurements/README',
      'internals/measurements/presence',
      'internals/arena',
      'internals/injections',
      'internals/measurements/simulated-hands',
      'internals/measurements/pages',
      'internals/measurements/speed',
      'internals/measurements/ha',
      'internals/measurements/faults',
      'internals/measurements/floods',
      'internals/measurements/histories',
      'internals/measurements/fuzz',
    ),
  },
]
