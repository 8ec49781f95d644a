import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Channels, and times where a recording has its own, as delta-coded integers. */
export type Stream = { scale: number; ch: number[][]; t?: number[] }

/** Whether the recordings of a set lie beside the project. */
export function isRecorded(set: string): boolean {
  return existsSync(fileOf(set))
}

/** Every recording of a set, its streams still coded. */
export function readRecordings<Recording>(set: string): Recording[] {
  const lines = gunzipSync(readFileSync(fileOf(set)))
    .toString('utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Recording)
}

function fileOf(set: string): string {
  return join(import.meta.dirname, '../../../../shared/motion', set, 'dev.jsonl.gz')
}

export function decode({ scale, ch, t }: Stream): { t: number[] | undefined; channels: number[][] } {
  return { t: t && addUp(t), channels: ch.map((deltas) => addUp(deltas).map((value) => roundAsSent(scale * value))) }
}

/** As devices send it; all the digits of a product make an upload twice as long. Plus zero: JSON would make 0 of -0. */
export function roundAsSent(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}

function addUp(deltas: readonly number[]): number[] {
  let sum = 0
  return deltas.map((delta) => (sum += delta))
}
