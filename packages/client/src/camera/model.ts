import type { Point } from '@stillhere/engine'
import type { AssetUrls } from './asset-urls.ts'
import { makeModelError } from './camera-error.ts'
import type { Answer, Order, TrackedPart } from './messages.ts'

/** A model at work in its own thread; one picture at a time. */
export type Model = {
  /** The points of everything that was found in the picture, which is used up; rejects with a ScanError. */
  look: (picture: ImageBitmap, t: number) => Promise<Point[][]>
  close: () => void
}

/** Starts the thread and loads the model; rejects with a ScanError. */
export async function loadModel(part: TrackedPart, urls: AssetUrls): Promise<Model> {
  const thread = await loadThread(part, urls)
  return {
    look: async (picture, t) => {
      try {
        const answer = await thread.ask({ kind: 'look', t, picture }, [picture])
        return answer.kind === 'seen' ? answer.found : []
      } catch (error) {
        throw makeModelError(`the model of the ${part} failed`, error)
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
    throw makeModelError(`the model of the ${part} could not be loaded`, error)
  }
}

type Thread = { ask: (order: Order, transfer: Transferable[]) => Promise<Answer>; close: () => void }

function openThread(url: URL): Thread {
  const worker = new Worker(url)
  let answered: Promise<unknown> = Promise.resolve()
  return {
    // One after the other: answers do not say what they answer.
    ask: (order, transfer) => {
      const answer = answered.then(() => waitForAnswer(worker, () => worker.postMessage(order, transfer)))
      answered = answer.catch(() => {})
      return answer
    },
    close: () => worker.terminate(),
  }
}

function waitForAnswer(worker: Worker, send: () => void): Promise<Answer> {
  const listening = new AbortController()
  const { signal } = listening
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Answer>) => (data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data)),
      { signal },
    )
    // A script that is missing or forbidden says nothing but this.
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the script did not start')), {
      signal,
    })
    send()
  })
  return answer.finally(() => listening.abort())
}
