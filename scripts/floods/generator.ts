import { type Batch, type BatchSummary, sendBatch } from './each.ts'
import { type OpenSummary, runClosedLoop, runOpenLoop } from './loops.ts'
import { mixedRequest } from './requests.ts'
import { openSlowSockets, type SlowSockets, type SlowSummary } from './slow-sockets.ts'
import type { Summary } from './tally.ts'

type Loop = { port: number; seconds: number; name: string }

/** What the generator of load can be asked to do. */
export type Jobs = {
  closed: { asked: Loop & { callers: number }; answer: Summary }
  open: { asked: Loop & { rate: number; most: number; onsetSeconds: number }; answer: OpenSummary }
  batch: { asked: Batch; answer: BatchSummary }
  slow: { asked: SlowSockets; answer: SlowSummary }
}

export type JobName = keyof Jobs

const RUN: { [Name in JobName]: (asked: Jobs[Name]['asked']) => Promise<Jobs[Name]['answer']> } = {
  closed: ({ name, ...loop }) => runClosedLoop({ ...loop, request: (n) => mixedRequest(n, name) }),
  open: ({ name, ...loop }) => runOpenLoop({ ...loop, request: (n) => mixedRequest(n, name) }),
  batch: sendBatch,
  slow: openSlowSockets,
}

process.on('message', ({ id, job, asked }: { id: number; job: JobName; asked: never }) => {
  void RUN[job](asked).then((answer) => process.send?.({ id, answer }))
})
// Nothing floods on when nobody is there to count.
process.on('disconnect', () => process.exit())
