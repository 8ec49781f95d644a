/** What a badge shows: a tone for its color, and words that say the same. */
export type BadgeWords = { tone: 'good' | 'caution' | 'bad' | 'waiting'; text: string }

export const CHECKING: BadgeWords = { tone: 'waiting', text: 'Checking receipt…' }
export const NOT_CHECKED: BadgeWords = { tone: 'caution', text: 'Receipt not checked' }
