import { cpus } from 'node:os'
import type { Table } from '../world/parts.ts'

/** What stands around the rows in docs/measurements/floods.md. */
export const TABLE: Table = {
  page: 'floods',
  failing: 'MISSES',
  head: `# Floods

Written by \`npm run floods\`; \`npm run floods -- NAME\` runs one of them and replaces its rows. Do not edit. Service, database and what makes the load are
processes of their own on one machine of ${cpus().length} cores; where others used it, too, times are longer than elsewhere: “load” is its load average when the row was
written. [Decision 0078](../decisions/0078-floods.md).

| flood | what comes | what must hold | | seen |
|---|---|---|---|---|
`,
  notes: `
Callers of other addresses (“others”) look at public figures and ask for a challenge twenty times a second all the while. A refusal is a 429 or 503 with
\`Retry-After\`. Goodput counts answers that did what was asked within a second; times of the open loop count from when a request was due.

Overload: callers come when they are due, on new connections where all others are waiting, up to 15,000. The first row says how many were due and how many
went out. The generator runs in a session of its own, on one core, of which it says its share. The peak is what the same set-up serves, found with 8, 16, 32
and 64 callers who wait for their answers.

- \`overload\`: a service behind HAProxy, as \`deploy/haproxy.cfg\` has it, but for addresses and TLS. Memory is that of the service and of HAProxy.
- \`overload-bare\`: one without a proxy. To read and refuse a request costs it about 90 µs, so that nine of ten refusals take more than a third of its time; and Node accepts one
  connection in each turn of the event loop, so that callers who come on new connections may wait for many seconds before anybody can refuse them
  ([0078](../decisions/0078-floods.md)).

Memory of uploads and captures: the service idles at about 200 MB, and had about 390 MB after 11 captures with both threads at work; waiting bodies come on top, 128 MiB by
their bound. What else adds to it was not looked into, and more than 200 at once were not tried.

Not tried: floods over a real network, over TLS, and from more machines than this one; packets that never become a connection are the kernel's and the
provider's matter.
`,
}
