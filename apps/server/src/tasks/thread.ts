import { parentPort } from 'node:worker_threads'
import { whenKernelReady } from '@stillhere/engine'
import type { Asked, Told } from '../threads/pool.ts'
import { type Handed, TASKS } from './tasks.ts'

// The first task finds the compiled kernel; without it the slower one works too.
await whenKernelReady()

parentPort?.on('message', ({ name, input }: Asked) => {
  const before = cpuMs()
  const { told, transfer } = perform(TASKS[name] as (input: unknown) => Handed<unknown>, input)
  parentPort?.postMessage({ ...told, cpuMs: cpuMs() - before }, transfer)
})

/** Processor time of this thread alone: a busy machine does not make a task cost more. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function perform(
  task: (input: unknown) => Handed<unknown>,
  input: unknown,
): { told: Told } & Pick<Handed<unknown>, 'transfer'> {
  try {
    const { answer, transfer = [] } = task(input)
    return { told: { answer }, transfer }
  } catch (error) {
    return { told: { failure: error instanceof Error ? error : new Error(String(error)) }, transfer: [] }
  }
}
