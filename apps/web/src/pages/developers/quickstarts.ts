import { say } from '../../words/speak.ts'

/** A quickstart: its files, the command, and the result. */
export type Quickstart = {
  id: string
  title: string
  lead: string
  files: readonly string[]
  run: string
  outcome: string
}

/** The first command. The packages aren't in a registry, so everything starts from a checkout. */
export const INSTALL = 'npm install'

/** Installs the packages in a project next to the checkout. */
export const INSTALL_ELSEWHERE =
  'npm pack -w packages/receipt -w packages/engine -w packages/contract -w packages/client --pack-destination ../my-project && cd ../my-project && npm install ./stillhere-*.tgz'

export const QUICKSTARTS: readonly Quickstart[] = [
  {
    id: 'verify',
    title: say('Verify a receipt'),
    lead: say('Works offline, in Node or a browser. Trust only the keys you pinned.'),
    files: ['verify-receipt.ts', 'receipt.json'],
    run: 'npm exec -- node examples/verify-receipt.ts',
    outcome: say(
      'It prints that the receipt is valid for you and who it’s about. Change one character in receipt.json and it tells you what’s wrong.',
    ),
  },
  {
    id: 'scan',
    title: say('Add a scan'),
    lead: say('One element for your page. It asks for sensor access, shows the arrows and ends with a receipt.'),
    files: ['vite-page/index.html', 'vite-page/main.ts'],
    run: 'npm exec -- vite examples/vite-page',
    outcome: say(
      'Open it on a phone over https, tap Scan and follow six arrows. Your server then verifies the receipt.',
    ),
  },
  {
    id: 'agent',
    title: say('Register an agent'),
    lead: say('Declare an agent, prove its key in the same call, and sign a request that says who it is.'),
    files: ['signed-agent-request.ts'],
    run: 'STILLHERE_URL=ORIGIN npm exec -- node examples/signed-agent-request.ts',
    outcome: say('It prints the signed header fields, then 200 and the agent’s ID. Look it up on the Agents page.'),
  },
]

/** Returns the shell command of a quickstart, in which ORIGIN is replaced by `origin`, this service's address. */
export function createCommand({ run }: Pick<Quickstart, 'run'>, origin: string): string {
  return run.replace('ORIGIN', origin)
}
