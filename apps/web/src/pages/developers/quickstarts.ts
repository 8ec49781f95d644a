/** A way to begin: what to install, the files, how to run them, and what comes of it. */
export type Quickstart = {
  id: string
  title: string
  lead: string
  install: string
  files: readonly string[]
  run: string
  outcome: string
}

export const QUICKSTARTS: readonly Quickstart[] = [
  {
    id: 'verify',
    title: 'Verify a receipt',
    lead: 'Offline, in Node or a browser, without asking anybody. Trust only keys that you pinned.',
    install: 'npm install @stillhere/receipt',
    files: ['verify-receipt.ts', 'receipt.json'],
    run: 'node verify-receipt.ts',
    outcome:
      'It prints all seven checks as PASS or SKIPPED. Change one character of receipt.json, and it says what is wrong.',
  },
  {
    id: 'scan',
    title: 'Add a scan',
    lead: 'One element for your page. It asks for the sensors, shows the strokes, and ends with a receipt.',
    install: 'npm install @stillhere/client vite',
    files: ['vite-page/index.html', 'vite-page/main.ts'],
    run: 'npx vite',
    outcome: 'Open it on a phone over https, press Scan and follow six arrows. Your server then verifies what it gets.',
  },
  {
    id: 'agent',
    title: 'Register an agent',
    lead: 'Declares an agent, proves its key in the same call, and signs a request that says who it is.',
    install: 'npm install @stillhere/receipt',
    files: ['signed-agent-request.ts'],
    run: 'STILLHERE_URL=ORIGIN node signed-agent-request.ts',
    outcome: 'It prints the signed header fields, then 200 and the agent’s id. Look it up on the Agents page.',
  },
]

/** The command with this service's address in it. */
export function commandFor({ run }: Pick<Quickstart, 'run'>, origin: string): string {
  return run.replace('ORIGIN', origin)
}
