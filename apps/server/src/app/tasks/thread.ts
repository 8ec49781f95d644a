import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { whenKernelReady } from '@stillhere/engine'
import type { TaskResult, WorkerReply, WorkerRequest } from '../../platform/threads/threads.ts'
import { TASKS } from './tasks.ts'

/** As `nice` counts: a third of the processor time of others, where there is not enough for all. */
const LESS_URGENT = 5

// Small requests must not wait for the computations here. Only Linux takes this for the thread alone.
if (process.platform === 'linux') setPriority(LESS_URGENT)

// The first task finds the compiled kernel; without it the slower one works too.
await whenKernelReady()

// A thread gets its next task once it has answered.
parentPort?.on('message', (request: WorkerRequest) => void sendReply(request))

async function sendReply(request: WorkerRequest): Promise<void> {
  const before = measureCpuMs()
  const { reply, transfer } = await runTask(request)
  parentPort?.postMessage({ ...reply, cpuMs: measureCpuMs() - before }, transfer)
}

/** Processor time of this thread alone: a busy machine does not make a task cost more. */
function measureCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function runTask({
  name,
  input,
}: WorkerRequest): Promise<{ reply: WorkerReply } & Pick<TaskResult<unknown>, 'transfer'>> {
  try {
    const task = TASKS.get(name)
    if (!task) throw new Error(`there is no task ${name}`)
    const { answer, transfer = [] } = await task(input as never)
    return { reply: { answer }, transfer }
  } catch (error) {
    return { reply: { failure: error instanceof Error ? error : new Error(String(error)) }, transfer: [] }
  }
}
