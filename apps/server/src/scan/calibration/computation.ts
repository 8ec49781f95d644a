import { Worker } from 'node:worker_threads'
import type { Calibration, CalibrationAttackCheck, CalibrationOptions, CalibrationProgress } from '@stillhere/engine'
import { createWorkerOptions } from '../../platform/threads/threads.ts'

/** A stored research session: of landmarks or of strokes. */
export type StoredSession = StoredLandmarks | StoredStrokes

export type StoredLandmarks = {
  id: string
  person: string | null
  source: string | null
  presence: number | null
  landmarks: Uint8Array
}

export type StoredStrokes = {
  id: string
  person: string
  source: string
  day: string
  device: string
  strokes: Uint8Array
}

export type ThreadRequest = { options: CalibrationOptions } | { sessions: StoredSession[] } | { finish: true }
export type CalibrationResult = {
  calibration: Calibration
  attacks: CalibrationAttackCheck
}
export type ThreadMessage = { ready: true } | CalibrationProgress | CalibrationResult

type Computation = {
  options: CalibrationOptions
  /** Yields one page of sessions at a time, so that no more than a page is in memory. */
  pages: AsyncIterable<StoredSession[]>
  onProgress: (progress: CalibrationProgress) => void
  /** Ends the computation at once. */
  stopped: AbortSignal
}

const SOURCE = new URL('./thread.ts', import.meta.url)
// Above what the largest calibration needs; a bug must not take the service's memory.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 }

/**
 * Runs a calibration over the stored sessions in `pages`, in a worker thread of its own, and returns its result. Rejects if `stopped` aborts or the
 * thread fails. The thread is terminated in every case.
 */
export async function runCalibration({ options, pages, onProgress, stopped }: Computation): Promise<CalibrationResult> {
  stopped.throwIfAborted()
  const worker = new Worker(SOURCE, { ...createWorkerOptions(), resourceLimits: RESOURCE_LIMITS })
  const end = () => void worker.terminate()
  stopped.addEventListener('abort', end)
  // The thread can also end while a page is read, when no response is awaited.
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject).once('exit', () => reject(new Error('the thread ended')))
  })
  ended.catch(() => undefined)
  const send = (request: ThreadRequest) => Promise.race([sendToThread(worker, request, onProgress), ended])
  try {
    await send({ options })
    for await (const sessions of pages) await send({ sessions })
    const told = await send({ finish: true })
    if ('calibration' in told) return told
    throw new Error('the calibration ended without a result')
  } finally {
    stopped.removeEventListener('abort', end)
    await worker.terminate()
  }
}

/** Sends one request to the thread and resolves with its response. Progress messages that arrive before the response go to `onProgress`. */
function sendToThread(
  worker: Worker,
  request: ThreadRequest,
  onProgress: Computation['onProgress'],
): Promise<ThreadMessage> {
  return new Promise((resolve) => {
    const listen = (message: ThreadMessage) => {
      if ('stage' in message) return onProgress(message)
      worker.off('message', listen)
      resolve(message)
    }
    worker.on('message', listen)
    worker.postMessage(request)
  })
}
