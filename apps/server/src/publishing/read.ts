import { type BodyOf, publish } from '@stillhere/contract'
import { type CaughtProblem, catchProblem, readBody } from '../platform/http/body.ts'
import type { TaskResult } from '../platform/threads/threads.ts'

/** In a thread: reads the body of POST /api/matrix/publish. */
export function readPublication(bytes: Uint8Array): TaskResult<CaughtProblem<BodyOf<typeof publish>>> {
  return catchProblem(() => readBody(publish, bytes))
}
