import { bytesToHex, canonicalize, type Signer } from '@stillhere/client/receipt'

/** Prefix of every statement, so that no other text signed by an agent can pass for one. */
const SIGNING_CONTEXT = 'stillhere/agent/1\n'

/** The content of a statement. */
export type Statement = { action: 'prove' | 'rotate'; agent_id: string; public_key?: string }

/** The audience (host and port of the service) and the time of a statement. */
export type Occasion = { audience: string; now: Date }

/** A statement to be signed: its time and its exact text. */
type UnsignedStatement = { signed_at: string; text: string }

/** Creates the exact text of an agent's statement to be signed, with the audience and the time of signing. */
export function createStatement(statement: Statement, { audience, now }: Occasion): UnsignedStatement {
  const signed_at = now.toISOString()
  return { signed_at, text: SIGNING_CONTEXT + canonicalize({ ...statement, audience, signed_at }) }
}

/** Signs an agent's statement and returns its time and signature, which the service expects as `proof`. */
export async function signStatement(statement: Statement, occasion: Occasion, { sign }: Signer) {
  const { signed_at, text } = createStatement(statement, occasion)
  return { signed_at, signature: bytesToHex(new Uint8Array(await sign(new TextEncoder().encode(text)))) }
}

/** Parses a pasted signature of 64 bytes, in hex with any spacing or in base64, and returns it as hex. Returns null for anything else. */
export function parseSignature(text: string): string | null {
  const packed = text.replace(/\s/g, '')
  if (/^[0-9a-f]{128}$/i.test(packed)) return packed.toLowerCase()
  return /^[A-Za-z0-9+/]{86}==$/.test(packed)
    ? bytesToHex(Uint8Array.from(atob(packed), (one) => one.charCodeAt(0)))
    : null
}
