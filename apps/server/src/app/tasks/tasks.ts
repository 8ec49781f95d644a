import { recoverSigner } from '../../identity/wallet/verify.ts'
import type { Task } from '../../platform/threads/threads.ts'
import { readPublication } from '../../publishing/read.ts'
import { judgeBytes } from '../../scan/receipts/judge.ts'
import { findReplays, judgeStrokeUpload, readStrokeUpload } from '../../scan/research-strokes/routes.ts'
import { readResearchUpload } from '../../scan/research/routes.ts'
import {
  judgeEnrollment,
  readAnswer,
  readEnrollmentBody,
  scoreAnswer,
  traceAnswer,
  traceEnrollment,
} from '../../scan/verification/worker-tasks.ts'

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
