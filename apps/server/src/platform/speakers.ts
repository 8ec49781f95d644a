import { readFileSync } from 'node:fs'
import { createSpeaker, type Language, type Messages, type Speaker } from '@stillhere/messages'

const LOCALES = new URL('../../../../locales/', import.meta.url)

/** Returns what speaks an area of `locales/` in each language. A file is read when its language is first spoken; English needs none. */
export function createSpeakers(area: string): (language: Language) => Speaker {
  const speakers = new Map<Language, Speaker>([['en', createSpeaker('en')]])
  return (language) => {
    const speaker = speakers.get(language) ?? createSpeaker(language, readMessages(language, area))
    speakers.set(language, speaker)
    return speaker
  }
}

function readMessages(language: Language, area: string): Messages {
  const locale: Record<string, Messages> = JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), 'utf8'))
  const messages = locale[area]
  if (messages === undefined) throw new Error(`locales/${language}.json has no area ${area}`)
  return messages
}
