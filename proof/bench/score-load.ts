import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Challenge, responseCapture, scorePresence, whenKernelReady } from '@stillhere/engine'
import { computeTraces } from '../../apps/server/src/scan/memory/traces.ts'

/** What scorePresence is given of one answer. */
export type Scored = { enrollment: unknown; challenge: Challenge; response: unknown; signature: unknown }

const FOR_MS = 2500

/** Answers a second on all cores, and the processor time of one. */
export type ScoreRate = { perSecond: number; cpuMs: number }

/** The scorer alone, or with what the memory of motion makes of an answer before. */
export type Judging = 'scored' | 'traced and scored'

/** How many answers a second the engine judges on all cores, with nothing around it. */
export async function runScores(answers: Scored[], judging: Judging): Promise<ScoreRate> {
  const rates = await Promise.all(Array.from({ length: availableParallelism() }, () => rateOf(answers, judging)))
  const perSecond = rates.reduce((sum, rate) => sum + rate.perSecond, 0)
  return { perSecond, cpuMs: rates.reduce((sum, rate) => sum + rate.cpuMs, 0) / rates.length }
}

type Task = { answers: Scored[]; judging: Judging }

function rateOf(answers: Scored[], judging: Judging): Promise<ScoreRate> {
  const task: Task = { answers, judging }
  const worker = new Worker(new URL(import.meta.url), { workerData: task })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function work({ answers, judging }: Task): Promise<ScoreRate> {
  await whenKernelReady()
  judgeAll(answers, judging)
  const [start, before] = [performance.now(), process.threadCpuUsage()]
  let judged = 0
  while (performance.now() - start < FOR_MS) judged += judgeAll(answers, judging)
  const { user, system } = process.threadCpuUsage(before)
  return { perSecond: (judged * 1000) / (performance.now() - start), cpuMs: (user + system) / 1000 / judged }
}

function judgeAll(answers: Scored[], judging: Judging): number {
  for (const { enrollment, challenge, response, signature } of answers) {
    if (judging === 'traced and scored') computeTraces(responseCapture(response), challenge)
    scorePresence(enrollment, challenge, response, signature, { earlier: [] })
  }
  return answers.length
}

if (!isMainThread) parentPort?.postMessage(await work(workerData as Task))
