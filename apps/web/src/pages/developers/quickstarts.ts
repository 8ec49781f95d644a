import { say } from '../../words/speak.ts'
/** A way to begin: the files, how to run them, and what comes of it. */
export type Quickstart = {
  id: string
  title: string
  lead: string
  files: readonly string[]
  run: string
  outcome: string
}

/** What comes first. The packages are at no registry, so everything starts from a checkout. */
export const INSTALL = 'npm install'

/** Takes the packages into a project beside the checkout. */
export const INSTALL_ELSEWHERE =
  'npm pack -w packages/receipt -w packages/engine -w packages/contract -w packages/client --pack-destination ../my-project && cd ../my-project && npm install ./stillhere-*.tgz'

export const QUICKSTARTS: readonly Quickstart[] = [
  {
    id: 'verify',
    title: say('Verify a receipt'),
    lead: say('Offline, in Node or a browser, without asking anybody. Trust only keys that you pinned.'),
    files: ['verify-receipt.ts', 'receipt.json'],
    run: 'npm exec -- node examples/verify-receipt.ts',
    outcome:
      'It prints that the receipt is good for you, and whose it is. Change one character of receipt.json, and it says what is wrong.',
  },
  {
    id: 'scan',
    title: say('Add a scan'),
    lead: say('One element for your page. It asks for the sensors, shows the strokes, and ends with a receipt.'),
    files: ['vite-page/index.html', 'vite-page/main.ts'],
    run: 'npm exec -- vite examples/vite-page',
    outcome: 'Open it on a phone over https, press Scan and follow six arrows. Your server then verifies what it gets.',
  },
  {
    id: 'agent',
    title: say('Register an agent'),
    lead: say('Declares an agent, proves its key in the same call, and signs a request that says who it is.'),
    files: ['signed-agent-request.ts'],
    run: 'STILLHERE_URL=ORIGIN npm exec -- node examples/signed-agent-request.ts',
    outcome: 'It prints the signed header fields, then 200 and the agent’s id. Look it up on the Agents page.',
  },
]

/** The command with this service's address in it. */
export function commandFor({ run }: Pick<Quickstart, 'run'>, origin: string): string {
  return run.replace('ORIGIN', origin)
}
