import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { scorePresence, whenKernelReady } from '@stillhere/engine'

/** What scorePresence is given of one answer. */
export type Scored = { enrollment: unknown; challenge: unknown; response: unknown; signature: unknown }

const FOR_MS = 3000

/** How many answers a second the scorer judges on all cores, with nothing around it. */
export async function runScores(answers: Scored[]): Promise<number> {
  const rates = await Promise.all(Array.from({ length: availableParallelism() }, () => rateOf(answers)))
  return rates.reduce((sum, rate) => sum + rate, 0)
}

function rateOf(answers: Scored[]): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: answers })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function work(answers: Scored[]): Promise<number> {
  await whenKernelReady()
  judgeAll(answers)
  const start = performance.now()
  let judged = 0
  while (performance.now() - start < FOR_MS) judged += judgeAll(answers)
  return (judged * 1000) / (performance.now() - start)
}

function judgeAll(answers: Scored[]): number {
  for (const { enrollment, challenge, response, signature } of answers)
    scorePresence(enrollment, challenge, response, signature, { earlier: [] })
  return answers.length
}

if (!isMainThread) parentPort?.postMessage(await work(workerData as Scored[]))
