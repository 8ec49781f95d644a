import { parentPort } from 'node:worker_threads'
import { whenKernelReady } from '@stillhere/engine'
import type { Asked, Told } from './pool.ts'
import { type Handed, TASKS } from './tasks.ts'

// The first task finds the compiled kernel; without it the slower one works too.
await whenKernelReady()

parentPort?.on('message', ({ name, input }: Asked) => {
  const { told, transfer } = perform(TASKS[name] as (input: unknown) => Handed<unknown>, input)
  parentPort?.postMessage(told, transfer)
})

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
