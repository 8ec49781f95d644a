import { bytesToHex } from '@stillhere/client/receipt'
import type { GenesisPlace } from './order.ts'

/** SHA-256 over one line for each place, in hex; null where the browser hides its cryptography from the page. */
export async function fingerprintOf(places: readonly GenesisPlace[]): Promise<string | null> {
  // Only secure pages have it.
  if (globalThis.crypto?.subtle === undefined) return null
  const text = places.map(({ index, id, joined }) => `${index} ${id} ${joined}\n`).join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return bytesToHex(new Uint8Array(digest))
}
