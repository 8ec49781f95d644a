import type { JobName } from '@stillhere/contract'

/** The jobs of this process whose last try failed. */
export type FailingJobs = {
  /** Notes how a try ended. */
  note: (job: JobName, failed: boolean) => void
  list: () => JobName[]
}

/** Keeps in memory which jobs fail, for Admin; the next try that works takes a job off. */
export function createFailingJobs(): FailingJobs {
  const failing = new Set<JobName>()
  return {
    note: (job, failed) => void (failed ? failing.add(job) : failing.delete(job)),
    list: () => [...failing],
  }
}
