import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { LANGUAGES, type Language, type Messages } from '@stillhere/messages'
import type { Plugin } from 'vite'

/** Reads all translations of a language from `locales/`: a catalog of messages for each area. */
export function readLocale(language: Language): Record<string, Messages> {
  return JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8'))
}

/** Areas that aren't shown by pages: mails, notices and commands of the service, and the scan element, which contains its own translations. */
const ELSEWHERE = ['element', 'mail', 'notices', 'terminal']

/**
 * Creates a Vite plugin that splits `locales/` into one JSON file per language and area, so that a page loads only the catalogs that it needs.
 * Areas that only the service or the scan element shows are left out.
 */
export function splitLocales(): Plugin {
  return {
    name: 'split-locales',
    buildStart() {
      for (const language of LANGUAGES.filter((one) => one !== 'en')) {
        const folder = new URL(`src/words/${language}/`, import.meta.url)
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder)
        for (const [area, messages] of Object.entries(readLocale(language)))
          if (!ELSEWHERE.includes(area)) writeFileSync(new URL(`${area}.json`, folder), JSON.stringify(messages))
      }
    },
  }
}
