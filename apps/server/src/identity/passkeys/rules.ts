import type { NodeExport, Passkey } from '@stillhere/contract'
import { type DeviceTrust, isVouchedFor } from '../device-roots/trust.ts'
import type { StoredPasskey } from './store.ts'

/**
 * The asker that gets a signature: the id of its right to ask the node, and the thumbprint of the key that it has pinned, or null. Null for
 * a scan for no asker.
 */
export type SignedFor = { askerId: number; knownKey: string | null } | null

/**
 * Returns whether a passkey may sign for an asker. If the asker has pinned a key, only the passkey with that key may; otherwise all
 * passkeys that aren't reserved for another asker.
 */
export function canSign({ askerId, thumbprint }: StoredPasskey, signedFor: SignedFor): boolean {
  if (signedFor !== null && signedFor.knownKey !== null) return thumbprint === signedFor.knownKey
  return askerId === null || askerId === signedFor?.askerId
}

/** Returns the kind of device that a signature of this passkey proves: `attested` if its attestation is still accepted, otherwise `passkey`. */
export function judgeDevice(passkey: StoredPasskey, trust: DeviceTrust): Passkey['device'] {
  return isVouchedFor(passkey, trust) ? 'attested' : 'passkey'
}

/** Returns a passkey as the API shows it to its owner. */
export function describePasskey(passkey: StoredPasskey, trust: DeviceTrust): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    device: judgeDevice(passkey, trust),
    thumbprint: passkey.thumbprint,
    only_for: passkey.onlyFor,
    backed_up: passkey.backedUp,
    transports: passkey.transports,
    suspected_clone: passkey.suspectedAt !== null,
  }
}

/** Returns a passkey with all stored fields, for the owner's data export. */
export function describePasskeyExport(passkey: StoredPasskey, trust: DeviceTrust): NodeExport['passkeys'][number] {
  return {
    ...describePasskey(passkey, trust),
    credential_id: passkey.credentialId.toString('base64url'),
    public_key: passkey.publicKey.toString('base64url'),
    counter: passkey.counter,
    aaguid: passkey.aaguid,
    format: passkey.format,
    attested_root: passkey.attestedRoot?.toString('hex') ?? null,
    suspected_at: passkey.suspectedAt?.toISOString() ?? null,
  }
}

export const COPIED =
  'This passkey may have been copied, so it signs nothing any more. Remove it on My node and make a new one.'

export const WRONG_KEY =
  'This passkey does not sign here: the asker knows another key of yours, or this one is kept for another asker.'

const REASONS: readonly [about: RegExp, words: string][] = [
  [/challenge/i, 'It was made for another challenge.'],
  [/origin|RP ID/i, 'It was made for another site.'],
  [/user verification|presen/i, 'The device did not check who used it: set a PIN, fingerprint or face unlock.'],
  [/kind of key/, 'Receipts cannot name a key of its kind.'],
  [/\((?:Packed|TPM|Apple|Android)|attestation/i, 'What the device says about itself is broken.'],
]

/** Returns a sentence for the person about an error of the WebAuthn library. The library's own messages quote the input, so they aren't shown. */
export function explainRefusal(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, words] = REASONS.find(([about]) => about.test(message)) ?? []
  return words ?? 'It cannot be read, or its signature is wrong.'
}
