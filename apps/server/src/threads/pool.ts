import { availableParallelism } from 'node:os'
import { type TransferListItem, Worker } from 'node:worker_threads'
import { unavailable } from '../problem.ts'
import type { TaskName, Tasks } from '../tasks/tasks.ts'

export type Asked = { name: TaskName; input: unknown }
/** What came of a task, and the processor time that it took. */
export type Told = ({ answer: unknown } | { failure: Error }) & { cpuMs?: number }

/** Hears what a task cost, however it ended. */
type OnCpu = (cpuMs: number) => void

type InputOf<Name extends TaskName> = Parameters<Tasks[Name]>[0]
type AnswerOf<Name extends TaskName> = ReturnType<Tasks[Name]>['answer']

/** Threads that do what would hold up the event loop: one from the start, and more when there is more to do. */
export type Threads = {
  /** Starts the first thread, which takes a second or two, before there is something to do. */
  start: () => void
  /** How many there are. */
  size: () => number
  run: <Name extends TaskName>(
    name: Name,
    input: InputOf<Name>,
    transfer?: TransferListItem[],
    onCpu?: OnCpu,
  ) => Promise<AnswerOf<Name>>
  close: () => Promise<void>
}

type Task = { asked: Asked; transfer: TransferListItem[]; settle: (told: Told) => void }
type Thread = { worker: Worker; task: Task | undefined }

/** With more tasks waiting, a caller is better served by another process or a little later. */
const MAX_WAITING = 256
const SOURCE = new URL('../tasks/thread.ts', import.meta.url)
const EXEC_ARGV = ['--conditions=stillhere-source']

export function openThreads({ most = availableParallelism() }: { most?: number } = {}): Threads {
  const pool = new ThreadPool(most)
  return {
    start: () => pool.start(),
    size: () => pool.size,
    run: (name, input, transfer = [], onCpu = () => {}) => pool.run({ name, input }, transfer, onCpu) as Promise<never>,
    close: () => pool.close(),
  }
}

class ThreadPool {
  readonly #most: number
  readonly #threads = new Set<Thread>()
  readonly #waiting: Task[] = []
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#threads.size
  }

  start(): void {
    if (!this.#isClosed && this.#threads.size === 0) this.#start().worker.unref()
  }

  run(asked: Asked, transfer: TransferListItem[], onCpu: OnCpu): Promise<unknown> {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING)
      return Promise.reject(unavailable('There is too much to compute.'))
    return new Promise((resolve, reject) => {
      const settle = (told: Told) => {
        onCpu(told.cpuMs ?? 0)
        if ('failure' in told) reject(told.failure)
        else resolve(told.answer)
      }
      this.#waiting.push({ asked, transfer, settle })
      this.#handOut()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { settle } of this.#waiting.splice(0)) settle({ failure: unavailable('This process is stopping.') })
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #handOut(): void {
    if (this.#waiting.length === 0) return
    const thread = this.#idleThread()
    if (!thread) return
    thread.task = this.#waiting.shift()
    // A process may end while its threads are idle, and only then.
    thread.worker.ref()
    thread.worker.postMessage(thread.task?.asked, thread.task?.transfer)
  }

  #idleThread(): Thread | undefined {
    const idle = [...this.#threads].find(({ task }) => task === undefined)
    return idle ?? (this.#threads.size < this.#most ? this.#start() : undefined)
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(SOURCE, { execArgv: EXEC_ARGV }), task: undefined }
    this.#threads.add(thread)
    thread.worker.on('message', (told: Told) => {
      thread.worker.unref()
      this.#settle(thread, told)
    })
    // A thread that dies takes its task with it; the next task gets a new one.
    thread.worker.on('error', (failure: Error) => this.#lose(thread, failure))
    thread.worker.on('exit', () => this.#lose(thread, new Error('a thread ended before its task')))
    return thread
  }

  #lose(thread: Thread, failure: Error): void {
    this.#threads.delete(thread)
    this.#settle(thread, { failure })
  }

  #settle(thread: Thread, told: Told): void {
    const { task } = thread
    thread.task = undefined
    task?.settle(told)
    if (!this.#isClosed) this.#handOut()
  }
}
