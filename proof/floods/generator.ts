import { type Batch, type BatchSummary, sendBatch } from './each.ts'
import { type OpenSummary, runClosedLoop, runOpenLoop } from './loops.ts'
import { mixedRequest, writeRequest } from './requests.ts'
import { openSlowSockets, type SlowSockets, type SlowSummary } from './slow-sockets.ts'
import type { Summary } from './tally.ts'

/** Of the mixed requests, from the first one on: each is sent once. */
type Loop = { port: number; seconds: number; first: number }

/** What the generator of load can be asked to do. */
export type Jobs = {
  closed: { asked: Loop & { callers: number }; answer: Summary }
  open: { asked: Loop & { rate: number; most: number; onsetSeconds: number }; answer: OpenSummary }
  batch: { asked: Batch; answer: BatchSummary }
  slow: { asked: SlowSockets; answer: SlowSummary }
}

export type JobName = keyof Jobs

const RUN: { [Name in JobName]: (asked: Jobs[Name]['asked']) => Promise<Jobs[Name]['answer']> } = {
  closed: (loop) => runClosedLoop({ ...loop, request: requestsOf(loop) }),
  open: (loop) => runOpenLoop({ ...loop, request: requestsOf(loop) }),
  batch: sendBatch,
  slow: openSlowSockets,
}

function requestsOf({ first }: Loop): (n: number) => Buffer {
  return (n) => writeRequest(mixedRequest(first + n))
}

process.on('message', ({ id, job, asked }: { id: number; job: JobName; asked: never }) => {
  void RUN[job](asked).then((answer) => process.send?.({ id, answer }))
})
// Nothing floods on when nobody is there to count.
process.on('disconnect', () => process.exit())
