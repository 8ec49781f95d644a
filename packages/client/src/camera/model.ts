import type { Point } from '@stillhere/engine'
import type { AssetUrls } from './asset-urls.ts'
import { createModelError } from './camera-error.ts'
import type { WorkerAnswer, WorkerRequest, TrackedPart } from './messages.ts'

/** A tracking model that runs in a worker and processes one picture at a time. */
export type Model = {
  /** Returns the points of every hand or body found in the picture, and closes the picture; rejects with a ScanError. */
  look: (picture: ImageBitmap, t: number) => Promise<Point[][]>
  close: () => void
}

/**
 * Starts the worker, loads the tracking model of the hand or the body in it, and resolves to the model. If that fails, closes the worker and rejects
 * with a ScanError.
 */
export async function loadModel(part: TrackedPart, urls: AssetUrls): Promise<Model> {
  const thread = await loadThread(part, urls)
  return {
    look: async (picture, t) => {
      try {
        const answer = await thread.ask({ kind: 'look', t, picture }, [picture])
        return answer.kind === 'seen' ? answer.found : []
      } catch (error) {
        throw createModelError(`the model of the ${part} failed`, error)
      }
    },
    close: thread.close,
  }
}

async function loadThread(part: TrackedPart, urls: AssetUrls): Promise<Thread> {
  let thread: Thread | undefined
  try {
    // Throws at once for a script of another origin.
    thread = openThread(urls.worker)
    await thread.ask({ kind: 'load', part, wasmUrl: urls.wasm.href, modelUrl: urls.model.href }, [])
    return thread
  } catch (error) {
    thread?.close()
    throw createModelError(`the model of the ${part} could not be loaded`, error)
  }
}

type Thread = { ask: (order: WorkerRequest, transfer: Transferable[]) => Promise<WorkerAnswer>; close: () => void }

function openThread(url: URL): Thread {
  const worker = new Worker(url)
  let answered: Promise<unknown> = Promise.resolve()
  return {
    // One at a time: an answer doesn't name its request.
    ask: (order, transfer) => {
      const answer = answered.then(() => waitForAnswer(worker, () => worker.postMessage(order, transfer)))
      answered = answer.catch(() => {})
      return answer
    },
    close: () => worker.terminate(),
  }
}

function waitForAnswer(worker: Worker, send: () => void): Promise<WorkerAnswer> {
  const listening = new AbortController()
  const { signal } = listening
  const answer = new Promise<WorkerAnswer>((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerAnswer>) =>
        data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data),
      { signal },
    )
    // A missing or blocked script reports nothing else.
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the script did not start')), {
      signal,
    })
    send()
  })
  return answer.finally(() => listening.abort())
}
