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

## Against @fastify/under-pressure

Written by hand. \`@fastify/under-pressure\` 9.2.0 replaced the overload code on a branch that isn't kept: a mean loop delay of 100 ms at most (sampled each
250 ms), fewer than 16 callers that wait for the database (checked each 50 ms), and 100 requests under way per address. Both ran in turn (A B A B), without a
proxy, 15 s each, at ten times their own peak. Other work filled both cores, and the peak of one variant changed by a factor of up to 2.6 between two runs.
So only differences larger than that count.

| | overload code | under-pressure |
|---|---|---|
| own peak, requests a second | 192, 164 | 160, 61 |
| goodput after 4 s, share of the own peak | 60 %, 62 % | 31 %, 8 % |
| p99 of accepted requests | 15.8 s, 12.2 s | 3.0 s, 6.9 s |
| never answered | 1,332 and 466 | 0 and 891 |
| honest callers served in the end | 71 %, 75 % | 13 %, 86 % |
| honest callers served within a second | 0 %, 8 % | 7 %, 0 % |
| memory at most | 354 MB, 342 MB | 261 MB, 217 MB |
| CPU seconds of the service | 13.5, 10.3 | 9.5, 5.1 |
| load of the machine | 7.1, 9.0 | 8.0, 11.0 |
| served of 800 requests at once, four times | 346, 206, 222, 127 (load 13 to 14) | 285, 253, 276, 358 (load 19 to 21) |
| CPU of one refusal where all are refused, four runs of 4 s | 327, 145, 77, 80 µs (load 21) | 2,451, 577, 353, 393 µs (load 22) |

- **Measured:** a refusal before the framework costs a third to a fifth of one inside it. CPU time depends little on other work. The first run of each is the
  compiler's; the alternative had fewer requests to warm up with.
- **Not decided:** the alternative had less goodput and took less memory in both runs, but its own two shares differ by a factor of four. Honest callers and the burst
  show no gain of either. Turns, the two patiences, the order of a long queue, held refusals, shares and unread bodies were not measured one by one.
- **Not run:** \`overload\`, \`sockets\` and \`uploads\`. HAProxy passes 24 quick requests at once to the service, so \`overload\` says little about this code.
`,
}
