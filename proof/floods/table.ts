import { cpus } from 'node:os'
import type { Table } from '../world/parts.ts'

/** The text around the rows in docs/internals/measurements/floods.md. */
export const TABLE: Table = {
  page: 'floods',
  failing: 'MISSES',
  head: `# Floods

Written by \`npm run floods\`; \`npm run floods -- NAME\` runs one of them and replaces its rows. Do not edit. Service, database and load generator are
separate processes on one machine with ${cpus().length} cores. When other work ran there, too, times are longer: “load” is its load average when the row was
written. [Decision 0078](../decisions/0078-floods.md).

| flood | load | requirement | | measured |
|---|---|---|---|---|
`,
  notes: `
Meanwhile callers from other addresses (“others”) read public figures and request a challenge twenty times a second. A refusal is a 429 or 503 with
\`Retry-After\`. Goodput counts successful responses within a second; open-loop times count from when a request was due.

Overload: requests are sent when they are due, on new connections if all others are waiting, up to 15,000. The first row says how many were due and how many
were sent. The generator runs in its own session, on one core, and reports its share. The peak is the throughput of the same set-up with 8, 16, 32
and 64 closed-loop callers.

- \`overload\`: a service behind HAProxy, as in \`deploy/haproxy.cfg\` except addresses and TLS. Memory is that of the service and of HAProxy.
- \`overload-bare\`: one without a proxy. To read and refuse a request costs it about 90 µs, so nine of ten refusals take more than a third of its time; and Node accepts one
  connection in each turn of the event loop, so callers on new connections may wait for seconds before they can be refused
  ([0078](../decisions/0078-floods.md)).

Memory of uploads and captures: the service idles at about 200 MB, and had about 390 MB after 11 captures with both threads at work; waiting bodies come on top, 128 MiB by
their bound. Other contributions were not investigated, and more than 200 at once were not tested.

Not tested: floods over a real network, over TLS, and from several machines. Packets that never become a connection are the kernel's and the
provider's concern.

## Against @fastify/under-pressure

Written by hand. Each piece of the overload code was taken out on a branch that isn't kept, and \`@fastify/under-pressure\` 9.2.0 put in place of all: a mean loop
delay of 100 ms at most (sampled each 250 ms), fewer than 16 callers that wait for the database (checked each 50 ms), 100 requests under way per address. Open
loop, 15 s at a fixed rate, without a proxy; the service serves about 500 a second. Goodput after the first 4 s. Little else ran (load 2.3 to 3.6), but where a row
says "busy" (2.7 to 4.7, with files copied and read). Between runs of one variant goodput varied by a third, on the busy machine by more.

| variant | 1,000 a second: goodput, p99 of accepted | 3,000 a second: goodput, p99 of accepted |
|---|---|---|
| as it was, refusals held for 2 s | 505, 191 ms | 341, 7,585 ms |
| **refusals not held** | 478, 197 ms | 432, 228 ms |
| no bound on beginnings in a turn of the event loop | 487, 194 ms | not run |
| one patience (200 wait for 1 s at most), refusals held | 473, 619 ms; 357, 964 ms | 278, 6,076 ms |
| one patience, refusals not held | 476, 612 ms | 382, 813 ms |
| no early refusal, no turns; 16 or 100 wait for the database | 333, 827 ms (100) | 151, 735 ms (16); 13, 6,599 ms and 4,519 unanswered (100) |
| as it was, busy | 231, 6,700 ms; 253, 4,134 ms | 27, 6,513 ms; 217, 8,733 ms; 142, 4,199 ms |
| under-pressure, busy | 254, 476 ms; 199, 656 ms | 10, 10,312 ms and 3,193 unanswered; 215, 6,915 ms |

- **Held refusals** made accepted callers wait for seconds at 3,000 a second. They are deleted.
- **The bound on beginnings in a turn** changed nothing. It's deleted.
- **Early refusal stays:** inside the framework a refusal costs three to five times the CPU (77 to 145 µs against 353 to 577), and at 3,000 a second goodput collapses.
- **Two patiences stay:** they give a p99 of a third, and all of 800 requests at once are served after a quiet time (with one patience 254, 235, 557 and 800 of them).
- **The bound on large bodies stays:** 200 uploads at once take 419 MB with it and 1,113 MB with under-pressure.
- **Unread bodies** make no difference with 200 uploads (p99 3.2 s against 2.8 s). They stay because a caller can then read the answer before its body is sent.
- **Behind HAProxy** at 3,000 a second, as it was: 282 and 265 a second, p99 299 and 333 ms; without early refusal and turns 110 to 152 a second, p99 622 to 859 ms (load 4.5 to 5.4).
- **One address alone** sends 1,000 a second: under-pressure, with 100 under way per address, serves other addresses better (62 % within a second against 43 %; once each).
- **Not measured alone:** the order of a long queue and the shares. The two deletions were not measured together, nor with other numbers.
`,
}
