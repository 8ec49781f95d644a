import { cpus } from 'node:os'
import type { Table } from '../world/parts.ts'

/** The text around the rows in docs/internals/measurements/faults.md. */
export const TABLE: Table = {
  page: 'faults',
  failing: 'BROKEN',
  head: `# Faults

Written by \`npm run faults\`; \`npm run faults -- NAME\` runs one of them and replaces its rows. The faults are real: processes are killed with
SIGKILL, a TCP proxy between service and database breaks connections, libfaketime shifts the clocks of processes. The machine had ${cpus().length} cores, shared with
others, so pauses are longer than elsewhere: “load” is its load average when a row was written.

| fault | what is broken | requirement | | measured |
|---|---|---|---|---|
`,
  notes: `
Not tested: receipts signed by a service with a wrong clock.
`,
}
