import type { NodeExport, Passkey } from '@stillhere/contract'
import type { StoredPasskey } from './store.ts'

/** What a scan that it signs counts as. */
export function deviceOf({ attested }: Pick<StoredPasskey, 'attested'>): Passkey['device'] {
  return attested ? 'attested' : 'passkey'
}

/** A passkey as its owner sees it. */
export function describePasskey(passkey: StoredPasskey): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    device: deviceOf(passkey),
    backed_up: passkey.backedUp,
    transports: passkey.transports,
    suspected_clone: passkey.suspectedAt !== null,
  }
}

/** All that is stored of a passkey. */
export function exportPasskey(passkey: StoredPasskey): NodeExport['passkeys'][number] {
  return {
    ...describePasskey(passkey),
    credential_id: passkey.credentialId.toString('base64url'),
    public_key: passkey.publicKey.toString('base64url'),
    counter: passkey.counter,
    aaguid: passkey.aaguid,
    format: passkey.format,
    suspected_at: passkey.suspectedAt?.toISOString() ?? null,
  }
}

export const COPIED =
  'This passkey may have been copied, so it signs nothing any more. Remove it on My node and make a new one.'

const REASONS: readonly [about: RegExp, words: string][] = [
  [/challenge/i, 'It was made for another challenge.'],
  [/origin|RP ID/i, 'It was made for another site.'],
  [/user verification|presen/i, 'The device did not check who used it: set a PIN, fingerprint or face unlock.'],
  [/\((?:Packed|TPM|Apple|Android)|attestation/i, 'What the device says about itself is broken.'],
]

/** Why the library refused, in words of ours: its own messages quote what was sent. */
export function explainRefusal(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, words] = REASONS.find(([about]) => about.test(message)) ?? []
  return words ?? 'It cannot be read, or its signature is wrong.'
}
