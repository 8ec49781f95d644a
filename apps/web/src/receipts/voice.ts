import type { Voice } from '@stillhere/client/receipt/view'
import { fill, formatMoment, language, say } from '../words/speak.ts'

/** Translates the texts of the receipt library into the reader's language, with the catalog of verdicts. */
export const VOICE: Voice = { language, say: (text, values) => fill(sayDetail(text) ?? translate(text), values) }

// The texts are the library's, so none is written here.
const translate: (text: string) => string = say

// The details with a value in them that people meet most; others are rare, and stay English.
function sayDetail(text: string): string | undefined {
  if (language === 'en') return undefined
  const [, at] = /^expired at (\d\S+Z)$/.exec(text) ?? []
  if (at !== undefined) return say('expired at {time}', { time: formatMoment(at) })
  const [, place] = /^(\/evidence\/\d+\/payload) does not fit its payloadDigest$/.exec(text) ?? []
  return place === undefined ? undefined : say('{place} does not fit its payloadDigest', { place })
}
