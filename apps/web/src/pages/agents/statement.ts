import { bytesToHex, canonicalize, type Signer } from '@stillhere/client/receipt'

/** Begins every statement, so that nothing else that an agent signs can pass for one. */
const SIGNING_CONTEXT = 'stillhere/agent/1\n'

/** What an agent states by its key. */
export type Statement = { action: 'prove' | 'rotate'; agent_id: string; public_key?: string }

/** To whom it speaks (host and port of the service), and when. */
export type Occasion = { audience: string; now: Date }

/** A statement that waits for its signature: the time in it, and the exact text to sign. */
export type UnsignedStatement = { signed_at: string; text: string }

export function createStatement(statement: Statement, { audience, now }: Occasion): UnsignedStatement {
  const signed_at = now.toISOString()
  return { signed_at, text: SIGNING_CONTEXT + canonicalize({ ...statement, audience, signed_at }) }
}

/** Signs a statement; returns what the service takes as `proof`. */
export async function signStatement(statement: Statement, occasion: Occasion, { sign }: Signer) {
  const { signed_at, text } = createStatement(statement, occasion)
  return { signed_at, signature: bytesToHex(new Uint8Array(await sign(new TextEncoder().encode(text)))) }
}

/** The signature in what somebody pasted, or null: 64 bytes as hex, however they are spaced, or as base64. */
export function parseSignature(text: string): string | null {
  const packed = text.replace(/\s/g, '')
  if (/^[0-9a-f]{128}$/i.test(packed)) return packed.toLowerCase()
  return /^[A-Za-z0-9+/]{86}==$/.test(packed)
    ? bytesToHex(Uint8Array.from(atob(packed), (one) => one.charCodeAt(0)))
    : null
}
