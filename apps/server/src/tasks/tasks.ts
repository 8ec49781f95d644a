import { judgeBytes } from '../receipts/judge.ts'
import { readResearchUpload } from '../research/read.ts'
import type { Task } from '../threads/task.ts'
import {
  judgeEnrolment,
  readAnswer,
  readEnrolment,
  scoreAnswer,
  traceAnswer,
  traceEnrolment,
} from '../verification/work.ts'

/** Everything that a thread can do, by name. */
export const TASKS: ReadonlyMap<string, Task<never, unknown>> = new Map(
  [
    judgeBytes,
    readResearchUpload,
    readAnswer,
    traceAnswer,
    scoreAnswer,
    readEnrolment,
    traceEnrolment,
    judgeEnrolment,
  ].map((task) => [task.name, task]),
)
