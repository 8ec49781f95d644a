import { say } from '../../platform/speakers.ts'

/** One form of a command: its usage, its purpose, and an example that works. */
type Form = { form: string; does: () => string; example: string }

const FORMS: readonly Form[] = [
  {
    form: 'serve [--lan] [--sandbox]',
    does: () =>
      say(
        'runs the service until it is stopped; --lan: for phones on the same network, over HTTPS; --sandbox: for tests, with its own data; its receipts are marked and refused elsewhere',
      ),
    example: 'serve --lan',
  },
  {
    form: 'setup',
    does: () => say('prints a link that opens Admin once, within an hour, for anyone who has it'),
    example: 'setup',
  },
  {
    form: 'invite [--count N] [--json]',
    does: () => say('makes invite codes (1 to 1000) and prints them, whether the service runs or not'),
    example: 'invite --count 5',
  },
  {
    form: 'site add NAME --origin URL [--origin URL …] [--return URL …] [--webhook URL] [--logout URL] [--ping URL] [--action TEXT [--min-assurance LEVEL] …] [--test] [--json]',
    does: () => say('registers a site and prints its key and its secrets, which are shown this once'),
    example: 'site add Forum --origin https://forum.example',
  },
  {
    form: 'site list [--json] | site allow SITE_KEY --origin URL … | site secret SITE_KEY | site remove SITE_KEY',
    does: () =>
      say(
        'lists the sites; lets pages of another origin ask; gives a site a second secret; removes one with its secrets',
      ),
    example: 'site list --json',
  },
  {
    form: 'doctor [--json]',
    does: () => say('checks settings, secrets, database, mails and proxy; exit code 1 when something is broken'),
    example: 'doctor',
  },
  { form: 'migrate', does: () => say('brings the database up to this version'), example: 'migrate' },
  {
    form: 'calibrate',
    does: () =>
      say(
        'learns thresholds from the research sessions and prints what it found; options: --target-fars 0.01,0.05,0.1 --feature-mode MODE --pca-output-dim N --min-variance V --typescript-features',
      ),
    example: 'calibrate --target-fars 0.01,0.05',
  },
  {
    form: 'research export FOLDER',
    does: () =>
      say(
        'writes the whole captures that people gave to research, under names of this export alone, as a data set with trial lists',
      ),
    example: 'research export recordings',
  },
  {
    form: 'backup FILE',
    does: () => say('writes all data into a new file, also while the service runs'),
    example: 'backup stillhere-2026-11-18.gz',
  },
  {
    form: 'restore FILE [--replace]',
    does: () => say('reads a backup into an empty database; --replace removes what is there first'),
    example: 'restore stillhere-2026-11-18.gz',
  },
  {
    form: 'verify FILE [--audience TEXT] [--allow-test] [--json]',
    does: () => say('judges a receipt of this service; exit code 1 when it is not valid, 2 when the issuer is unknown'),
    example: 'verify receipt.json --audience https://shop.example',
  },
  {
    form: 'mcp --service URL [--key FILE]',
    does: () =>
      say(
        'the tools for approvals as an MCP server on stdin and stdout, for an AI agent; it signs with the key in the file, which is made on first use (~/.config/stillhere/agent-key.pem)',
      ),
    example: 'mcp --service https://id.example.org',
  },
  {
    form: 'rotate-key [--compromised]',
    does: () => say('gives the service a new key to sign receipts with; --compromised: trust no earlier key'),
    example: 'rotate-key',
  },
  {
    form: 'unbind-wallet ADDRESS',
    does: () => say('frees a lost wallet’s node: it gets codes by mail again; exit code 1 when none is bound'),
    example: 'unbind-wallet 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  },
  {
    form: 'roots import FILE --root CERTIFICATE [--least-certification LEVEL] [--signer NAME]',
    does: () =>
      say(
        'reads metadata of the FIDO Alliance (a signed blob) and keeps which models of security keys give level 3; LEVEL: L1 (if absent), L1plus, L2, L2plus, L3 or L3plus',
      ),
    example: 'roots import blob.jwt --root globalsign-root-r3.pem',
  },
  {
    form: 'roots refresh FILE | roots list [--json] | roots remove',
    does: () =>
      say(
        'reads newer metadata under the same root; lists what vouches for devices; removes the metadata, and with it level 3 of its models',
      ),
    example: 'roots refresh blob.jwt',
  },
  {
    form: 'free-agent AGENT_ID',
    does: () => say('removes an agent that is revoked or was never proved, so that its handle can be declared again'),
    example: 'free-agent agent:indexer-1@example.org',
  },
]

const COLUMN = 28
const WIDTH = 118

/** Returns the help text with all commands and their purposes, in the language of the terminal. */
export function formatHelp(): string {
  return [
    say('Usage: stillhere COMMAND'),
    '',
    ...FORMS.flatMap(listLines),
    '',
    say('--sandbox behind any command works with the data of a sandbox.'),
    say('stillhere COMMAND --help shows an example of each; --version prints the version.'),
    say('All settings come from the environment: docs/settings.md.'),
  ].join('\n')
}

/** Returns the help text of one command: its usage, its purpose, and examples. */
export function formatCommandHelp(command: string): string {
  const forms = listForms(command)
  return [
    formatUsage(command),
    '',
    ...forms.flatMap(({ does }) => splitLines(does(), WIDTH - 2).map((line) => `  ${line}`)),
    '',
    forms.length === 1 ? say('Example:') : say('Examples:'),
    ...forms.map(({ example }) => `  stillhere ${example}`),
  ].join('\n')
}

function listLines({ form, does }: Form): string[] {
  const lines = splitLines(does(), WIDTH - COLUMN).map((line) => `${' '.repeat(COLUMN)}${line}`)
  const isShort = form.length <= COLUMN - 3
  if (!isShort) return [`  ${form}`, ...lines]
  const [first = '', ...rest] = lines
  return [`  ${form}`.padEnd(COLUMN) + first.trimStart(), ...rest]
}

function splitLines(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}(?:\\s|$)`, 'g'))?.map((line) => line.trimEnd()) ?? []
}

/** Returns the usage line of a command. For an unknown command, returns a line that says how to list all commands. */
export function formatUsage(command: string): string {
  const forms = listForms(command).map(({ form }) => form)
  if (forms.length === 0) return say('stillhere help lists the commands.')
  return say('Usage: stillhere {forms}', { forms: forms.join(' | stillhere ') })
}

function listForms(command: string): Form[] {
  return FORMS.filter(({ form }) => form.split(' ')[0] === command)
}
