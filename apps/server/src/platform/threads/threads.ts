import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'
import { refuseForNow } from '../problem.ts'

/** Hears what a task cost, however it ended. */
type OnCpu = (cpuMs: number) => void

/** Threads that do what would hold up the event loop: one from the start, and more when there is more to do. */
export type Threads = {
  /** Starts the first thread, which takes a second or two, before there is something to do. */
  start: () => void
  /** How many there are. */
  size: () => number
  run: <Input, Answer>(
    task: Task<Input, Answer>,
    input: Input,
    transfer?: TransferListItem[],
    onCpu?: OnCpu,
  ) => Promise<Answer>
  close: () => Promise<void>
}

type QueuedTask = {
  request: WorkerRequest
  transfer: TransferListItem[]
  settle: (reply: WorkerReply) => void
  isUrgent: boolean
}
type Thread = { worker: Worker; task: QueuedTask | undefined }

/** With more tasks of its kind waiting, a caller is better served by another process or a little later. */
const MAX_WAITING = 256

type ThreadOptions = {
  /** The number of cores, and at least two, so that one is free of tasks that aren't urgent. */
  most?: number
  /** Urgent tasks run first, and the others never take all threads. */
  isUrgent?: (task: string) => boolean
}

/** Opens threads that run a module, which answers each WorkerRequest by a WorkerReply. */
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

  run(request: WorkerRequest, transfer: TransferListItem[], onCpu: OnCpu): Promise<unknown> {
    const isUrgent = this.#isUrgent(request.name)
    const queue = isUrgent ? this.#waiting.urgent : this.#waiting.other
    if (this.#isClosed || queue.length >= MAX_WAITING)
      return Promise.reject(refuseForNow('There is too much to compute.'))
    return new Promise((resolve, reject) => {
      const settle = (reply: WorkerReply) => {
        onCpu(reply.cpuMs ?? 0)
        if ('failure' in reply) reject(reply.failure)
        else resolve(reply.answer)
      }
      queue.push({ request, transfer, settle, isUrgent })
      this.#handOut()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const { urgent, other } = this.#waiting
    for (const { settle } of [...urgent.splice(0), ...other.splice(0)])
      settle({ failure: refuseForNow('This process is stopping.') })
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #handOut(): void {
    const queue = this.#nextQueue()
    if (queue.length === 0) return
    const thread = this.#idleThread()
    if (!thread) return
    thread.task = queue.shift()
    // A process may end while its threads are idle, and only then.
    thread.worker.ref()
    thread.worker.postMessage(thread.task?.request, thread.task?.transfer)
  }

  #nextQueue(): QueuedTask[] {
    const { urgent, other } = this.#waiting
    if (urgent.length > 0) return urgent
    const running = [...this.#threads].filter(({ task }) => task?.isUrgent === false).length
    return running < Math.max(1, this.#most - 1) ? other : []
  }

  #idleThread(): Thread | undefined {
    const idle = [...this.#threads].find(({ task }) => task === undefined)
    return idle ?? (this.#threads.size < this.#most ? this.#start() : undefined)
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(this.#module, createWorkerOptions()), task: undefined }
    this.#threads.add(thread)
    thread.worker.on('message', (reply: WorkerReply) => {
      thread.worker.unref()
      this.#settle(thread, reply)
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

  #settle(thread: Thread, reply: WorkerReply): void {
    const { task } = thread
    thread.task = undefined
    task?.settle(reply)
    if (!this.#isClosed) this.#handOut()
  }
}

/** The same threads, and how much processor time the tasks that were run through them have taken. */
export function measureThreads(threads: Threads): { threads: Threads; cpuMs: () => number } {
  let total = 0
  const add = (cpuMs: number) => {
    total += cpuMs
  }
  const run: Threads['run'] = (task, input, transfer = []) => threads.run(task, input, transfer, add)
  return { threads: { ...threads, run }, cpuMs: () => total }
}

/** What a task returns; what stands in `transfer` moves to the other thread instead of being copied. */
export type TaskResult<Answer> = { answer: Answer; transfer?: TransferListItem[] }

/**
 * Work that would block the event loop. Both threads know it by the name of its function; input and answer travel between
 * them, so they are plain data.
 */
export type Task<Input, Answer> = (input: Input) => TaskResult<Answer> | Promise<TaskResult<Answer>>

export type WorkerRequest = { name: string; input: unknown }

/** What came of a task, and the processor time that it took. */
export type WorkerReply = ({ answer: unknown } | { failure: Error }) & { cpuMs?: number }

/**
 * How a thread of the service starts. It does not share the cache of compiled code that the process has turned on, and would
 * read all TypeScript again, which takes longer than a short calibration.
 */
export function createWorkerOptions(cacheFolder = getCompileCacheDir()): WorkerOptions {
  const execArgv = ['--conditions=stillhere-source']
  // The folder in use lies, by version of Node, in the one that is asked for.
  return cacheFolder ? { execArgv, env: { ...process.env, NODE_COMPILE_CACHE: dirname(cacheFolder) } } : { execArgv }
}
