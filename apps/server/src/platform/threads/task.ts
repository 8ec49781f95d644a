import type { TransferListItem } from 'node:worker_threads'

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
