import type { TransferListItem } from 'node:worker_threads'

/** What a task hands back; what stands in `transfer` changes hands instead of being copied. */
export type Handed<Answer> = { answer: Answer; transfer?: TransferListItem[] }

/** Everything that would hold up the event loop. Inputs and answers travel between threads, so they are plain data. */
export const TASKS = {
  echo: (input: string): Handed<string> => ({ answer: input }),
} as const

export type Tasks = typeof TASKS
export type TaskName = keyof Tasks
