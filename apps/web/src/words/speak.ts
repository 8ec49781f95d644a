import { createFormat } from '@stillhere/client/format'
import {
  chooseLanguage,
  createSpeaker,
  type Language,
  type Messages,
  type Say,
  type SayCount,
} from '@stillhere/messages'
import { readChoice } from './choice.ts'

// Written by the build: an area of `locales/` each.
const CATALOGS = import.meta.glob<Messages>('./{de,es}/*.json', { import: 'default' })

/** The language of these pages: the one chosen in this browser, or else the first language of the browser that is supported. */
export const language: Language = chooseLanguage([readChoice(), ...(globalThis.navigator?.languages ?? [])])

const known: Record<string, Messages[string]> = {}
const speaker = createSpeaker(language, known)

/** Translates a text into the reader's language. Texts whose catalog isn't loaded stay English; see `loadWords`. */
export const say: Say = speaker.say

/** Translates a text that depends on a count into the reader's language. */
export const sayCount: SayCount = speaker.sayCount

/** Fills the placeholders of a text that was translated without values. */
export const fill = speaker.fill

/** Loads the message catalogs of these areas in the reader's language. Never rejects: texts of a catalog that can't be loaded stay English. */
export async function loadWords(areas: readonly string[]): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      Object.assign(known, await CATALOGS[`./${language}/${area}.json`]?.().catch(() => undefined))
    }),
  )
}

export const { formatMoment, formatNumber, formatPercent } = createFormat(language)
