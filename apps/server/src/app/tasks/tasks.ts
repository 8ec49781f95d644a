import { findSignerInThread } from '../../identity/wallet/verify.ts'
import { openThreads, type Task, type Threads } from '../../platform/threads/threads.ts'
import { readPublication } from '../../publishing/routes.ts'
import { judgeEnrollment, readEnrollmentBody, computeEnrollmentTraces } from '../../scan/enrollment/enrollment.ts'
import { judgeBytes } from '../../scan/receipts/judge.ts'
import { findReplays, judgeStrokeUpload, readStrokeUpload } from '../../scan/research-strokes/routes.ts'
import { readResearchUpload } from '../../scan/research/routes.ts'
import { readAnswer, scoreAnswer, computeAnswerTraces } from '../../scan/verification/tasks.ts'

/** All functions that worker threads can run, by name. */
export const TASKS: ReadonlyMap<string, Task<never, unknown>> = new Map(
  [
    judgeBytes,
    readResearchUpload,
    readAnswer,
    computeAnswerTraces,
    scoreAnswer,
    readEnrollmentBody,
    computeEnrollmentTraces,
    judgeEnrollment,
    readStrokeUpload,
    judgeStrokeUpload,
    findReplays,
    findSignerInThread,
    readPublication,
  ].map((task) => [task.name, task]),
)

/** The names of the tasks of a scan. They are names, because importing TASKS here would load code that only threads need. */
export const SCAN_TASKS: ReadonlySet<string> = new Set([
  'readAnswer',
  'computeAnswerTraces',
  'scoreAnswer',
  'readEnrollmentBody',
  'computeEnrollmentTraces',
  'judgeEnrollment',
])

/**
 * Opens a pool of at most `most` worker threads (by default one per CPU, but at least two) that run the functions in TASKS. Tasks of a scan run
 * first, because a person waits for them.
 */
export function openTaskThreads(options: { most?: number } = {}): Threads {
  return openThreads(new URL('./thread.ts', import.meta.url), { ...options, isUrgent: (task) => SCAN_TASKS.has(task) })
}
