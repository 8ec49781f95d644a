import type { Point } from '@stillhere/engine'

export type TrackedPart = 'hand' | 'body'

/** What the page tells the worker that holds the model. */
export type Order =
  | { kind: 'load'; part: TrackedPart; wasmUrl: string; modelUrl: string }
  | { kind: 'look'; t: number; picture: ImageBitmap }

/** What the worker answers: one answer to each order. */
export type Answer =
  | { kind: 'loaded' }
  | { kind: 'seen'; t: number; found: Point[][] }
  | { kind: 'failed'; message: string }
