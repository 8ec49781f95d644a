import type { Point } from '@stillhere/engine'

export type TrackedPart = 'hand' | 'body'

/** A request from the page to the worker that runs the model. */
export type WorkerRequest =
  | { kind: 'load'; part: TrackedPart; wasmUrl: string; modelUrl: string }
  | { kind: 'look'; t: number; picture: ImageBitmap }

/** The worker's answer; there is exactly one for each request. */
export type WorkerAnswer =
  | { kind: 'loaded' }
  | { kind: 'seen'; t: number; found: Point[][] }
  | { kind: 'failed'; message: string }
