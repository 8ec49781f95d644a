import { runCli } from './cli/main.ts'

await runCli(['serve'])
