import type { Secrets } from '../../platform/secrets.ts'
import type { Kept, Trace } from './traces.ts'
import { computeNumber } from './traces.ts'

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
