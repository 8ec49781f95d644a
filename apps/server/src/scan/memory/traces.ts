import { createHash } from 'node:crypto'
import { type Capture, type Challenge, replayDigest, replayProbes } from '@stillhere/engine'
import { rememberStroke, type StrokeMotion, strokeMotions, strokeProbes } from '@stillhere/engine/strokes'
import type { Secrets } from '../../platform/secrets.ts'

/** Every text is filled up to a multiple of this, or its length would tell which digests it holds. */
const STEP = 4096

/** The number under which a stream waits; without the key it cannot be told from the digest that is remembered later. */
export function waitingId(secrets: Secrets, { whole }: Trace): Buffer {
  return secrets.hash('memory', Buffer.from(whole.digest))
}

/** What is kept of a stream, the whole of it first, sealed. */
export function sealWaiting(secrets: Secrets, { whole, strokes }: Trace): Buffer {
  const motions = [whole, ...strokes]
  const text = JSON.stringify(motions.map(({ digest, hashes }) => [Buffer.from(digest).toString('base64'), hashes]))
  return secrets.seal('memory', text.padEnd(Math.ceil(text.length / STEP) * STEP))
}

/** The text that was sealed, or null where the key has changed since: nobody will ever read it. */
export function openWaiting(secrets: Secrets, sealed: Buffer): string | null {
  try {
    return secrets.open('memory', sealed)
  } catch {
    return null
  }
}

/** What is kept of a stream: the whole of it, and its strokes. */
export type KeptStream = { whole: Kept; strokes: Kept[] }

/** What is kept of a stream, from an opened text. */
export function readWaiting(text: string): KeptStream {
  const [whole, ...strokes] = JSON.parse(text) as [WaitingText, ...WaitingText[]]
  return { whole: readKept(whole), strokes: strokes.map(readKept) }
}

type WaitingText = [digest: string, hashes: number[]]

function readKept([digest, hashes]: WaitingText): Kept {
  const bytes = new Uint8Array(Buffer.from(digest, 'base64'))
  return { id: computeNumber(bytes), digest: bytes, hashes }
}

/** What the memory keeps of some motion: a digest, a number that follows from it, and the hashes that lead to it. */
export type Kept = { id: number; digest: Uint8Array; hashes: number[] }

/** The same, with the hashes to look under for its original, and what each of them weighs. */
export type Searched = Kept & { probes: number[]; weights: number[] }

/** A stroke, with the motion that is compared at many speeds. */
export type SearchedStroke = Searched & { motion: StrokeMotion }

/** All that the memory needs of one stream of a capture: the whole of it, and each stroke that answers the challenge. */
export type Trace = { whole: Searched; strokes: SearchedStroke[] }

/** In a thread: what to remember of a capture. Sensors and landmarks have a trace each: old ones could come with new ones of the other kind. */
export function makeTraces({ imu, frames }: Capture, challenge?: Challenge): Trace[] {
  const streams = [...(imu ? [{ imu }] : []), ...(frames ? [{ frames }] : [])]
  return streams.map((stream) => makeTrace(stream, challenge)).filter((trace) => trace !== null)
}

function makeTrace(capture: Capture, challenge: Challenge | undefined): Trace | null {
  const digest = replayDigest(capture)
  if (digest.status !== 'ok') return null
  const strokes = challenge && capture.imu ? strokeMotions(capture.imu, challenge) : []
  return {
    whole: { ...describeKept(digest), ...makeSearch(replayProbes(digest.bytes)) },
    strokes: strokes.map(traceOfStroke),
  }
}

function traceOfStroke(motion: StrokeMotion): SearchedStroke {
  return { ...describeKept(rememberStroke(motion)), ...makeSearch(strokeProbes(motion)), motion }
}

function describeKept({ bytes, hashes }: { bytes: Uint8Array; hashes: number[] }): Kept {
  return { id: computeNumber(bytes), digest: bytes, hashes }
}

function makeSearch(probes: readonly { hash: number; weight: number }[]): Pick<Searched, 'probes' | 'weights'> {
  const weights = new Map<number, number>()
  for (const { hash, weight } of probes) weights.set(hash, (weights.get(hash) ?? 0) + weight)
  // Sums of 1 and 0.7: one digit says it all, where 2.0999999999999996 would go to the database otherwise.
  return { probes: [...weights.keys()], weights: [...weights.values()].map((weight) => Math.round(weight * 10) / 10) }
}

const NUMBER_BITS = 52n

/** The first 52 bits of the digest's SHA-256: the same motion has the same number, and numbers tell no order. */
function computeNumber(digest: Uint8Array): number {
  const bits = createHash('sha256').update(digest).digest().readBigUInt64BE()
  return Number(bits >> (64n - NUMBER_BITS))
}
