import type { Secrets } from '../secrets.ts'
import type { Kept, Trace } from './traces.ts'
import { numberOf } from './traces.ts'

/** Every text is filled up to a multiple of this, or its length would tell which digests it holds. */
const STEP = 4096

/** The number under which a stream waits; without the key it cannot be told from the digest that is remembered later. */
export function waitingId(secrets: Secrets, { whole }: Trace): Buffer {
  return secrets.hash('memory', Buffer.from(whole.digest))
}

/** What is kept of a stream, sealed. */
export function sealWaiting(secrets: Secrets, { whole }: Trace): Buffer {
  const text = JSON.stringify([whole].map(({ digest, hashes }) => [Buffer.from(digest).toString('base64'), hashes]))
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

/** What is kept of a stream, from an opened text. */
export function readWaiting(text: string): Kept[] {
  return (JSON.parse(text) as [string, number[]][]).map(([digest, hashes]) => {
    const bytes = new Uint8Array(Buffer.from(digest, 'base64'))
    return { id: numberOf(bytes), digest: bytes, hashes }
  })
}
