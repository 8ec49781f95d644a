import type { Voice } from '../voice/voice.ts'

/** What a badge shows: a tone for its color, and words that say the same. */
export type BadgeWords = { tone: 'good' | 'caution' | 'bad' | 'waiting'; text: string }

/** While the receipt is on its way. */
export function sayChecking({ say }: Voice): BadgeWords {
  return { tone: 'waiting', text: say('Checking receipt…') }
}

/** Where nothing could be read, or the service did not answer. */
export function sayNotChecked({ say }: Voice): BadgeWords {
  return { tone: 'caution', text: say('Receipt not checked') }
}
