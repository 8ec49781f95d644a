import { openThreads, type Threads } from '../../platform/threads/threads.ts'

/** Tasks of a scan by name: to import TASKS here would load what only threads need. */
export const SCAN_TASKS: ReadonlySet<string> = new Set([
  'readAnswer',
  'traceAnswer',
  'scoreAnswer',
  'readEnrollmentBody',
  'traceEnrollment',
  'judgeEnrollment',
])

/** Opens threads that perform the TASKS. Those of a scan come first: a person waits for them with the phone in hand. */
export function openTaskThreads(options: { most?: number } = {}): Threads {
  return openThreads(new URL('./thread.ts', import.meta.url), { ...options, isUrgent: (task) => SCAN_TASKS.has(task) })
}
