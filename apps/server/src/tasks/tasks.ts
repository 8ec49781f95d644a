import type { TransferListItem } from 'node:worker_threads'
import { judgeBytes } from '../receipts/judge.ts'
import { readResearchUpload } from '../research/read.ts'
import {
  judgeEnrolment,
  readAnswer,
  readEnrolment,
  scoreAnswer,
  traceAnswer,
  traceEnrolment,
} from '../verification/work.ts'

/** What a task hands back; what stands in `transfer` changes hands instead of being copied. */
export type Handed<Answer> = { answer: Answer; transfer?: TransferListItem[] }

/** Everything that would hold up the event loop. Inputs and answers travel between threads, so they are plain data. */
export const TASKS = {
  judgeReceipt: judgeBytes,
  readResearchUpload,
  readAnswer,
  traceAnswer,
  scoreAnswer,
  readEnrolment,
  traceEnrolment,
  judgeEnrolment,
} as const

export type Tasks = typeof TASKS
export type TaskName = keyof Tasks
