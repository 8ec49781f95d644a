import { nameDay } from '@stillhere/receipt/view'
import { nameLanguage } from '../voice/language.ts'
import type { Voice } from '../voice/voice.ts'

/** What speaks against a receipt, by the stamp of its verdict. */
export function sayAgainst(stamp: string, voice: Voice): string {
  const { say } = voice
  return say('Receipt: {stamp}', { stamp: sayStamp(stamp, voice) })
}

function sayStamp(stamp: string, { say }: Voice): string {
  const said: Readonly<Record<string, string>> = {
    Invalid: say('invalid'),
    'Not judged': say('not judged'),
    Revoked: say('revoked'),
    'Not checked': say('not checked'),
    'Compromised key': say('compromised key'),
    'Unknown issuer': say('unknown issuer'),
    'Not for you': say('not for you'),
    'Another action': say('another action'),
    Test: say('test'),
    'Valid in part': say('valid in part'),
  }
  return said[stamp] ?? stamp.toLowerCase()
}

/** The day of a moment, by UTC as everywhere in receipts: "16 Nov 2026". */
export function sayDay(text: string, { language }: Voice): string {
  if (nameLanguage(language) === 'en') return nameDay(text)
  return new Date(text).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
}
