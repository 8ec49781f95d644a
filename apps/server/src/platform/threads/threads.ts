import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'
import { refuseForNow } from '../problem.ts'

/** A pool of worker threads for work that would block the event loop. It grows while tasks wait. */
export type Threads = {
  /** Starts the first thread before there is a task, because starting takes a second or two. */
  start: () => void
  /** Returns the number of running threads. */
  size: () => number
  /** Runs a task in a thread and returns its answer; `onCpu` gets the processor time that it took, even if it failed. */
  run: <Input, Answer>(
    task: Task<Input, Answer>,
    input: Input,
    transfer?: TransferListItem[],
    onCpu?: (cpuMs: number) => void,
  ) => Promise<Answer>
  close: () => Promise<void>
}

type QueuedTask = {
  request: WorkerRequest
  transfer: TransferListItem[]
  onReply: (reply: WorkerReply) => void
  isUrgent: boolean
}
type Thread = { worker: Worker; task: QueuedTask | undefined }

/** The number of waiting tasks of a kind above which a task is refused with 503: it is better served by another process, or later. */
const MAX_WAITING = 256

type ThreadOptions = {
  /** The maximum of threads. By default the number of cores, but at least two, so that one is free of tasks that aren't urgent. */
  most?: number
  /** Returns whether a task is urgent. Urgent tasks run first, and other tasks never occupy all threads. */
  isUrgent?: (task: string) => boolean
}

/**
 * Creates a pool of worker threads that run `module`, which replies to each WorkerRequest with a WorkerReply. Threads are started when
 * needed, up to `most`; tasks for which `isUrgent` is true run first.
 */
export function openThreads(
  module: URL,
  { most = Math.max(2, availableParallelism()), isUrgent = () => true }: ThreadOptions = {},
): Threads {
  const pool = new ThreadPool(module, { most, isUrgent })
  return {
    start: () => pool.start(),
    size: () => pool.size,
    run: ({ name }, input, transfer = [], onCpu = () => {}) =>
      pool.run({ name, input }, transfer, onCpu) as Promise<never>,
    close: () => pool.close(),
  }
}

class ThreadPool {
  readonly #module: URL
  readonly #most: number
  readonly #isUrgent: (task: string) => boolean
  readonly #threads = new Set<Thread>()
  readonly #waiting: { urgent: QueuedTask[]; other: QueuedTask[] } = { urgent: [], other: [] }
  #isClosed = false

  constructor(module: URL, { most, isUrgent }: Required<ThreadOptions>) {
    this.#module = module
    this.#most = most
    this.#isUrgent = isUrgent
  }

  get size(): number {
    return this.#threads.size
  }

  start(): void {
    if (!this.#isClosed && this.#threads.size === 0) this.#start().worker.unref()
  }

  run(request: WorkerRequest, transfer: TransferListItem[], onCpu: (cpuMs: number) => void): Promise<unknown> {
    const isUrgent = this.#isUrgent(request.name)
    const queue = isUrgent ? this.#waiting.urgent : this.#waiting.other
    if (this.#isClosed || queue.length >= MAX_WAITING)
      return Promise.reject(refuseForNow('There is too much to compute.'))
    return new Promise((resolve, reject) => {
      const onReply = (reply: WorkerReply) => {
        onCpu(reply.cpuMs ?? 0)
        if ('failure' in reply) reject(reply.failure)
        else resolve(reply.answer)
      }
      queue.push({ request, transfer, onReply, isUrgent })
      this.#runNext()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const { urgent, other } = this.#waiting
    for (const { onReply } of [...urgent.splice(0), ...other.splice(0)])
      onReply({ failure: refuseForNow('This process is stopping.') })
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #runNext(): void {
    const queue = this.#selectQueue()
    if (queue.length === 0) return
    const thread = this.#findThread()
    if (!thread) return
    thread.task = queue.shift()
    // A process may end while its threads are idle, and only then.
    thread.worker.ref()
    thread.worker.postMessage(thread.task?.request, thread.task?.transfer)
  }

  #selectQueue(): QueuedTask[] {
    const { urgent, other } = this.#waiting
    if (urgent.length > 0) return urgent
    const running = [...this.#threads].filter(({ task }) => task?.isUrgent === false).length
    return running < Math.max(1, this.#most - 1) ? other : []
  }

  #findThread(): Thread | undefined {
    const idle = [...this.#threads].find(({ task }) => task === undefined)
    return idle ?? (this.#threads.size < this.#most ? this.#start() : undefined)
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(this.#module, createWorkerOptions()), task: undefined }
    this.#threads.add(thread)
    thread.worker.on('message', (reply: WorkerReply) => {
      thread.worker.unref()
      this.#handleReply(thread, reply)
    })
    // A thread that dies takes its task with it; the next task gets a new one.
    thread.worker.on('error', (failure: Error) => this.#removeThread(thread, failure))
    thread.worker.on('exit', () => this.#removeThread(thread, new Error('a thread ended before its task')))
    return thread
  }

  #removeThread(thread: Thread, failure: Error): void {
    this.#threads.delete(thread)
    this.#handleReply(thread, { failure })
  }

  #handleReply(thread: Thread, reply: WorkerReply): void {
    const { task } = thread
    thread.task = undefined
    task?.onReply(reply)
    if (!this.#isClosed) this.#runNext()
  }
}

/** Returns the same pool of threads, wrapped so that the processor time of the tasks run through it is summed up, and `cpuMs`, which returns the sum so far. */
export function measureThreads(threads: Threads): { threads: Threads; cpuMs: () => number } {
  let total = 0
  const add = (cpuMs: number) => {
    total += cpuMs
  }
  const run: Threads['run'] = (task, input, transfer = []) => threads.run(task, input, transfer, add)
  return { threads: { ...threads, run }, cpuMs: () => total }
}

/** The result of a task. The buffers in `transfer` are moved to the other thread instead of being copied. */
export type TaskResult<Answer> = { answer: Answer; transfer?: TransferListItem[] }

/**
 * Work that would block the event loop, so that it runs in a worker thread. Both threads know it by its function's name. Input and answer
 * are sent between threads, so they must be plain data.
 */
export type Task<Input, Answer> = (input: Input) => TaskResult<Answer> | Promise<TaskResult<Answer>>

export type WorkerRequest = { name: string; input: unknown }

/** The outcome of a task, and the processor time that it took. */
export type WorkerReply = ({ answer: unknown } | { failure: Error }) & { cpuMs?: number }

/** Returns the options for a worker thread, with the process's folder of compiled code. Without them, each thread would compile all TypeScript again. */
export function createWorkerOptions(cacheFolder = getCompileCacheDir()): WorkerOptions {
  const execArgv = ['--conditions=stillhere-source']
  // The folder in use is a subfolder, by version of Node, of the one that the variable names.
  return cacheFolder ? { execArgv, env: { ...process.env, NODE_COMPILE_CACHE: dirname(cacheFolder) } } : { execArgv }
}
