import { readPublication } from '../publishing/read.ts'
import { judgeBytes } from '../receipts/judge.ts'
import { findReplays, judgeStrokeUpload, readStrokeUpload } from '../research-strokes/read.ts'
import { readResearchUpload } from '../research/read.ts'
import type { Task } from '../threads/task.ts'
import {
  judgeEnrollment,
  readAnswer,
  readEnrollmentBody,
  scoreAnswer,
  traceAnswer,
  traceEnrollment,
} from '../verification/worker-tasks.ts'
import { recoverSigner } from '../wallet/signature.ts'

/** Everything that a thread can do, by name. */
export const TASKS: ReadonlyMap<string, Task<never, unknown>> = new Map(
  [
    judgeBytes,
    readResearchUpload,
    readAnswer,
    traceAnswer,
    scoreAnswer,
    readEnrollmentBody,
    traceEnrollment,
    judgeEnrollment,
    readStrokeUpload,
    judgeStrokeUpload,
    findReplays,
    recoverSigner,
    readPublication,
  ].map((task) => [task.name, task]),
)
