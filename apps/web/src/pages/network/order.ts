import { bytesToHex } from '@stillhere/client/receipt'
import { say } from '../../words/speak.ts'

/** How many places the genesis cohort has. */
export const PLACES = 100

/** One place of the cohort. */
export type GenesisPlace = { index: number; id: string; joined: string }

/** What contradicts the claim that this is the order of activation, in words; null when nothing does. */
export function orderProblem(places: readonly GenesisPlace[]): string | null {
  for (const [at, place] of places.entries()) {
    if (!Number.isInteger(place.index) || place.index < 1 || place.index > PLACES)
      return say('There is no place {place}.', { place: place.index })
    const before = places[at - 1]
    if (before === undefined) continue
    if (place.index <= before.index)
      return say('Place {place} comes after place {before}.', { place: place.index, before: before.index })
    // Written so that a time that is no time counts as a contradiction, too.
    if (!(Date.parse(place.joined) >= Date.parse(before.joined)))
      return say('Place {place} was activated before place {before}.', { place: place.index, before: before.index })
  }
  return null
}

/** SHA-256 over one line for each place, in hex; null where the browser hides its cryptography from the page. */
export async function computeFingerprint(places: readonly GenesisPlace[]): Promise<string | null> {
  // Only secure pages have it.
  if (globalThis.crypto?.subtle === undefined) return null
  const text = places.map(({ index, id, joined }) => `${index} ${id} ${joined}\n`).join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return bytesToHex(new Uint8Array(digest))
}
