import type { ImuSample } from '@stillhere/engine'
import { createEngineWorker } from './create-engine-worker.ts'
import type { EngineWorker, LiveScore } from './engine-worker.ts'

export type LiveScorer = {
  /** Hands over new samples, as often as the page likes. */
  push(samples: readonly ImuSample[]): void
  /** Calls back with each new score, until the returned function is called. */
  onScore(listener: (score: LiveScore) => void): () => void
  close(): void
}

/**
 * Scores motion while it is made, in a thread of its own. One question is under way at a time: samples that come meanwhile
 * wait together, so a slow machine sees fewer scores, never older ones.
 *
 * @returns `push` for samples, `onScore` for scores, `close` to end the thread.
 * @example
 * const live = createLiveScorer(); live.onScore(({ score }) => draw(score)); live.push(samples)
 */
export function createLiveScorer(worker: EngineWorker = createEngineWorker()): LiveScorer {
  const listeners = new Set<(score: LiveScore) => void>()
  let pending: ImuSample[] = []
  let isBusy = false
  let isClosed = false
  const scoreNext = async (): Promise<void> => {
    if (isBusy || isClosed || pending.length === 0) return
    isBusy = true
    const samples = pending
    pending = []
    const score = await worker.score(samples).catch(() => null)
    isBusy = false
    if (isClosed) return
    if (score !== null) for (const listener of listeners) listener(score)
    await scoreNext()
  }
  return {
    push: (samples) => {
      pending.push(...samples)
      void scoreNext()
    },
    onScore: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      isClosed = true
      listeners.clear()
      worker.close()
    },
  }
}
