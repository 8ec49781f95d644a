import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { type Batch, type BatchSummary, type OpenSummary, runClosedLoop, runOpenLoop, sendBatch } from './loops.ts'
import { measureProcess, toProgram } from './processes.ts'
import { mixedRequest, writeRequest } from './requests.ts'
import { openSlowSockets, type SlowSockets, type SlowSummary } from './slow-sockets.ts'
import type { Summary } from './tally.ts'

/** Of the mixed requests, from the first one on: each is sent once. */
type Loop = { port: number; seconds: number; first: number }

/** The jobs of a generator of load: what each is given and what it answers. */
type Jobs = {
  closed: { given: Loop & { callers: number }; answer: Summary }
  open: { given: Loop & { rate: number; most: number; onsetSeconds: number }; answer: OpenSummary }
  batch: { given: Batch; answer: BatchSummary }
  slow: { given: SlowSockets; answer: SlowSummary }
}

type JobName = keyof Jobs

/** A process that makes load. */
export type Generator = {
  /** Runs one job; `cpu` is the share of a core that it took. */
  run: <Name extends JobName>(job: Name, given: Jobs[Name]['given']) => Promise<Jobs[Name]['answer'] & { cpu: number }>
  stop: () => Promise<void>
}

/** Starts a generator; where `core` names one, on that alone and with a share of its own. */
export function startGenerator({ core }: { core?: number } = {}): Generator {
  const child = fork(import.meta.filename, { detached: core !== undefined })
  const { pid, end } = toProgram(child)
  // All of its threads; those that it starts later stay there, too.
  if (core !== undefined) execFileSync('taskset', ['-acp', String(core), String(pid)])
  let jobs = 0
  return {
    run: async (job, given) => {
      const id = ++jobs
      const measure = measureProcess(pid)
      const answer = waitForAnswer(child, id)
      child.send({ id, job, given })
      return { ...(await answer), cpu: measure().cpu } as never
    },
    stop: () => end(),
  }
}

function waitForAnswer(child: ChildProcess, id: number): Promise<object> {
  return new Promise((resolve, reject) => {
    const listen = (message: { id: number; answer: object }) => {
      if (message.id !== id) return
      child.off('message', listen).off('exit', lose)
      resolve(message.answer)
    }
    const lose = () => reject(new Error('the generator of load ended'))
    child.on('message', listen).once('exit', lose)
  })
}

const RUN: { [Name in JobName]: (given: Jobs[Name]['given']) => Promise<Jobs[Name]['answer']> } = {
  closed: (loop) => runClosedLoop({ ...loop, request: requestsOf(loop) }),
  open: (loop) => runOpenLoop({ ...loop, request: requestsOf(loop) }),
  batch: sendBatch,
  slow: openSlowSockets,
}

function requestsOf({ first }: Loop): (n: number) => Buffer {
  return (n) => writeRequest(mixedRequest(first + n))
}

if (import.meta.main) {
  process.on('message', ({ id, job, given }: { id: number; job: JobName; given: never }) => {
    void RUN[job](given).then((answer) => process.send?.({ id, answer }))
  })
  // Nothing floods on when nothing is there to count.
  process.on('disconnect', () => process.exit())
}
